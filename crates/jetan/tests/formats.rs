//! What platforms read is read by libraries that others have written: `junitparser` for `JUnit`,
//! `jsonschema` for JSON against what each platform's documentation asks for
//! (`testdata/class/schemas.json`), Python's own reader for CSV.

#[path = "support/class.rs"]
#[expect(dead_code, reason = "shared with other tests")]
mod class;

use std::path::Path;
use std::process::{Command, Stdio};

use class::{class, grade};
use tempfile::TempDir;

/// A Python that has the libraries, by pip if need be.
fn python() -> Option<Command> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers");
    let command = || {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", &folder).stdin(Stdio::null());
        command
    };
    let is_ready = |mut command: Command| {
        let output = command.args(["-c", "import junitparser, jsonschema"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !is_ready(command()) {
        let pip = ["-m", "pip", "install", "--quiet", "--target"];
        let mut install = command();
        install.args(pip).arg(&folder).args(["junitparser", "jsonschema"]);
        let _ = install.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
    is_ready(command()).then(command)
}

const READ: &str = r"
import base64, csv, json, sys, junitparser, jsonschema
from pathlib import Path

schemas = json.load(open(sys.argv[1]))
for schema in schemas.values():
    jsonschema.Draft202012Validator.check_schema(schema)
rows = list(csv.DictReader(open('grades.csv', newline=''), strict=True))
assert len(rows) == 23
junit = junitparser.JUnitXml.fromfile('junit.xml')
suites = list(junit)
assert [suite.name for suite in suites] == [row['submission'] for row in rows]
for suite, row in zip(suites, rows):
    cases = list(suite)
    names = [case.name for case in cases]
    assert names == list(row)[3:], row
    failed = [case for case in cases if case.result]
    assert all(isinstance(case.result[0], junitparser.Failure) for case in failed)
    assert (suite.tests, suite.failures, suite.errors) == (len(cases), len(failed), 0)
    assert all(case.classname == suite.name for case in cases)

def read(format, path):
    text = path.read_text()
    if format == 'autolab':
        text = text.splitlines()[-1]
    if format == 'github':
        text = base64.b64decode(text.strip().split('=', 1)[1], validate=True)
    return json.loads(text)

for format, schema in schemas.items():
    files = [path for path in Path(format).rglob('*') if path.is_file()]
    assert len(files) == 23, (format, len(files))
    for path in files:
        jsonschema.validate(read(format, path), schema)
grades = json.load(open('grades.json'))
assert sum(one['points'] for one in grades['submissions']) == round(
    sum(float(row['points']) for row in rows) * 100)
";

#[test]
fn every_format_is_read_by_somebody_else() {
    let Some(mut python) = python() else {
        eprintln!("skipped: there is no Python with junitparser and jsonschema");
        return;
    };
    let folder = TempDir::new().expect("a folder");
    grade(folder.path(), &[]);
    python.args(["-c", READ]).arg(class().join("schemas.json")).current_dir(folder.path());
    let output = python.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
