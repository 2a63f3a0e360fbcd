#!/bin/sh
# A step of an AutoTest: the working folder holds the submission, the archive is a fixture.
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
"$here/jetan" grade "$here/rubric.toml" --single . --out "$out" --report junit
cp "$out/junit.xml" "${CG_JUNIT_XML_LOCATION:?CodeGrade says where}"
