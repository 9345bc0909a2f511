#!/usr/bin/env bash
# Builds the play page, one HTML file, into target/play/play.html.
#
#   bash packaging/play.sh
#
# It needs `rustup target add wasm32-wasip1`, and Node.js with npm. The program that makes a site puts the page into it if
# CHRONOJUDGE_PLAY names this file; packages contain it.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --locked --package chronojudge --no-default-features --profile play --target wasm32-wasip1
built=${CARGO_TARGET_DIR:-target}/wasm32-wasip1/play/chronojudge.wasm
npm --prefix packaging/play ci --silent --ignore-scripts --no-audit --no-fund
mkdir -p target/play
node packaging/play/bundle.mjs "$built" target/play/play.html
