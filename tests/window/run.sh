#!/bin/sh
# Drives the real window on virtual displays of its own: the binding's cures with real X events (tests/window/main.rs), and
# the sandbox as a person would use it (tests/window/sandbox.rs), and killed while edited (tests/window/recovery.rs: 200
# times, some minutes; the variable KILLS sets another number). Needs Xvfb, xdotool and xclip.
# Usage: run.sh [PROGRAM]; without a program, the one that cargo builds for the tests.
set -eu
if [ $# -gt 0 ]; then
  COLLIDOSCOPE=$(realpath "$1")
  export COLLIDOSCOPE
fi
cd "$(dirname "$0")/../.."
cargo build --quiet --examples --profile test # as cargo test has built all they need
# A shell that starts this in the background has switched SIGINT off, and it would stay off for the window.
env --default-signal=INT,HUP,TERM cargo test --quiet --test window -- --ignored --test-threads=2
