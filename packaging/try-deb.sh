#!/usr/bin/env bash
# Installs a .deb into an empty root and uses it there as its user would: nothing but the package lies in that root, so
# the program needs nothing else.
#
#   bash packaging/try-deb.sh PACKAGE.deb        (as root)
set -euo pipefail
cd "$(dirname "$0")/.."
deb=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers} "$root"/tmp
touch "$root"/var/lib/dpkg/status
dpkg --root="$root" --install "$deb" >/dev/null
for file in \
  usr/bin/chronojudge \
  usr/share/man/man1/chronojudge.1.gz \
  usr/share/man/man1/chronojudge-adjudicate.1.gz \
  usr/share/bash-completion/completions/chronojudge \
  usr/share/zsh/vendor-completions/_chronojudge \
  usr/share/fish/vendor_completions.d/chronojudge.fish \
  usr/share/chronojudge/verify.py \
  usr/share/chronojudge/play.html \
  usr/share/doc/chronojudge/README.md; do
  [ -s "$root/$file" ] || { echo "the package has no $file"; exit 1; }
done
cp -r games/gem-1992 "$root/tmp/gem-1992"
inside() { chroot "$root" /usr/bin/chronojudge "$@"; }
inside --version
inside adjudicate /tmp/gem-1992 2>/dev/null
inside audit /tmp/gem-1992/public | tail -n 1
inside report /tmp/gem-1992 zytal >/dev/null
inside --quiet site /tmp/gem-1992 --out /tmp/www
[ -s "$root/tmp/www/play/index.html" ] || { echo "the site has no play page"; exit 1; }
dpkg --root="$root" --remove chronojudge >/dev/null
[ ! -e "$root/usr/bin/chronojudge" ] || { echo "the package leaves its program behind"; exit 1; }
