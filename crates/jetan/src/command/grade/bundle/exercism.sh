#!/bin/sh
# bin/run.sh SLUG INPUT OUTPUT: the interface of a test runner.
here=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp -d)
"$here/jetan" grade "$here/rubric.toml" --single "$2" --out "$out" --report exercism \
    > "$out/log" 2>&1
cp "$out/exercism/results.json" "$3/results.json"
