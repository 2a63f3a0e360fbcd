//! From the export of a platform to grades that it imports: archives are made here, after the
//! documentation of each platform.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::expect;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const RUBRIC: &str = r#"title = "Lab 3"
files = ["Lab3.asm"]
[[criterion]]
name = "prints"
points = 12.5
[[criterion.io]]
output = "7\n"
[[criterion]]
name = "counts"
points = 7.5
rule = "proportional"
[[criterion.io]]
input = "1\n"
output = "7\n"
[[criterion.io]]
input = "2\n"
output = "7\n"
[[criterion.io]]
input = "3\n"
output = "7\n"
"#;
const GOOD: &str =
    "li $a0 7\nli $v0 1\nsyscall\nli $a0 10\nli $v0 11\nsyscall\nli $v0 10\nsyscall\n";
const WRONG: &str = "li $a0 8\nli $v0 1\nsyscall\nli $v0 10\nsyscall\n";
const CANVAS_ROSTER: &str = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (77)\r\n\
    \"    Points Possible\",,,,,20\r\n\
    \"Lee, Ann\",12345,s1,alee,A,\r\n\"Li, Bo\",12346,s2,bli,A,\r\n\
    \"Lee, Ann\",12347,s3,alee2,B,\r\n\
    \"Fox, Cy\",12348,s4,cfox,A,\r\n\"李, 雷\",12349,s5,lilei,A,\r\n\
    \"Nobody, Ned\",12350,s6,ned,A,\r\n";

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("rubric.toml"), RUBRIC).expect("a file");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn jetan(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.args(words.split(' ')).current_dir(folder).stdin(Stdio::null());
    command.output().expect("it starts")
}

#[track_caller]
fn graded(folder: &Path, words: &str) -> String {
    graded_by(folder, &format!("grade rubric.toml {words}"))
}

#[track_caller]
fn graded_by(folder: &Path, words: &str) -> String {
    let output = jetan(folder, words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    String::from_utf8(output.stdout).expect("it is text")
}

fn read(folder: &Path, name: &str) -> String {
    let text = fs::read_to_string(folder.join(name)).expect("it was written");
    text.replace("\r\n", "\n")
}

fn canvas() -> TempDir {
    let inner = zip(&[("lab/Lab3.asm", GOOD.as_bytes()), ("__MACOSX/lab/x", b"")]);
    let nested = zip(&[("again.zip", &inner)]);
    let export = zip(&[
        ("leeann_12345_901_Lab3.asm", GOOD.as_bytes()),
        ("libo_LATE_12346_902_Lab3-1.asm", WRONG.as_bytes()),
        ("leeann_12347_903_work.zip", &nested),
        ("foxcy_12348_904_Lab3.zip", &zip(&[])),
        ("_12349_905_mine.asm", GOOD.as_bytes()),
    ]);
    folder(&[("submissions.zip", &export), ("class.csv", CANVAS_ROSTER.as_bytes())])
}

#[test]
fn from_canvas_and_back() {
    let folder = canvas();
    let table = graded(
        folder.path(),
        "submissions.zip --from canvas --roster class.csv --out out --report html,csv,canvas",
    );
    expect![[r"
        Lab 3: 5 submissions, 20 points at most

         submission        points  prints  counts
         Fox, Cy                0       0       0
         Lee, Ann (12345)      20    12.5     7.5
         Lee, Ann (12347)      20    12.5     7.5
         Li, Bo                 0       0       0
         李, 雷                20    12.5     7.5

        Fox, Cy: there is no file Lab3.asm
        Fox, Cy: Lab3.zip was not read: the archive is empty
        Lee, Ann (12345): several are called Lee, Ann: distinguished by id
        Lee, Ann (12347): several are called Lee, Ann: distinguished by id
        Li, Bo: Lab3-1.asm was taken for Lab3.asm
        Li, Bo: marked late; there is no late rule
        李, 雷: there is no file Lab3.asm: mine.asm, the only source, was taken for it
        Nobody, Ned (12350) has handed in nothing
    "]]
    .assert_eq(&table);
    expect![[r#"
        Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (77)
            Points Possible,,,,,20
        "Lee, Ann",12345,s1,alee,A,20
        "Li, Bo",12346,s2,bli,A,0
        "Lee, Ann",12347,s3,alee2,B,20
        "Fox, Cy",12348,s4,cfox,A,0
        "李, 雷",12349,s5,lilei,A,20
        "Nobody, Ned",12350,s6,ned,A,
    "#]]
    .assert_eq(&read(folder.path(), "out/canvas.csv"));
    expect![[r#"
        submission,points,problem,prints,counts,file,id,handed in,earned,decided
        "Fox, Cy",0,there is no file Lab3.asm,0,0,Fox__Cy,12348,,0,
        "Lee, Ann (12345)",20,,12.5,7.5,Lee__Ann__12345_,12345,Lab3.asm (72),20,
        "Lee, Ann (12347)",20,,12.5,7.5,Lee__Ann__12347_,12347,Lab3.asm (72),20,
        "Li, Bo",0,,0,0,Li__Bo,12346,Lab3.asm (44),0,marked late; there is no late rule
        "李, 雷",20,,12.5,7.5,李__雷,12349,mine.asm (72),20,
    "#]]
    .assert_eq(&read(folder.path(), "out/grades.csv"));
    assert!(folder.path().join("out/students/李__雷.html").exists());
    let index = read(folder.path(), "out/index.html");
    for part in ["mean 12, median 20", "Cases that fail most", "What was handed in", "Nobody, Ned"]
    {
        assert!(index.contains(part), "{part}: {index}");
    }
    // Everything else of the command comes to the same: shards, and what was interrupted.
    let words = "submissions.zip --from canvas --roster class.csv";
    graded(folder.path(), &format!("{words} --shard 1/2 --out one"));
    graded(folder.path(), &format!("{words} --shard 2/2 --out two"));
    let merged = jetan(
        folder.path(),
        "grade merge rubric.toml one/journal.jsonl two/journal.jsonl --roster class.csv \
         --out merged --report canvas",
    );
    assert_eq!(merged.status.code(), Some(0));
    assert_eq!(read(folder.path(), "merged/canvas.csv"), read(folder.path(), "out/canvas.csv"));
}

#[test]
fn from_moodle_and_back_with_semicolons_in_latin_1() {
    let export = zip(&[
        ("Jürgen Weiß_501_assignsubmission_file_/Lab3.asm", GOOD.as_bytes()),
        ("Ann Lee_502_assignsubmission_file_/Lab3.asm", WRONG.as_bytes()),
    ]);
    let sheet = "Identifier;Full name;Email address;Status;Grade;Maximum Grade\n\
                 Participant 501;J\u{fc}rgen Wei\u{df};j@x;Submitted;;20\n\
                 Participant 502;Ann Lee;a@x;Submitted;;20\nParticipant 503;Bo Li;b@x;;;20\n";
    let latin: Vec<u8> = sheet.chars().map(|c| c as u8).collect();
    let folder = folder(&[("export.zip", &export), ("sheet.csv", &latin)]);
    let table = graded(
        folder.path(),
        "export.zip --from moodle --roster sheet.csv --out out --report moodle",
    );
    assert!(table.contains("Bo Li (503) has handed in nothing\n"), "{table}");
    assert!(table.contains("roster: the file is not UTF-8: read as Latin-1\n"), "{table}");
    let sheet = read(folder.path(), "out/moodle.csv");
    let (head, rows) = sheet.split_once('\n').expect("there are lines");
    let first = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,";
    let last = "Last modified (submission),Last modified (grade),Feedback comments";
    assert_eq!(head, format!("{first}Grade can be changed,{last}"));
    expect![[r"
        Participant 501,Jürgen Weiß,j@x,Submitted,20,20,Yes,-,-,
        Participant 502,Ann Lee,a@x,Submitted,0,20,Yes,-,-,
        Participant 503,Bo Li,b@x,,,20,Yes,-,-,
    "]]
    .assert_eq(rows);
}

#[test]
fn from_blackboard_and_back_with_a_late_rule() {
    let export = zip(&[
        ("Lab 3_alee_attempt_2026-03-03-08-00-00.txt", b"Name: Ann Lee (alee)\r\n"),
        ("Lab 3_alee_attempt_2026-03-03-08-00-00_Lab3.asm", GOOD.as_bytes()),
        ("Lab 3_bli_attempt_2026-03-01-20-00-00.txt", b"Name: Bo Li (bli)\r\n"),
        ("Lab 3_bli_attempt_2026-03-01-20-00-00_Lab3.asm", GOOD.as_bytes()),
    ]);
    let decided = "[late]\ndue = \"2026-03-01 23:59\"\nper-day = 10\n[[student]]\nid = \"bli\"\n\
                   points = 19.5\ncomment = \"the report counts, too\"\n";
    let roster = "\"Last Name\",\"First Name\",\"Username\",\"Lab 3 [Total Pts: 20 Score] |9\"\n\
                  Lee,Ann,alee,\nLi,Bo,bli,\n";
    let files: &[(&str, &[u8])] = &[
        ("export.zip", &export),
        ("overrides.toml", decided.as_bytes()),
        ("roster.csv", roster.as_bytes()),
    ];
    let folder = folder(files);
    let words =
        "export.zip --from blackboard --roster roster.csv --out out --report blackboard,json";
    let table = graded(folder.path(), words);
    expect![[r"
        Lab 3: 2 submissions, 20 points at most

         submission  points  prints  counts
         Ann Lee         16    12.5     7.5
         Bo Li         19.5    12.5     7.5

        Ann Lee: 2 days late: 4 points taken off
        Bo Li: points set by hand to 19.5; the cases gave 20
        Bo Li: comment: the report counts, too
    "]]
    .assert_eq(&table);
    expect![[r"
        Last Name,First Name,Username,Lab 3 [Total Pts: 20 Score] |9
        Lee,Ann,alee,16
        Li,Bo,bli,19.5
    "]]
    .assert_eq(&read(folder.path(), "out/blackboard.csv"));
    // Decisions survive every run, and a later run says what has changed and why.
    assert_eq!(graded(folder.path(), words), table);
    fs::copy(folder.path().join("out/grades.json"), folder.path().join("old.json"))
        .expect("a copy");
    fs::write(folder.path().join("overrides.toml"), "").expect("it can be written");
    let table = graded(folder.path(), &format!("{words},csv --before old.json"));
    assert!(table.contains("Ann Lee: 16 before: decision withdrawn\n"), "{table}");
    let csv = read(folder.path(), "out/grades.csv");
    assert!(csv.contains(",16,16 before: decision withdrawn\n"), "{csv}");
    // Mistakes in the file are named with their lines, and nothing is graded.
    fs::write(folder.path().join("overrides.toml"), "[[student]]\npiontz = 3\n").expect("a file");
    let output = jetan(folder.path(), &format!("grade rubric.toml {words}"));
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("jetan: overrides.toml: line 2: unknown field `piontz`"), "{said}");
}

#[test]
fn from_gradescope_classroom_and_a_folder() {
    let metadata = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '1'\n  - \
                    :name: Bo Li\n    :sid: '2'\n  :created_at: 2026-03-01 23:10:00 Z\n";
    let class: &[(&str, &[u8])] = &[
        ("export/submission_metadata.yml", metadata.as_bytes()),
        ("export/submission_11/Lab3.asm", GOOD.as_bytes()),
        ("lab-3-submissions/lab-3-ann/Lab3.asm", GOOD.as_bytes()),
        ("lab-3-submissions/lab-3-bo/Lab3.asm", WRONG.as_bytes()),
        ("plain/ann/Lab3.asm", GOOD.as_bytes()),
        ("plain/bo.asm", WRONG.as_bytes()),
        ("plain/cy.zip", b"not an archive"),
        ("roster.csv", b"ID,Name\n1,Ann Lee\n2,Bo Li\n"),
    ];
    let folder = folder(class);
    let table = graded(
        folder.path(),
        "export --from gradescope --roster roster.csv --out out --report canvas",
    );
    assert!(table.contains(" Ann Lee, Bo Li      20 "), "{table}");
    assert!(table.contains("the roster has no column `Lab 3`"), "{table}");
    let grades = read(folder.path(), "out/canvas.csv");
    assert!(grades.ends_with("Ann Lee,1,,,,20\nBo Li,2,,,,20\n"), "{grades}");
    let table = graded(folder.path(), "lab-3-submissions --from classroom");
    assert!(
        table.contains(" ann             20 ") && table.contains(" bo               0 "),
        "{table}"
    );
    let table = graded(folder.path(), "plain --from folder");
    assert!(table.contains("cy: cy.zip was not read: it is not a zip archive"), "{table}");
    let output = jetan(folder.path(), "grade rubric.toml plain --from folder --out plain/out");
    assert_eq!(output.status.code(), Some(64), "reports would be submissions the next time");
}

#[test]
fn reports_without_names() {
    let folder = canvas();
    let table = graded(
        folder.path(),
        "submissions.zip --from canvas --roster class.csv --anonymous --out out \
         --report html,csv,json,markdown,canvas",
    );
    let mut all = table;
    for name in ["grades.csv", "grades.json", "index.html", "report.md"] {
        all += &read(folder.path(), &format!("out/{name}"));
    }
    for page in fs::read_dir(folder.path().join("out/students")).expect("pages") {
        all += &fs::read_to_string(page.expect("a page").path()).expect("it is text");
    }
    for name in ["Lee", "Fox", "12345", "leeann", "李"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("student-1") && all.contains("student-5"));
    assert!(read(folder.path(), "out/names.csv").contains(",\"Fox, Cy\",12348\n"));
    assert!(read(folder.path(), "out/canvas.csv").contains("\"Fox, Cy\",12348,s4,cfox,A,0\n"));
}

#[test]
fn nobody_is_lost_by_a_number_that_is_somebody_s_name_and_no_name_is_a_formula() {
    let export = zip(&[
        ("ann/Lab3.asm", GOOD.as_bytes()),
        ("Ann/Lab3.asm", WRONG.as_bytes()),
        ("ann (2)/Lab3.asm", GOOD.as_bytes()),
        ("=1+1/Lab3.asm", WRONG.as_bytes()),
    ]);
    let folder = folder(&[("class.zip", &export)]);
    let words = "class.zip --from folder";
    let points = |table: &str| {
        let of = |name: &str| {
            let line = table.lines().find_map(|line| line.strip_prefix(&format!(" {name} ")));
            line.and_then(|line| line.split_whitespace().next()).map(str::to_owned)
        };
        ["=1+1", "Ann", "ann (2)", "ann (3)"].map(|name| of(name).unwrap_or_default())
    };
    let whole = graded(folder.path(), &format!("{words} --anonymous --out out --report csv"));
    assert!(whole.contains("4 submissions"), "{whole}");
    assert!(read(folder.path(), "out/names.csv").contains(",'=1+1,\n"));
    graded(folder.path(), &format!("{words} --shard 1/2 --out one"));
    graded(folder.path(), &format!("{words} --shard 2/2 --out two"));
    let merged = graded_by(
        folder.path(),
        "grade merge rubric.toml one/journal.jsonl two/journal.jsonl --out merged --report csv",
    );
    // Who handed in what is told apart by the names: the right ones have the points.
    assert_eq!(points(&merged), ["0", "0", "20", "20"], "{merged}");
}

#[test]
fn whoever_is_not_known_by_an_id_gets_no_line_that_a_platform_could_mistake() {
    let export = zip(&[
        ("leeann_12345_901_Lab3.asm", GOOD.as_bytes()),
        ("foxcy_12348_904_Lab3-2.asm", WRONG.as_bytes()),
        ("foxcy_12348_905_again.asm", GOOD.as_bytes()),
        ("strange.asm", GOOD.as_bytes()),
    ]);
    let decided = "[[student]]\nid = \"99\"\npoints = 3\n[[student]]\nname = \"Lee, Ann\"\n\
                   points = 1\n[[student]]\nname = \"Who\"\npoints = 1\n";
    let folder = folder(&[
        ("submissions.zip", &export),
        ("class.csv", CANVAS_ROSTER.as_bytes()),
        ("overrides.toml", decided.as_bytes()),
    ]);
    let table = graded(
        folder.path(),
        "submissions.zip --from canvas --roster class.csv --out out --report canvas",
    );
    for line in [
        "strange is not in the roster and has no id: no platform gets it",
        "overrides line 1: 99: nobody has this id: not applied",
        "overrides line 4: Lee, Ann: several have this name, say which by `id`: not applied",
        "overrides line 7: Who: nobody has this name: not applied",
    ] {
        assert!(table.lines().any(|it| it == line), "{line}\n{table}");
    }
    let sheet = read(folder.path(), "out/canvas.csv");
    assert!(!sheet.contains("strange") && sheet.contains("12345,s1,alee,A,20\n"), "{sheet}");
}

#[test]
fn a_grade_centre_in_utf_16_is_a_roster() {
    let export = zip(&[("Lab 3_alee_attempt_2026-03-01-08-00-00_Lab3.asm", GOOD.as_bytes())]);
    let roster = "\u{feff}\"Last Name\"\t\"First Name\"\t\"Username\"\r\nLee\tAnn\talee\r\n";
    let wide: Vec<u8> = roster.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let folder = folder(&[("export.zip", &export), ("roster.xls", &wide)]);
    let words = "export.zip --from blackboard --roster roster.xls --out out --report blackboard";
    graded(folder.path(), words);
    assert!(read(folder.path(), "out/blackboard.csv").contains("Lee,Ann,alee,20\n"));
}
