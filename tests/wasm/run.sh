#!/usr/bin/env bash
# The golden scenes in other builds than that of the tests: the same bits as in tests/goldens.txt? Run: bash tests/wasm/run.sh
#
# Builds the engine and the scene files alone (Cargo.toml here) as
#   debug            no optimisation, all checks on
#   release          natively, for any processor of the platform
#   release, AVX2    (x86 with AVX2 and FMA only) the compiler may use wide registers and fused multiply-add; it must not
#   WebAssembly      wasm32-wasip1 under Node, without and with 128-bit SIMD
# and runs each. A build whose tools are missing is skipped with a notice, or fails when GOLDENS_REQUIRE_ALL is set (as .ci/run does).
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-$PWD/../../target}/goldens"
notes=$(mktemp -d)
trap 'rm -rf "$notes"' EXIT
builds=()

# check TITLE FOLDER RUNNER RUSTFLAGS CARGO-ARGUMENTS...: builds into a folder of its own, so that other flags rebuild nothing. As many
# at once as there are processors; what they say comes in their order, at the end.
check() {
  local title="$1" folder="$target/$2" runner="$3" flags="$4" note="$notes/$2"
  shift 4
  builds+=("$note")
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
  {
    printf '%-28s' "$title"
    local program
    RUSTFLAGS="$flags" cargo build --quiet --locked --target-dir "$folder" "$@" &&
      program=$(find "$folder" -maxdepth 3 -type f \( -name collidoscope-goldens -o -name collidoscope-goldens.wasm -o -name collidoscope-goldens.exe \) | head -n 1) &&
      $runner "$program" && touch "$note.good"
  } >"$note" 2>&1 &
}

skip() {
  builds+=("$notes/${1// /-}")
  printf '%-28s%s\n' "$1" "SKIPPED: $2" >"$notes/${1// /-}"
  [ -n "${GOLDENS_REQUIRE_ALL:-}" ] || touch "$notes/${1// /-}.good"
}

check "debug" debug "" ""
check "release" release "" "" --release
if grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw fma /proc/cpuinfo; then
  check "release, AVX2" avx2 "" "-C target-cpu=x86-64-v3" --release
else
  printf '%-28s%s\n' "release, AVX2" "this processor has none"
fi
if ! command -v node >/dev/null; then
  skip "WebAssembly" "Node is missing (apt-get install nodejs)"
elif ! rustup target list --installed 2>/dev/null | grep -qx wasm32-wasip1; then
  skip "WebAssembly" "the target is missing (rustup target add wasm32-wasip1)"
else
  run="node --no-warnings run.mjs"
  check "WebAssembly" wasm "$run" "" --release --target wasm32-wasip1
  check "WebAssembly, SIMD" wasm-simd "$run" "-C target-feature=+simd128" --release --target wasm32-wasip1
fi
wait
cat "${builds[@]}"
for build in "${builds[@]}"; do
  [ -e "$build.good" ] || { echo "some builds were skipped or gave other bits than tests/goldens.txt"; exit 1; }
done
