#!/usr/bin/env bash
# Builds the packages of one target into target/packages: an archive for every system, and a .deb for Linux.
#
#   bash packaging/build.sh [TARGET]
#
# TARGET is a Rust target, by default the one of this machine. For a program that runs on every Linux, give
# x86_64-unknown-linux-musl (it needs `rustup target add x86_64-unknown-linux-musl` and a musl-gcc). PROFILE names
# another cargo profile than `dist`, and PROGRAM a program that is built already. The .deb needs cargo-deb
# (`cargo install cargo-deb --locked`), and the play page what packaging/play.sh names.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
profile=${PROFILE:-dist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

built=${CARGO_TARGET_DIR:-target}/$target/$profile
judge=$built/chronojudge
case $target in *windows*) judge=$judge.exe ;; esac
if [ -n "${PROGRAM:-}" ]; then
  mkdir -p "$built"
  cp "$PROGRAM" "$judge"
else
  cargo build --locked --profile "$profile" --target "$target"
fi

# The smaller pages are for what is given away.
each=
[ "$profile" != dist ] || each=each
# shellcheck disable=SC2086
bash packaging/play.sh $each

# Man pages and completions come from the program itself.
parts=target/packages/parts
rm -rf "$parts"
mkdir -p "$parts/man" "$parts/completions"
"$judge" man --dir "$parts/man"
for shell in bash zsh fish powershell elvish; do
  "$judge" completions "$shell" > "$parts/completions/chronojudge.$shell"
done

name=chronojudge-$version-$target
folder=target/packages/$name
rm -rf "$folder"
mkdir -p "$folder"
cp "$judge" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder"
cp -r "$parts/man" "$parts/completions" docs games "$folder"
cp src/site/verify.py target/play/play*.html "$folder"
tar -C target/packages -czf "target/packages/$name.tar.gz" "$name"
rm -rf "$folder"
echo "target/packages/$name.tar.gz"

case $target in
  *linux*)
    if command -v cargo-deb >/dev/null; then
      deb=target/packages/chronojudge_${version}_${target%%-*}.deb
      # Only a package that is given away is compressed as far as it can be.
      fast=--fast
      [ "$profile" != dist ] || fast=
      # shellcheck disable=SC2086
      cargo deb --quiet --no-build --no-strip $fast --profile "$profile" --target "$target" --output "$deb"
      echo "$deb"
    else
      echo "no .deb: cargo-deb is not installed" >&2
    fi
    ;;
esac
