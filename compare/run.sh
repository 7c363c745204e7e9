#!/usr/bin/env bash
# The comparison with every engine at its best: Rapier chooses its instructions at compile time, so all is built for processors
# with AVX2, beside the usual build. Arguments go to the program: bash compare/run.sh --list
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -m)" = x86_64 ]; then
  export RUSTFLAGS="${RUSTFLAGS:-} -C target-cpu=x86-64-v3"
  export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/v3"
fi
exec cargo run --release --quiet -p compare -- "$@"
