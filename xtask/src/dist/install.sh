#!/bin/sh
# Installs Jetan from the folder of this script, or removes it again.
set -eu

usage() {
    echo "usage: ./install.sh [--prefix FOLDER] [--remove]"
    echo "Puts bin/jetan, manual pages, completions, programs and packs below FOLDER,"
    echo "which is ~/.local if it is not said; --remove takes them away again."
}

prefix=
action=install
while [ $# -gt 0 ]; do
    case $1 in
        --prefix)
            [ $# -gt 1 ] || { usage >&2; exit 64; }
            prefix=$2
            shift
            ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --remove) action=remove ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 64 ;;
    esac
    shift
done
if [ -z "$prefix" ]; then
    if [ -z "${HOME:-}" ]; then
        echo "install.sh: there is no home folder: say --prefix FOLDER" >&2
        exit 64
    fi
    prefix=$HOME/.local
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ "$action" = remove ]; then
    # What this archive would install, and nothing else.
    (cd "$here" && find bin share -type f) | while IFS= read -r file; do
        rm -f -- "$prefix/$file"
    done
    (cd "$here" && find share/jetan share/doc/jetan -depth -type d) | while IFS= read -r folder; do
        rmdir -- "$prefix/$folder" 2>/dev/null || true
    done
    echo "Jetan is removed from $prefix."
    exit 0
fi

mkdir -p -- "$prefix/bin" "$prefix/share"
cp -R -- "$here/share/." "$prefix/share/"
# A program that runs cannot be written over, but its name can be given to another.
cp -- "$here/bin/jetan" "$prefix/bin/jetan.new"
chmod 755 "$prefix/bin/jetan.new"
mv -f -- "$prefix/bin/jetan.new" "$prefix/bin/jetan"
"$prefix/bin/jetan" --version
echo "Programs to try are in $prefix/share/jetan/programs."
case ":${PATH:-}:" in
    *":$prefix/bin:"*) echo "Type: jetan" ;;
    *) echo "Type: $prefix/bin/jetan (or add $prefix/bin to your PATH)" ;;
esac
