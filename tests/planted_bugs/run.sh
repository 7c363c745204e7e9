#!/usr/bin/env bash
# Would the judges of the traces notice? Plants ten classic bugs or more in each algorithm, one at a time, and demands that every one is caught.
# Run: bash tests/planted_bugs/run.sh [--quick]          (--quick: one bug in each algorithm)
#
# All bugs are written into one copy of the engine, each asleep behind a number, so the copy is built once and each bug costs one run of the tests of its
# algorithm (tests/traces_*.rs). A bug whose place in the source is no longer found fails the script, and so does a test that fails with no bug awake.
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-$PWD/../../target}/planted_bugs"
mkdir -p "$target"
CARGO_TARGET_DIR="$target/runner" cargo run --quiet --locked -- "$PWD/../.." "$target" "$@"
