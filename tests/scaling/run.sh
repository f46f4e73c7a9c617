#!/usr/bin/env bash
# Counts the steps of every shape with up to 64 k elements, in a build that is instrumented for coverage.
#
#   tests/scaling/run.sh [WORD]     all shapes, or those whose names contain the word
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../../target}/scaling
export RUSTFLAGS="-C instrument-coverage --cfg glslsub_steps"
# The profile itself is not wanted.
export LLVM_PROFILE_FILE=/dev/null
GLSLSUB_FILTER=${1:-} cargo test --quiet --manifest-path steps/Cargo.toml --test scaling -- --nocapture
