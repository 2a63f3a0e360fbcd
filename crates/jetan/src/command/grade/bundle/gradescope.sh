#!/bin/sh
# Gradescope runs this for each submission, after it has unpacked the archive to `source`.
root=${AUTOGRADER_ROOT:-/autograder}
out=$(mktemp -d)
"$root/source/jetan" grade "$root/source/rubric.toml" --single "$root/submission" \
    --out "$out" --report gradescope > "$out/log" 2>&1
mkdir -p "$root/results"
if [ -f "$out/gradescope/results.json" ]; then
    cp "$out/gradescope/results.json" "$root/results/results.json"
else
    echo '{"score": 0, "output": "The autograder failed; please tell your instructor."}' \
        > "$root/results/results.json"
    cat "$out/log"
fi
