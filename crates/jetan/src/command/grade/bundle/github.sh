#!/bin/sh
# Grades the repository it is called in and hands the result to the next step.
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
mkdir "$out/submission"
find . -path ./grader -prune -o -path ./.git -prune -o -type f -print | while read -r file; do
    mkdir -p "$out/submission/$(dirname "$file")"
    cp "$file" "$out/submission/$file"
done
"$here/jetan" grade "$here/rubric.toml" --single "$out/submission" --out "$out" \
    --report github,markdown
cat "$out/github/result.txt" >> "${GITHUB_OUTPUT:-/dev/stdout}" || exit 1
cat "$out/report.md" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
