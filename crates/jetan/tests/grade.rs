//! The golden class: the same bytes by one process, by four jobs, by shards, and after a run was
//! ended in the middle; and every form can be read by somebody else's reader.

#[path = "support/class.rs"]
mod class;
#[path = "support/disk.rs"]
mod disk;
#[cfg(target_os = "linux")]
#[path = "support/emulated.rs"]
mod emulated;
#[path = "support/skip.rs"]
mod skip;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect_file;
use tempfile::TempDir;

use class::{FORMATS, class, finished, grade, jetan, reports, text};
use disk::SmallDisk;
use skip::skipped;

#[test]
fn the_golden_class_gets_what_it_should() {
    let folder = TempDir::new().expect("a folder");
    let output = grade(folder.path(), &[]);
    let written = reports(folder.path());
    expect_file![class().join("expected/table.txt")].assert_eq(&text(&output.stdout));
    for name in [
        "grades.csv",
        "students/gus_off_by_one.html",
        "students/ola_markup.html",
        "gradescope/ida_crashing/results.json",
        "prairielearn/vic_syntax/results.json",
        "autolab/hal_endless/output.txt",
        "vpl/ola_markup/output.txt",
        "exercism/lea_convention/results.json",
    ] {
        let golden = class().join("expected").join(name.replace('/', "-"));
        // Line ends are read alike by the snapshot, so those of CSV are looked at by themselves.
        let report = text(&written[name]);
        let ends_by_standard = report.split_inclusive('\n').all(|line| line.ends_with("\r\n"));
        assert_eq!(ends_by_standard, name == "grades.csv", "{name}");
        expect_file![golden].assert_eq(&report.replace("\r\n", "\n"));
    }
}

#[test]
fn jobs_shards_and_ended_runs_change_no_byte() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let alone = grade(&at("alone"), &["--jobs", "1"]);
    let expected = reports(&at("alone"));
    assert_eq!(grade(&at("four"), &["--jobs", "4"]).stdout, alone.stdout);
    assert_eq!(reports(&at("four")), expected);

    let mut words: Vec<String> = ["grade", "merge", "rubric.toml"].map(str::to_owned).to_vec();
    for shard in ["1/3", "2/3", "3/3"] {
        let out = at(&format!("shard-{}", &shard[..1]));
        grade(&out, &["--shard", shard]);
        words.push(out.join("journal.jsonl").display().to_string());
    }
    words.extend(["--report", FORMATS, "--out"].map(str::to_owned));
    words.push(at("merged").display().to_string());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(finished(&mut jetan(&words), 0).stdout, alone.stdout);
    assert_eq!(reports(&at("merged")), expected);

    // A journal that ends within a line, as after a power failure.
    let journal = fs::read(at("alone/journal.jsonl")).expect("there is one");
    fs::create_dir(at("torn")).expect("a folder");
    fs::write(at("torn/journal.jsonl"), &journal[..journal.len() / 2]).expect("half of it");
    assert_eq!(grade(&at("torn"), &[]).stdout, alone.stdout);
    assert_eq!(reports(&at("torn")), expected);
}

#[test]
fn a_killed_run_goes_on_where_it_stopped() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("killed");
    let journal = out.join("journal.jsonl");
    let name = out.display().to_string();
    let words = ["grade", "rubric.toml", "submissions", "--jobs", "1", "--out", &name];
    let mut child = jetan(&words).stdout(Stdio::null()).spawn().expect("it starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 4 && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(lines() >= 4, "something was kept");
    let resumed = grade(&out, &[]);
    let fresh = grade(&folder.path().join("fresh"), &[]);
    assert_eq!(resumed.stdout, fresh.stdout);
    assert_eq!(reports(&out), reports(&folder.path().join("fresh")));
}

#[test]
fn lost_doubled_and_foreign_shards_are_named() {
    let folder = TempDir::new().expect("a folder");
    let journal = |name: &str| folder.path().join(name).join("journal.jsonl");
    grade(&folder.path().join("1"), &["--shard", "1/12"]);
    let first = journal("1").display().to_string();
    let merge = |journals: &[&str], code| {
        let words = [&["grade", "merge", "rubric.toml"][..], journals].concat();
        text(&finished(&mut jetan(&words), code).stderr)
    };
    let said = merge(&[&first, &first], 1);
    assert_eq!(said.lines().count(), 21, "two of 23 are there: {said}");
    assert!(said.contains("jetan: ben is in no journal\n"), "{said}");

    let changed = text(&fs::read(&first).expect("it is there"));
    let write = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.display().to_string()
    };
    let other = write("other", changed.replacen("\"rubric\":\"", "\"rubric\":\"0", 1));
    assert!(merge(&[&first, &other], 1).contains("another rubric or another version"));
    let differing = write("differing", changed.replacen("\"points\":1", "\"points\":2", 1));
    let said = merge(&[&first, &differing], 1);
    assert!(said.contains("is in another journal, too, and differs"), "{said}");
    assert!(said.contains("jetan: ann is in no journal\n"), "neither counts: {said}");
    let class = write("class", changed.replacen("\"ann\"", "\"anna\"", 1));
    assert!(merge(&[&first, &class], 1).contains("it is of another class"));
    let noise = write("noise", "no journal\n".to_owned());
    assert!(merge(&[&noise], 1).contains("this is not a journal"));
    // Errors in some must not leave out the others.
    let words = ["grade", "merge", "rubric.toml", &first, &other, &class, &noise, "no/such/file"];
    let output = finished(&mut jetan(&words), 1);
    let (table, said) = (text(&output.stdout), text(&output.stderr));
    assert!(table.contains("2 submissions") && table.contains("\n ann "), "{table}");
    let refused = said.lines().filter(|line| !line.ends_with(" is in no journal")).count();
    assert_eq!(refused, 4, "{said}");
}

#[test]
fn a_full_disk_is_said_and_everything_is_graded() {
    let Some(disk) = SmallDisk::new(24) else {
        skipped("a full disk", "nothing can be mounted here");
        return;
    };
    let out = disk.path().join("out");
    let expected = finished(&mut jetan(&["grade", "rubric.toml", "submissions"]), 0);
    let output = finished(&mut class::grading(&out, &[]), 66);
    assert_eq!(output.stdout, expected.stdout, "the table is there");
    let said = text(&output.stderr);
    assert!(said.contains("jetan: ") && said.contains("out/"), "{said}");
    // What was kept is used by the next run, which has more room.
    let journal = fs::read(out.join("journal.jsonl")).expect("it was begun");
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("journal.jsonl"), journal).expect("it can be written");
    assert_eq!(grade(folder.path(), &[]).stdout, expected.stdout);
}

/// While submissions run, the process has given up what it does not need.
#[test]
#[cfg(target_os = "linux")]
fn grading_confines_itself() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("class")).expect("a folder");
    fs::write(folder.path().join("class/a.asm"), "main: j main\n").expect("a file");
    let rubric = "title = \"t\"\n[limits]\ninstructions = 100_000_000_000\n[[criterion]]\n\
                  name = \"c\"\npoints = 1\n[[criterion.io]]\noutput = \"\"\n";
    fs::write(folder.path().join("rubric.toml"), rubric).expect("a file");
    let mut command = jetan(&["grade", "rubric.toml", "class"]);
    let mut child = command.current_dir(folder.path()).spawn().expect("it starts");
    let process = format!("/proc/{}", child.id());
    let limit = || fs::read_to_string(format!("{process}/limits")).unwrap_or_default();
    let has_no_core = || {
        let text = limit();
        let core = text.lines().find(|line| line.starts_with("Max core file size"));
        core.is_some_and(|line| line.split_whitespace().nth(4) == Some("0"))
    };
    while !has_no_core() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it has ended");
        std::thread::yield_now();
    }
    // Every thread that was made since has lost the way to more rights, which Landlock wants first.
    let is_bound = |status: String| status.lines().any(|line| line == "NoNewPrivs:\t1");
    let is_known = fs::read_to_string("/sys/kernel/security/lsm");
    let has_landlock =
        is_known.map_or(true, |modules| modules.contains("landlock")) && !emulated::is_emulated();
    let mut bound = false;
    for _ in 0..1000 {
        let tasks = fs::read_dir(format!("{process}/task")).expect("it runs");
        let statuses: Vec<String> = tasks
            .filter_map(|task| fs::read_to_string(task.ok()?.path().join("status")).ok())
            .collect();
        bound = !statuses.is_empty() && statuses.into_iter().all(is_bound);
        if bound {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(bound || !has_landlock, "it is not confined");
}

#[test]
fn students_see_nothing_of_hidden_cases_and_no_markup_of_others() {
    let folder = TempDir::new().expect("a folder");
    grade(folder.path(), &[]);
    let for_instructors = ["index.html", "grades.csv", "grades.json"];
    for (name, bytes) in reports(folder.path()) {
        let shown = text(&bytes);
        assert!(!shown.contains('\u{1b}'), "{name}: an escape");
        let is_page = shown.starts_with("<!doctype html>");
        assert!(!is_page || !shown.contains("<script"), "{name}: markup");
        if !for_instructors.contains(&name.as_str()) {
            // The numbers of the hidden call of `sort`, and an input of the hidden folder.
            for secret in ["-77", "above 0\\nsorted -9", "77 -77", "-5\n-3\n-9"] {
                assert!(!shown.contains(secret), "{name}: {secret}");
            }
        }
    }
}

/// What other programs read in the reports: Python's own readers, if there is a Python.
#[test]
fn the_reports_can_be_read_by_others() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !has_python {
        skipped("reports for others", "there is no Python");
        return;
    }
    let folder = TempDir::new().expect("a folder");
    grade(folder.path(), &[]);
    let read = "\
import base64, csv, json, sys, xml.etree.ElementTree as tree
rows = list(csv.DictReader(open('grades.csv', newline='')))
junit = tree.parse('junit.xml').getroot()
suites = junit.findall('testsuite')
scores = {row['submission']: float(row['points']) for row in rows}
assert len(rows) == 23 and len(suites) == 23, (len(rows), len(suites))
for suite in suites:
    name = suite.get('name')
    plain = ''.join(c if c.isalnum() or c == '.' else '_' for c in name)
    failures = len(suite.findall('testcase/failure'))
    assert failures == int(suite.get('failures')) and len(suite) >= 8
    scope = json.load(open('gradescope/%s/results.json' % plain))
    assert abs(sum(t['score'] for t in scope['tests']) - scores[name]) < 1e-9, name
    assert all(t['status'] in ('passed', 'failed') for t in scope['tests'])
    assert all(t['visibility'] in ('visible', 'hidden') for t in scope['tests'])
    prairie = json.load(open('prairielearn/%s/results.json' % plain))
    assert 0 <= prairie['score'] <= 1 and abs(prairie['score'] * 100 - scores[name]) < 1e-9
    last = open('autolab/%s/output.txt' % plain).read().splitlines()[-1]
    assert abs(sum(json.loads(last)['scores'].values()) - scores[name]) < 1e-9
    key, value = open('github/%s/result.txt' % plain).read().strip().split('=', 1)
    github = json.loads(base64.b64decode(value, validate=True))
    assert key == 'result' and github['version'] == 3
    assert abs(sum(t['score'] for t in github['tests']) - scores[name]) < 1e-9
    grade = [l for l in open('vpl/%s/output.txt' % plain) if l.startswith('Grade :=>>')]
    assert len(grade) == 1 and float(grade[0][10:]) == scores[name]
    room = json.load(open('classroom50/%s/result.json' % plain))
    assert room['max-score'] == 10000 and abs(room['score'] / 100 - scores[name]) < 1e-9
    exercism = json.load(open('exercism/%s/results.json' % plain))
    assert exercism['version'] == 2 and exercism['status'] in ('pass', 'fail', 'error')
";
    let output = Command::new("python3").args(["-c", read]).current_dir(folder.path()).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Draws a red unit, and never says YES.
const DRAWING: &str = "\
main: li $t0, 0x10010000
li $t1, 0xff0000
sw $t1, 0($t0)
li $v0, 10
syscall
";

#[test]
fn pages_have_pictures_of_frames_and_boards_but_of_nothing_hidden() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    let frame = format!("frame = \"{}\"\n", "0".repeat(64));
    write(
        "rubric.toml",
        format!(
            "title = \"t\"\nbitmap = \"64x64/8x8@static\"\n[[criterion]]\nname = \"picture\"\n\
             points = 1\n[[criterion.io]]\n{frame}[[criterion.io]]\nhidden = true\n{frame}\
             [[criterion]]\nname = \"board\"\npoints = 1\n[[criterion.project]]\n\
             name = \"tetrisito\"\nonly = [\"start equals goal\"]\n"
        ),
    );
    write("ann.asm", DRAWING.to_owned());
    let words =
        ["grade", "rubric.toml", "ann.asm", "--out", "out", "--report", "html,prairielearn"];
    finished(jetan(&words).current_dir(folder.path()), 0);
    let page = text(&fs::read(folder.path().join("out/students/ann.html")).expect("a page"));
    assert_eq!(page.matches("<img alt=\"\" src=\"data:image/png;base64,iVBORw0KGgo").count(), 1);
    assert_eq!(page.matches("<svg class=\"board\"").count(), 2, "grids and piece: {page}");
    assert!(page.contains("jetan check tetrisito --seed 1 --cases 0 --case"), "{page}");
    let results = json(&folder.path().join("out/prairielearn/results.json"));
    let images = results["tests"][0]["images"].as_array().expect("there is a picture");
    assert_eq!(images.len(), 1);
}

/// Mistakes in the solution of `testdata/statistics`, each with whose they are.
const STATISTICS: [(&str, &[(&str, &str)]); 5] = [
    ("ann", &[]),
    ("bob", &[("li      $t0, 1                  # the last was a blank", "li      $t0, 0")]),
    ("cat", &[("lw      $ra, 0($sp)", "nop"), ("\"upper.txt\"", "\"UPPER.TXT\"")]),
    ("dan", &[("beqz    $t1, cwend", "nop")]),
    ("eve", &[("ble     $t1, 32, blank", "li      $s1, 32\n        ble     $t1, $s1, blank")]),
];

#[test]
fn an_assignment_of_files_and_calls_is_graded() {
    let data = class().join("../statistics");
    let solution = fs::read_to_string(data.join("stats.asm")).expect("it is there");
    let folder = TempDir::new().expect("a folder");
    for (name, edits) in STATISTICS {
        let mut text = solution.clone();
        for (find, replace) in edits {
            assert!(text.contains(find), "{name}: {find}");
            text = text.replacen(find, replace, 1);
        }
        let to = folder.path().join("class").join(name);
        fs::create_dir_all(&to).expect("a folder");
        fs::write(to.join("stats.asm"), text).expect("it can be written");
    }
    let rubric = data.join("rubric.toml").display().to_string();
    let words = ["grade", &rubric, "class", "--report", "markdown", "--out", "out"];
    finished(jetan(&words).current_dir(folder.path()), 0);
    let report = text(&fs::read(folder.path().join("out/report.md")).expect("it was written"));
    expect_file![data.join("expected.md")].assert_eq(&report);
    // One submission by itself is told why on the terminal, and nothing of what is hidden.
    let words = ["grade", &rubric, "--single", "class/bob"];
    let output = finished(jetan(&words).current_dir(folder.path()), 0);
    let said = text(&output.stdout);
    let why = "\ncounts: 6.66 of 20\n  The program reads text.txt and prints characters, words and \
               lines.\n  0 of 2 shown cases passed\n\n  the handout's text: line 2 of the output \
               differs\n    case:\n      text.txt:\n      To be or not\n      to be\n    expected:";
    assert!(said.contains(why), "{said}");
    assert!(!said.contains("0 characters"), "{said}");
}

/// Writes the archive for a platform and unpacks it, as the platform would.
#[cfg(unix)]
fn unpacked(platform: &str, folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let archive = folder.with_extension("zip");
    let out = archive.to_str().expect("a plain name");
    let words = ["grade", "bundle", "rubric.toml", "--for", platform, "--out", out];
    let more: &[&str] = match platform {
        "domjudge" => &["--partial"],
        "github" => {
            let said = text(&finished(&mut jetan(&words), 1).stderr);
            assert!(said.contains("students can read the grader") && !archive.exists(), "{said}");
            &["--show-hidden"]
        }
        _ => &[],
    };
    finished(&mut jetan(&[&words, more].concat()), 0);
    let file = fs::File::open(&archive).expect("it was written");
    zip::ZipArchive::new(file).and_then(|mut zip| zip.extract(folder)).expect("it is sound");
    // A test that starts a process at this moment hands it our file, which then is still open for
    // writing and cannot be executed. A copy made by another process is nobody else's.
    if folder.join("jetan").exists() {
        let copy = "cp -p jetan copy && mv copy jetan";
        let is_copied = Command::new("sh").args(["-c", copy]).current_dir(folder).status();
        assert!(is_copied.expect("it starts").success());
    }
}

/// Runs the script of a platform in a folder, with a variable of the environment.
#[cfg(unix)]
fn script(words: &[&str], folder: &Path, variable: (&str, &Path)) -> String {
    let mut command = Command::new("sh");
    command.args(words).current_dir(folder).env_clear().env("PATH", "/usr/bin:/bin");
    text(&finished(command.env(variable.0, variable.1), 0).stdout)
}

#[cfg(unix)]
fn copy(student: &str, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    let from = class().join("submissions").join(student).join("readings.asm");
    fs::copy(from, to.join("readings.asm")).expect("it can be copied");
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).expect("it was written")).expect("it is JSON")
}

#[cfg(unix)]
#[test]
fn what_is_uploaded_grades_as_its_platform_would() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    unpacked("gradescope", &at("scope/source"));
    copy("ann", &at("scope/submission"));
    let root = at("scope");
    script(&["source/setup.sh"], &root, ("AUTOGRADER_ROOT", &root));
    script(&["source/run_autograder"], &root, ("AUTOGRADER_ROOT", &root));
    let results = json(&root.join("results/results.json"));
    let scores = results["tests"].as_array().expect("a list").iter();
    let scores: Vec<f64> = scores.filter_map(|test| test["score"].as_f64()).collect();
    assert_eq!(scores, [10.0, 20.0, 12.5, 12.5, 15.0, 20.0, 5.0, 5.0]);

    unpacked("prairielearn", &at("prairie/tests"));
    copy("jon-flooding", &at("prairie/student"));
    script(&["tests/run.sh"], &at("prairie"), ("GRADE_ROOT", &at("prairie")));
    assert_eq!(json(&at("prairie/results/results.json"))["score"], 0.05);

    unpacked("vpl", &at("vpl"));
    copy("ann", &at("vpl"));
    script(&["vpl_evaluate.sh"], &at("vpl"), ("VPL", Path::new("")));
    let said = script(&["vpl_execution"], &at("vpl"), ("VPL", Path::new("")));
    assert!(said.ends_with("Grade :=>> 100\n"), "{said}");
}

#[cfg(unix)]
#[test]
fn scripts_of_other_platforms_find_what_they_need() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    unpacked("codegrade", &at("fixtures"));
    copy("ann", &at("student"));
    let xml = at("junit.xml");
    script(&["../fixtures/grade.sh"], &at("student"), ("CG_JUNIT_XML_LOCATION", &xml));
    assert!(text(&fs::read(&xml).expect("it was written")).contains("failures=\"0\""));

    unpacked("exercism", &at("runner"));
    fs::create_dir(at("output")).expect("a folder");
    let words = ["runner/bin/run.sh", "readings", "student", "output"];
    script(&words, folder.path(), ("SLUG", Path::new("readings")));
    assert_eq!(json(&at("output/results.json"))["status"], "pass");

    unpacked("autolab", &at("autolab"));
    copy("ann", &at("autolab/handin"));
    let said = script(&["grade.sh"], &at("autolab"), ("LAB", Path::new("")));
    let last = said.lines().last().expect("there is a line");
    assert!(last.starts_with("{\"scores\":{"), "{said}");

    unpacked("github", &at("repository/grader"));
    copy("ann", &at("repository"));
    let output = at("github.txt");
    script(&["grader/grade.sh"], &at("repository"), ("GITHUB_OUTPUT", &output));
    assert!(text(&fs::read(&output).expect("it was written")).starts_with("result=ey"));

    unpacked("classroom50", &at("autograder"));
    let student = at("student").canonicalize().expect("it is there");
    let mut runner = Command::new("python3");
    runner.arg(at("autograder/autograder.py")).current_dir(&student);
    for name in ["CLASSROOM", "ASSIGNMENT", "COMMIT_URL", "RELEASE_URL"] {
        runner.env(name, name.to_lowercase());
    }
    if runner.env("SUBMISSION_TAG", "submit/1").output().is_ok() {
        let result = json(&student.join("result.json"));
        assert_eq!((&result["score"], &result["max-score"]), (&10000.into(), &10000.into()));
        assert_eq!(result["schema"], "classroom50/result/v1");
    }

    unpacked("domjudge", &at("problem"));
    assert!(text(&fs::read(at("problem/problem.yaml")).expect("it is there")).contains("Readings"));
    let pair = |name: &str| fs::read(at("problem/data").join(name)).expect("it is there");
    assert_eq!(pair("sample/001.in"), fs::read(class().join("cases/handout.in")).expect("a case"));
    assert_eq!(pair("secret/002.ans"), pair("sample/001.ans"));
}

#[test]
fn a_rubric_can_be_begun_and_its_mistakes_are_shown() {
    let folder = TempDir::new().expect("a folder");
    let new = folder.path().join("new").display().to_string();
    finished(&mut jetan(&["grade", "new", &new]), 0);
    let rubric = format!("{new}/rubric.toml");
    let said = text(&finished(&mut jetan(&["grade", "check-rubric", &rubric]), 0).stdout);
    assert!(said.starts_with("My assignment: 30 points\n"), "{said}");
    finished(&mut jetan(&["grade", "new", &new]), 66);
    let changed = text(&fs::read(&rubric).expect("it is there")).replace("procedure =", "proc =");
    fs::write(&rubric, changed).expect("it can be written");
    let said = text(&finished(&mut jetan(&["grade", "check-rubric", &rubric]), 1).stderr);
    assert!(said.contains("there is no key `proc` here") && said.contains("procedure"), "{said}");
}
