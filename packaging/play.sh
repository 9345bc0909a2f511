#!/usr/bin/env bash
# Builds the play page into target/play: one HTML file for all games, play.html, and with `each` also a smaller one for each
# game, play-GAME.html, which is what the site of a game gets.
#
#   bash packaging/play.sh [each | GAME …]
#
# It needs `rustup target add wasm32-wasip1`, and Node.js with npm. The program that makes a site puts the page into it if
# CHRONOJUDGE_PLAY names this file or its folder; packages contain all. With PACK=gzip the page of all games is larger by half, and
# quicker to build and to open.
set -euo pipefail
cd "$(dirname "$0")/.."
games=$(sed -n 's/^games = \[\(.*\)\]$/\1/p' Cargo.toml | tr -d '",')
# What is installed is not installed again: another page may be in use by tests, which need it too.
[ packaging/play/node_modules/.package-lock.json -nt packaging/play/package-lock.json ] ||
  npm --prefix packaging/play ci --silent --ignore-scripts --no-audit --no-fund
mkdir -p target/play
page() {
  # The linker writes places in the program with as few bytes as they need, and not with five bytes each: a twelfth of the program.
  cargo rustc --locked --package chronojudge --bin chronojudge --no-default-features --features "$1" --profile play \
    --target wasm32-wasip1 -- -C link-arg=--compress-relocations
  built=${CARGO_TARGET_DIR:-target}/wasm32-wasip1/play/chronojudge.wasm
  shift
  PACK=$pack node packaging/play/bundle.mjs "$built" "target/play/$1.html" "${@:2}"
}
case ${1:-} in
  each) ones=$games ;;
  *) ones=$* ;;
esac
pack=${PACK:-}
page games play
pack=
for game in $ones; do
  page "$game" "play-$game" "$game"
  # What a player's phone loads at first, with the compression of web servers. A program that was not made small says nothing about that.
  size=$(gzip -9 <"target/play/play-$game.html" | wc -c)
  if [ -z "${CARGO_PROFILE_PLAY_OPT_LEVEL:-}" ] && [ "$size" -gt 1200000 ]; then
    echo "the page for $game has $size bytes with gzip; 1,200,000 are the limit" >&2
    exit 1
  fi
  for other in $games; do
    [ "$other" != "$game" ] || continue
    if grep -aq "$other/facts.j2" "$built" || grep -aqF "$(head -n 1 "crates/rules/src/rulesets/${other//-/_}/about.txt")" "$built"; then
      echo "the program for $game holds templates or rules of $other" >&2
      exit 1
    fi
  done
done
