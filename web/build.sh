#!/bin/sh
# Builds the browser version into web/: collidoscope.wasm and the gl.js that belongs to the miniquad in Cargo.lock.
# Serve the folder with any web server, for example: python3 -m http.server --directory web
set -eu
cd "$(dirname "$0")/.."
rustup target add wasm32-unknown-unknown
cargo build --release --bin collidoscope --target wasm32-unknown-unknown
target=${CARGO_TARGET_DIR:-target}
cp "$target/wasm32-unknown-unknown/release/collidoscope.wasm" web/
miniquad=$(cargo metadata --format-version 1 --filter-platform wasm32-unknown-unknown |
  tr ',' '\n' | sed -n 's|.*"manifest_path":"\(.*/miniquad-[0-9.]*\)/Cargo.toml".*|\1|p' | head -n 1)
cp "$miniquad/js/gl.js" web/
echo "web/ is ready"
