#!/bin/sh
# The entrypoint of the external grader; the archive belongs into the question's `tests` folder.
root=${GRADE_ROOT:-/grade}
out=$(mktemp -d)
"$root/tests/jetan" grade "$root/tests/rubric.toml" --single "$root/student" \
    --out "$out" --report prairielearn > "$out/log" 2>&1
mkdir -p "$root/results"
if [ -f "$out/prairielearn/results.json" ]; then
    cp "$out/prairielearn/results.json" "$root/results/results.json"
else
    echo '{"gradable": false, "message": "The grader failed; please tell your instructor."}' \
        > "$root/results/results.json"
    cat "$out/log"
fi
