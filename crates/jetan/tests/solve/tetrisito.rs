//! Stories of `jetan solve tetrisito`.

use crate::{recorded, solve};

const SQUARE: &str = "....\n....\n##..\n##..\n";
const BAR: &str = "....\n....\n....\n####\n";

/// The course's input: an empty start, the lowest rows of the goal, and pieces.
fn input(goal: &[&str], pieces: &[&str]) -> String {
    let empty = "......\n";
    let rows: String = goal.iter().flat_map(|row| [row, "\n"]).collect();
    let above = empty.repeat(6 - goal.len());
    format!("{}{above}{rows}{}\n{}", empty.repeat(6), pieces.len(), pieces.concat())
}

#[test]
fn the_course_input_is_answered_with_yes_or_no() {
    let yes = input(&["######", "######"], &[SQUARE, BAR, BAR]);
    let no = input(&["#.####", "######"], &[SQUARE, BAR, BAR]);
    solve("tetrisito yes.in").file("yes.in", &yes).stdout("YES\n").run();
    solve("tetrisito").stdin(&yes).stdout("YES\n").run();
    solve("tetrisito -").stdin(&no).stdout("NO\n").run();
    solve("tetrisito yes.in no.in yes.in")
        .file("yes.in", &yes)
        .file("no.in", &no)
        .stdout("YES\nNO\nYES\n")
        .run();
}

#[test]
fn line_ends_do_not_matter() {
    let text = input(&["####..", "..####"], &[BAR, BAR]);
    let crlf = text.replace('\n', "\r\n");
    let texts = [&text, &crlf, text.trim_end(), crlf.trim_end(), &format!("{crlf}\r\n\r\n")];
    for text in texts {
        solve("tetrisito").stdin(text).stdout("YES\n").run();
        solve("tetrisito --impl b --use all").stdin(text).stdout("YES\n").run();
    }
}

#[test]
fn any_number_of_pieces_is_legal() {
    solve("tetrisito").stdin(input(&[], &[])).stdout("YES\n").run();
    solve("tetrisito").stdin(input(&["#....."], &[])).stdout("NO\n").run();
    let nine = input(&["######"; 6], &[SQUARE; 9]);
    solve("tetrisito --use all").stdin(nine).stdout("YES\n").run();
}

#[test]
fn a_plan_names_pieces_and_offsets() {
    let text = input(&["######", "######"], &[BAR, SQUARE, BAR]);
    let plan = "YES 1@0 2@4 3@0\n";
    solve("tetrisito --plan").stdin(&text).stdout(plan).run();
    solve("tetrisito --plan").stdin(input(&["#....."], &[BAR])).stdout("NO\n").run();
    solve("tetrisito --plan --json")
        .stdin(&text)
        .stdout(
            "{\"file\":\"<stdin>\",\"line\":1,\"reachable\":true,\"plan\":[\
             {\"piece\":1,\"offset\":0},{\"piece\":2,\"offset\":4},{\"piece\":3,\"offset\":0}]}\n",
        )
        .run();
    solve("tetrisito --json")
        .stdin(input(&["#....."], &[BAR]))
        .stdout("{\"file\":\"<stdin>\",\"line\":1,\"reachable\":false}\n")
        .run();
}

#[test]
fn plans_are_counted() {
    let text = input(&["######", "######"], &[BAR, SQUARE, BAR]);
    // The square left or right, in any order but bars among themselves from below.
    solve("tetrisito --count").stdin(&text).stdout("12\n").run();
    solve("tetrisito --count --limit 5")
        .stdin(&text)
        .stdout("5\n")
        .stderr("jetan: <stdin>:1: counting stopped at the limit of 5\n")
        .run();
    solve("tetrisito --count --json")
        .stdin(&text)
        .stdout("{\"file\":\"<stdin>\",\"line\":1,\"plans\":12,\"exact\":true}\n")
        .run();
    solve("tetrisito --limit 5").code(64).output();
}

#[test]
fn every_recorded_case_is_answered_in_every_reading() {
    let readings = [
        ("any_order_some", "--impl C"),
        ("any_order_some", "--impl A"),
        ("any_order_all", "--order any --use all"),
        ("in_order_all", "--impl B --use all"),
        ("in_order_some", "--impl B --use some"),
        ("in_order_prefix", "--impl B"),
        ("in_order_prefix", "--order given --use prefix"),
    ];
    let files = [
        ("tetrisito/tetrisito.jsonl", ""),
        ("tetrisito/tetrisito_boxes.jsonl", ""),
        ("tetrisito/tetrisito_clear.jsonl", "--clear-lines"),
    ];
    for (name, clearing) in files {
        let text = recorded(name);
        for (reading, words) in readings {
            let mut expected = String::new();
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let case: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
                expected += if case[reading] == true { "YES\n" } else { "NO\n" };
            }
            let story = solve(&format!("tetrisito {words} {clearing} cases.jsonl"));
            story.file("cases.jsonl", &text).stdout(&expected).run();
        }
    }
}

#[test]
fn lines_of_json_may_come_on_standard_input() {
    let rows = "[\"......\",\"......\",\"......\",\"......\",\"......\",\"......\"]";
    let line = format!("{{\"start\":{rows},\"target\":{rows},\"pieces\":[]}}\n");
    let text = format!("# a comment\n{line}\n# another\n{line}# the last");
    solve("tetrisito").stdin(&text).stdout("YES\nYES\n").run();
    let output = solve("tetrisito --json").stdin(&text).output();
    assert!(output.stdout.contains("\"line\":2,"), "{}", output.stdout);
}

#[test]
fn a_wrong_line_of_json_is_named_and_the_rest_is_solved() {
    let rows = "[\"......\",\"......\",\"......\",\"......\",\"......\",\"......\"]";
    let good = format!("{{\"start\":{rows},\"target\":{rows},\"pieces\":[]}}");
    let text = [
        good.clone(),
        good.replacen("......", ".....", 1),
        good.replacen("[]", "[[\"....\",\"....\",\"....\",\"....\"]]", 1),
        good.replacen("[]", "[[\"....\",\"....\",\"....\",\"...x\"]]", 1),
        good.replacen("[]", "[[\"#...\"]]", 1),
        good.replacen(",\"......\"]", "]", 1),
        "{\"start\":".to_owned(),
        "{\"start\":[]}".to_owned(),
        "nonsense".to_owned(),
        good.clone(),
    ]
    .join("\n");
    solve("tetrisito x.jsonl")
        .file("x.jsonl", text)
        .code(1)
        .stdout("YES\nYES\n")
        .stderr(
            "\
jetan: x.jsonl:2: start, row 1: a row has 6 characters, not 5
jetan: x.jsonl:3: piece 1 has no filled cell
jetan: x.jsonl:4: piece 1, row 4: a cell is `.` or `#`, not `x`
jetan: x.jsonl:5: piece 1, there are 4 rows, not 1
jetan: x.jsonl:6: start, there are 6 rows, not 5
jetan: x.jsonl:7: column 9: EOF while parsing a value
jetan: x.jsonl:8: column 12: missing field `target`
jetan: x.jsonl:9: a line is a JSON object or starts with `#`
",
        )
        .run();
}

#[test]
fn a_mistake_in_the_course_input_is_named_with_its_line() {
    let good = input(&["######", "######"], &[SQUARE, BAR, BAR]);
    let empty = "......\n".repeat(6);
    let cases = [
        (good.replacen("......", ".....", 1), "1: a row has 6 characters, not 5"),
        (good.replacen("......", "......\u{1b}", 1), "1: a cell is `.` or `#`, not `\\u{1b}`"),
        (good.replacen("3\n", "three\n", 1), "13: the number of pieces belongs here, alone in"),
        (good.replacen("3\n", "4\n", 1), "26: a row of a piece is missing: the input ends here"),
        (good.replacen("3\n", "2\n", 1), "22: there are more lines than the number of pieces"),
        (good.replacen("3\n", "300\n", 1), "13: 300 pieces are too many, at most 64 are possible"),
        (good.replacen("##..\n##..", "....\n....", 1), "14: piece 1 has no filled cell"),
        (empty.clone(), "7: a row of the goal grid is missing: the input ends here"),
        (format!("{empty}{empty}"), "13: the number of pieces is missing: the input ends here"),
        ("######\n".to_owned(), "2: a row of the start grid is missing: the input ends here"),
    ];
    for (text, expected) in cases {
        let output = solve("tetrisito case.in good.in")
            .file("case.in", &text)
            .file("good.in", &good)
            .code(1)
            .output();
        assert!(
            output.stderr.starts_with(&format!("jetan: case.in:{expected}")),
            "{}",
            output.stderr
        );
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
        assert_eq!(output.stdout, "YES\n", "the rest is solved");
    }
}

#[test]
fn wrong_flags_are_refused() {
    for words in ["--impl D", "--order backwards", "--use none", "--plan --count", "--jobs 0"] {
        let output = solve(&format!("tetrisito {words}")).code(64).output();
        assert_eq!(output.stdout, "", "{words}");
        assert_ne!(output.stderr, "", "{words}");
    }
}
