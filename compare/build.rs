//! Compiles Box2D as its own release build does: `-O3`, AVX2 where the machine has it, assertions off, no fused
//! multiply-add.
//!
//! The C sources come with the package `boxdd-sys`, as do the Rust declarations of Box2D's functions; both are found
//! where cargo unpacked that package. The version is the one in `Cargo.lock`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package that carries Box2D's sources.
const CARRIER: &str = "boxdd-sys";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=probe.c");
    println!("cargo::rerun-if-changed=../Cargo.lock");
    let carrier = carrier_folder();
    let box2d = carrier.join("third-party/box2d");
    let declarations = carrier.join("src/bindings_pregenerated.rs");
    assert!(declarations.is_file(), "{CARRIER} has no {}", declarations.display());
    println!("cargo::rustc-env=BOX2D_DECLARATIONS={}", declarations.display());

    let avx2 = env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64") && !runs_here_without_avx2();
    let mut build = cc::Build::new();
    build.include(box2d.join("include")).include(box2d.join("src"));
    build.files(c_files(&box2d.join("src"))).file("probe.c");
    build.std("c17").opt_level(3).debug(false).warnings(false);
    build.define("NDEBUG", None).flag_if_supported("-ffp-contract=off");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        build.define("_POSIX_C_SOURCE", "199309L");
        println!("cargo::rustc-link-lib=m");
        println!("cargo::rustc-link-lib=pthread");
    }
    if avx2 {
        build.define("BOX2D_AVX2", None).flag_if_supported("-mavx2").flag_if_supported("/arch:AVX2");
    }
    build.compile("box2d_for_compare");
}

/// True when the program is built for this very kind of machine, and this machine lacks AVX2.
fn runs_here_without_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    let here = std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    let here = false;
    !here && env::var("HOST") == env::var("TARGET")
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files
}

/// Where cargo unpacked the carrier: asked of cargo itself, without the network.
fn carrier_folder() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("Cargo.toml");
    let target = env::var("TARGET").unwrap_or_default();
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &target, "--manifest-path"])
        .arg(&manifest)
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let carrier = packages.iter().find(|package| package["name"] == CARRIER).unwrap_or_else(|| panic!("{CARRIER} is no dependency"));
    let path = PathBuf::from(carrier["manifest_path"].as_str().expect("a path"));
    path.parent().expect("a folder").to_path_buf()
}
