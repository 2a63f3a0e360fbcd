//! Stories of `jetan solve connect-four`.

use crate::{recorded, solve};

#[test]
fn moves_come_back_with_their_score() {
    solve("connect-four")
        .stdin("44444432655233\r\n\n# a comment\n121212 \n1122334")
        .stdout("44444432655233 14\n121212 18\n1122334 -18\n")
        .run();
    solve("connect-four a.txt -")
        .file("a.txt", "44444432655233")
        .stdin("121212\n")
        .stdout("44444432655233 14\n121212 18\n")
        .run();
}

#[test]
fn the_flags_add_columns_best_moves_and_a_line() {
    let story = |flags: &str| solve(&format!("connect-four {flags}")).stdin("44444432655233\n");
    story("--analyze").stdout("44444432655233 14 -2 -14 14 x -14 -14 -14\n").run();
    story("--best").stdout("44444432655233 14 3\n").run();
    story("--line").stdout("44444432655233 14 3\n").run();
    story("--analyze --best --line --json")
        .stdout(
            "{\"file\":\"<stdin>\",\"line\":1,\"moves\":\"44444432655233\",\"score\":14,\
             \"outcome\":\"win in 1\",\"columns\":[-2,-14,14,null,-14,-14,-14],\"best\":[3],\
             \"line\":\"3\"}\n",
        )
        .run();
    solve("connect-four --best --line").stdin("1122334\n").stdout("1122334 -18 - -\n").run();
}

#[test]
fn every_recorded_position_has_its_scores() {
    // Positions of the opening take a book or seconds each.
    let is_long = std::env::var_os("JETAN_LONG").is_some();
    let plies_min = if is_long { 12 } else { 18 };
    let text = recorded("connect4/scores.txt");
    let is_chosen = |line: &&str| {
        let moves = line.split(' ').next().unwrap_or_default();
        !line.starts_with('#') && moves.len() >= plies_min && !line.contains('?')
    };
    let lines: Vec<&str> = text.lines().filter(is_chosen).map(str::trim_end).collect();
    assert!(lines.len() > 500, "there are recorded positions");
    let moves: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    let expected = lines.join("\n") + "\n";
    solve("connect-four --analyze").stdin(moves.join("\n")).stdout(&expected).run();
    solve("connect-four --no-book --jobs 3 --analyze")
        .stdin(moves.join("\r\n"))
        .stdout(&expected)
        .run();
}

#[test]
fn a_wrong_line_is_named_and_the_rest_is_solved() {
    solve("connect-four x.txt")
        .file("x.txt", "44444432655233\n448\n1111111\n11223344\n44x\n4 4\n\u{1b}[2J\n121212\n")
        .code(1)
        .stdout("44444432655233 14\n121212 18\n")
        .stderr(
            "\
jetan: x.txt:2: move 3 is `8`: columns are 1 to 7
jetan: x.txt:3: move 7: column 1 is already full
jetan: x.txt:4: move 8 comes after the end of the game: leave it out
jetan: x.txt:5: move 3 is `x`: columns are 1 to 7
jetan: x.txt:6: move 2 is ` `: columns are 1 to 7
jetan: x.txt:7: move 1 is `\\u{1b}`: columns are 1 to 7
",
        )
        .run();
}
