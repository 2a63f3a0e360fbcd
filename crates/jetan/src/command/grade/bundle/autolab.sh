#!/bin/sh
# Autolab's Makefile calls this in a folder that holds the submission in `handin`.
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
"$here/jetan" grade "$here/rubric.toml" --single handin --out "$out" --report autolab \
    > "$out/log" 2>&1
if [ -f "$out/autolab/output.txt" ]; then
    cat "$out/autolab/output.txt"
else
    cat "$out/log"
    echo '{"scores": {}}'
fi
