//! THE EDGE. The only room that names macroquad, egui-macroquad, the clock, threads and the file system.
//!
//! | file | what it does |
//! |---|---|
//! | [`window`] | opens the window, runs its frames, survives a frame that breaks down |
//! | [`gui`], [`keys`], `clipboard`, `resting` | egui in the window, with a cure for each defect of the binding |
//! | [`painter`] | marks to pixels: one instanced batch of shapes, one batch of triangles |
//! | [`ahead`] | the next frame's steps on a thread of their own while this frame is painted |
//! | [`pace`], [`waker`], `x11`, [`clock`] | when the next frame is due; sleeping without missing anything |
//! | `opening` | files read, checked and built on a thread, so that the window goes on |
//! | `files`, `disk`, `dialogs`, `desktop`, `host` | reading, saving, asking for files; the command line's outside |
//! | [`rescue`], `recovery`, `signals` | neither a panic nor a killed program takes the user's work with it |
//! | [`script`], `pixels` | mouse and keys from a text file, screenshots |
//! | [`sandbox`] | the program and its panels behind the window's [`program::Program`] |
//! | `web` | the same in a browser |

pub mod ahead;
pub mod clock;
pub mod gui;
pub mod icon;
pub mod keys;
pub mod pace;
pub mod painter;
pub mod program;
pub mod rescue;
pub mod sandbox;
pub mod script;
pub mod waker;
pub mod window;

mod clipboard;
mod pixels;
mod resting;

#[cfg(not(target_arch = "wasm32"))]
mod aside;
#[cfg(not(target_arch = "wasm32"))]
mod closed_output;
#[cfg(not(target_arch = "wasm32"))]
pub mod desktop;
#[cfg(not(target_arch = "wasm32"))]
pub mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
#[cfg(not(target_arch = "wasm32"))]
pub mod files;
#[cfg(not(target_arch = "wasm32"))]
pub mod host;
#[cfg(not(target_arch = "wasm32"))]
mod opening;
#[cfg(not(target_arch = "wasm32"))]
mod printed;
#[cfg(not(target_arch = "wasm32"))]
pub mod recovery;
#[cfg(not(target_arch = "wasm32"))]
mod saving;
#[cfg(not(target_arch = "wasm32"))]
mod settings;
#[cfg(not(target_arch = "wasm32"))]
mod signals;
#[cfg(target_arch = "wasm32")]
pub mod web;
#[cfg(target_os = "linux")]
pub mod x11;
#[cfg(target_os = "linux")]
mod x11_drops;

use sandbox::Sandbox;
use window::{MakeProgram, Options};

/// Opens the sandbox: the welcome scene or the scene of a file, at the user's hands or a script's.
///
/// # Errors
/// Why no window could be opened, in words.
pub fn open_sandbox(scene: Option<String>, script: Option<script::Script>) -> Result<(), String> {
    let is_scripted = script.is_some();
    let make: MakeProgram = Box::new(move |_, waker| Box::new(Sandbox::new(scene, waker, !is_scripted)));
    window::open(make, Options { script, size: last_size(is_scripted) })
}

/// The window's size when it was closed last.
#[cfg(not(target_arch = "wasm32"))]
fn last_size(is_scripted: bool) -> Option<[u32; 2]> {
    match settings::read() {
        settings::Read::Kept(kept) if !is_scripted => Some(kept.window).filter(|window| *window != [0, 0]),
        _ => None,
    }
}

/// A page says how large it is.
#[cfg(target_arch = "wasm32")]
fn last_size(_is_scripted: bool) -> Option<[u32; 2]> {
    None
}
