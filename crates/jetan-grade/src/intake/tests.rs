//! Exports as each platform writes them, sound and not.

use std::fmt::Write as _;

use super::*;

fn sorted(kind: ExportKind, outer: Option<&str>, paths: &[(&str, &str)]) -> SortedExport {
    let file = |(path, text): &(&str, &str)| ExportFile {
        path: (*path).to_owned(),
        contents: Ok(text.as_bytes().to_vec()),
    };
    sort(kind, outer, paths.iter().map(file).collect(), &["Lab3.asm".to_owned()])
}

/// Name, id, late mark, date, files and remarks of every submission, a line each.
fn listing(export: &SortedExport) -> String {
    let mut text = String::new();
    for work in &export.submissions {
        let handed_in = &work.handed_in;
        let id = handed_in.id.as_deref().unwrap_or("-");
        let late = if handed_in.late { " late" } else { "" };
        let date = handed_in.submitted.as_ref().map(|date| format!(" {date}")).unwrap_or_default();
        let files: Vec<&str> = work.files.keys().map(String::as_str).collect();
        let _ = writeln!(text, "{} [{id}]{late}{date}: {}", work.name, files.join(" "));
        for member in &handed_in.members {
            let _ = writeln!(text, "  member {} [{}]", member.name, member.id);
        }
        for remark in &work.remarks {
            let _ = writeln!(text, "  {remark}");
        }
    }
    for remark in &export.remarks {
        let _ = writeln!(text, "! {remark}");
    }
    text
}

#[test]
fn canvas_names_have_ids_late_marks_and_numbers() {
    let export = sorted(
        ExportKind::Canvas,
        None,
        &[
            ("leeann_12345_67890_Lab3.asm", "nop"),
            ("leeann_12345_67891_io.asm", "nop"),
            ("libo_LATE_12346_67892_Lab3-1.asm", "nop"),
            ("team_red_12347_67893_lab.zip/lab/Lab3.asm", "nop"),
            ("team_red_12347_67893_lab.zip/lab/notes.txt", "x"),
            ("zoe_12348_text.html", "<p>"),
            ("anon_a1b2c_LATE_67894_Lab3.asm", "nop"),
            ("loose.asm", "nop"),
            ("readme.txt", ""),
        ],
    );
    assert_eq!(
        listing(&export),
        "anon_a1b2c [-] late: Lab3.asm\n\
         leeann [12345]: Lab3.asm io.asm\n\
         libo [12346] late: Lab3.asm\n  Lab3-1.asm was taken for Lab3.asm\n\
         loose [-]: loose.asm\n\
         team_red [12347]: Lab3.asm notes.txt\n\
         zoe [12348]: text.html\n\
         ! loose.asm is not named as Canvas names files: it is taken for a submission of its own\n\
         ! readme.txt is nobody's and was left out\n"
    );
}

#[test]
fn moodle_has_folders_or_long_names() {
    let folders = [
        ("CS1-Lab3/Ann Lee_12345_assignsubmission_file_/Lab3.asm", "nop"),
        ("CS1-Lab3/Ann Lee_12345_assignsubmission_file_/src/io.asm", "nop"),
        ("CS1-Lab3/李雷_12346_assignsubmission_file/lab3.ASM", "nop"),
        ("CS1-Lab3/Participant_12347_assignsubmission_onlinetext/onlinetext.html", "x"),
    ];
    let export = sorted(ExportKind::Moodle, None, &folders);
    assert_eq!(
        listing(&export),
        "Ann Lee [12345]: Lab3.asm src/io.asm\n\
         Participant [12347]: onlinetext.html\n\
         李雷 [12346]: Lab3.asm\n  lab3.ASM was taken for Lab3.asm\n"
    );
    let flat = [("Ann Lee_12345_assignsubmission_file_my_Lab3.asm", "nop")];
    let export = sorted(ExportKind::Moodle, None, &flat);
    assert_eq!(listing(&export), "Ann Lee [12345]: my_Lab3.asm\n");
    let one = [("Ann Lee_12345_assignsubmission_file_/Lab3.asm", "nop")];
    assert_eq!(listing(&sorted(ExportKind::Moodle, None, &one)), "Ann Lee [12345]: Lab3.asm\n");
}

#[test]
fn blackboard_has_attempts_and_receipts() {
    let export = sorted(
        ExportKind::Blackboard,
        None,
        &[
            ("Lab 3_j_doe_attempt_2026-03-01-22-10-00.txt", "Name: Jane Doe (j_doe)\nAssignment:"),
            ("Lab 3_j_doe_attempt_2026-03-01-22-10-00_Lab3.asm", "old"),
            ("Lab 3_j_doe_attempt_2026-03-02-08-00-00.txt", "Name: Jane Doe (j_doe)\n"),
            ("Lab 3_j_doe_attempt_2026-03-02-08-00-00_Lab3.asm", "new"),
            ("Lab 3_leeann_attempt_2026-03-01-23-00-00_Lab3.asm", "nop"),
            ("Lab 3_nofile_attempt_2026-03-01-23-00-00.txt", "Name: No File (nofile)\n"),
        ],
    );
    assert_eq!(
        listing(&export),
        "Jane Doe [j_doe] 2026-03-02-08-00-00: Lab3.asm\n  an earlier attempt was left out\n\
         No File [nofile] 2026-03-01-23-00-00: \n\
         leeann [leeann] 2026-03-01-23-00-00: Lab3.asm\n"
    );
    assert_eq!(export.submissions[0].files["Lab3.asm"], b"new");
}

#[test]
fn gradescope_has_metadata_and_groups() {
    let metadata = "---
submission_11:
  :submitters:
  - :name: Ann Lee
    :sid: '12345'
    :email: ann@x.edu
  :created_at: 2026-03-01 23:10:00.000000000 Z
  :score: 0
  :history:
  - :created_at: 2026-02-01 00:00:00 Z
submission_12:
  :submitters:
  - :name: Bo Li
    :sid: ''
    :email: bo@x.edu
  - :name: Cy Fox
    :sid: '12347'
  :created_at: 2026-03-01 10:00:00 Z
";
    let export = sorted(
        ExportKind::Gradescope,
        None,
        &[
            ("assignment_9_export/submission_metadata.yml", metadata),
            ("assignment_9_export/submission_11/Lab3.asm", "nop"),
            ("assignment_9_export/submission_12/Lab3.asm", "nop"),
            ("assignment_9_export/submission_13/Lab3.asm", "nop"),
        ],
    );
    assert_eq!(
        listing(&export),
        "Ann Lee [12345] 2026-03-01 23:10:00.000000000 Z: Lab3.asm\n\
         Bo Li, Cy Fox [submission_12] 2026-03-01 10:00:00 Z: Lab3.asm\n  \
         member Bo Li [bo@x.edu]\n  member Cy Fox [12347]\n\
         submission_13 [-]: Lab3.asm\n"
    );
}

#[test]
fn a_login_without_a_receipt_begins_where_others_do() {
    let export = sorted(
        ExportKind::Blackboard,
        None,
        &[
            ("Lab_3_s_1_attempt_2026-03-01-22-10-00.txt", "Name: Jane Doe (s_1)\n"),
            ("Lab_3_s_1_attempt_2026-03-01-22-10-00_Lab3.asm", "nop"),
            ("Lab_3_s_2_attempt_2026-03-01-22-10-00_Lab3.asm", "nop"),
        ],
    );
    assert_eq!(
        listing(&export),
        "Jane Doe [s_1] 2026-03-01-22-10-00: Lab3.asm\n\
         s_2 [s_2] 2026-03-01-22-10-00: Lab3.asm\n"
    );
}

#[test]
fn a_date_of_gradescope_may_be_an_object() {
    let metadata = "---
submission_11:
  :submitters:
  - :name: Ann Lee
    :sid: '12345'
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-03-02 10:20:00.000000000 Z
    zone: &1 !ruby/object:ActiveSupport::TimeZone
      name: Etc/UTC
    time: 2026-03-02 05:20:00.000000000 Z
";
    let export = sorted(
        ExportKind::Gradescope,
        None,
        &[("submission_metadata.yml", metadata), ("submission_11/Lab3.asm", "nop")],
    );
    assert_eq!(listing(&export), "Ann Lee [12345] 2026-03-02 10:20:00.000000000 Z: Lab3.asm\n");
}

#[test]
fn classroom_folders_begin_with_the_assignment() {
    let paths = [("lab-3-ann-lee/Lab3.asm", "nop"), ("lab-3-ann-may/Lab3.asm", "nop")];
    let export = sorted(ExportKind::Classroom, Some("lab-3-submissions"), &paths);
    assert_eq!(listing(&export), "ann-lee [ann-lee]: Lab3.asm\nann-may [ann-may]: Lab3.asm\n");
    let paths = [("x/lab-3-anna/Lab3.asm", "nop"), ("x/lab-3-annb/Lab3.asm", "nop")];
    let export = sorted(ExportKind::Classroom, None, &paths);
    assert_eq!(listing(&export), "anna [anna]: Lab3.asm\nannb [annb]: Lab3.asm\n");
}

#[test]
fn two_students_of_one_name_stay_two() {
    let export = sorted(
        ExportKind::Canvas,
        None,
        &[
            ("leeann_12345_1_Lab3.asm", "one"),
            ("leeann_12346_2_Lab3.asm", "two"),
            ("LeeAnn_12347_3_Lab3.asm", "three"),
        ],
    );
    let names: Vec<&str> = export.submissions.iter().map(|work| work.name.as_str()).collect();
    assert_eq!(names, ["LeeAnn (12347)", "leeann (12345)", "leeann (12346)"]);
    assert_eq!(export.submissions[1].files["Lab3.asm"], b"one");
    let folders = [("ann/Lab3.asm", "one"), ("Ann/Lab3.asm", "two")];
    let export = sorted(ExportKind::Folder, None, &folders);
    let names: Vec<&str> = export.submissions.iter().map(|work| work.name.as_str()).collect();
    assert_eq!(names, ["Ann", "ann (2)"]);
}

#[test]
fn a_number_that_tells_two_names_apart_is_nobody_s_name() {
    let named = |kind, paths: &[(&str, &str)]| {
        let export = sorted(kind, None, paths);
        export.submissions.into_iter().map(|work| work.name).collect::<Vec<String>>()
    };
    let folders = ["Ann", "ann", "ann (2)", "ANN (3)"].map(|name| format!("{name}/Lab3.asm"));
    let folders: Vec<(&str, &str)> = folders.iter().map(|path| (path.as_str(), "nop")).collect();
    assert_eq!(
        named(ExportKind::Folder, &folders),
        ["ANN (3)", "Ann", "ann (2)", "ann (4)"],
        "whoever is alone with a name keeps it"
    );
    let ids = [
        ("ann_1_1_Lab3.asm", "one"),
        ("ann_2_2_Lab3.asm", "two"),
        ("ann (1)_3_3_Lab3.asm", "three"),
    ];
    assert_eq!(named(ExportKind::Canvas, &ids), ["ann (1)", "ann (1) (2)", "ann (2)"]);
}

#[test]
fn who_handed_in_nothing_that_can_be_read_is_not_lost() {
    let files = vec![
        ExportFile {
            path: "leeann_12345_1_Lab3.zip".to_owned(),
            contents: Err("the archive is empty".to_owned()),
        },
        ExportFile { path: "ben.zip".to_owned(), contents: Err("not a zip archive".to_owned()) },
    ];
    let export = sort(ExportKind::Canvas, None, files, &[]);
    let names: Vec<&str> = export.submissions.iter().map(|work| work.name.as_str()).collect();
    assert_eq!(names, ["ben", "leeann"]);
    assert_eq!(export.submissions[0].remarks, ["ben.zip was not read: not a zip archive"]);
    assert_eq!(export.submissions[1].remarks, ["Lab3.zip was not read: the archive is empty"]);
}

#[test]
fn no_name_breaks_it() {
    let parts = ["_", "__", "LATE", "_LATE_", "1", "_1_", "anon_", "_attempt_", "/", "é", ".txt"];
    let more = ["_assignsubmission_", "submission_", "2026-03-01-22-10-00", "-", "a.asm", ""];
    let parts: Vec<&str> = parts.into_iter().chain(more).collect();
    let kinds = [
        ExportKind::Canvas,
        ExportKind::Moodle,
        ExportKind::Blackboard,
        ExportKind::Gradescope,
        ExportKind::Classroom,
        ExportKind::Folder,
    ];
    for one in &parts {
        for two in &parts {
            for three in &parts {
                let path = format!("{one}{two}{three}");
                for kind in kinds {
                    let export = sorted(kind, None, &[(&path, ""), ("a_1_2_b.asm", "nop")]);
                    assert!(!export.submissions.is_empty() || !export.remarks.is_empty());
                }
            }
        }
    }
}

#[test]
fn a_folder_that_was_not_read_is_still_somebody_s() {
    let unread = |path: &str| ExportFile {
        path: path.to_owned(),
        contents: Err("its name is odd".to_owned()),
    };
    let read = |path: &str| ExportFile { path: path.to_owned(), contents: Ok(b"nop".to_vec()) };
    let moodle = vec![
        unread("Jos\\e P_12347_assignsubmission_file_/"),
        read("Ann Lee_12345_assignsubmission_file_/Lab3.asm"),
    ];
    assert_eq!(
        listing(&sort(ExportKind::Moodle, None, moodle, &[])),
        "Ann Lee [12345]: Lab3.asm\n\
         Jos\\e P [12347]: \n  the folder was not read: its name is odd\n"
    );
    let folder = vec![unread("a\\b/"), read("c/Lab3.asm")];
    assert_eq!(
        listing(&sort(ExportKind::Folder, None, folder, &[])),
        "a\\b [-]: \n  the folder was not read: its name is odd\nc [-]: Lab3.asm\n"
    );
}
