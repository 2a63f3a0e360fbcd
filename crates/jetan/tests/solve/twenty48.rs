//! Stories of `jetan solve 2048`.

use crate::{recorded, solve};

const BOARD: &str = "2 2 4 8 0 0 0 0 0 0 0 0 0 0 0 0";

#[test]
fn a_board_gets_its_best_move_and_a_value() {
    let text = format!("{BOARD}\n{}\n", BOARD.replace(' ', ","));
    let output = solve("2048 --nodes 1000").stdin(&text).output();
    let lines: Vec<&str> = output.stdout.lines().collect();
    let [first, second] = lines[..] else { panic!("{}", output.stdout) };
    assert_eq!(first, second, "the same board, written differently");
    let (direction, value) = first.split_once(' ').expect("a move and a value");
    assert!(["L", "R", "U", "D"].contains(&direction), "{first}");
    assert!(value.parse::<f64>().is_ok(), "{first}");
    let again = solve("2048 --nodes 1000 -j 2").stdin(&text).output();
    assert_eq!(again.stdout, output.stdout, "the answer depends on the board only");
}

#[test]
fn the_only_move_is_the_best_one() {
    // Nothing can move but the last row, to the left.
    let board = "2 4 2 4 4 2 4 2 2 4 2 4 0 8 4 8";
    let output = solve("2048 --json").stdin(board).output();
    assert!(output.stdout.contains("\"move\":\""), "{}", output.stdout);
    let lost = "2 4 2 4 4 2 4 2 2 4 2 4 4 2 4 2";
    solve("2048").stdin(lost).stdout("none\n").run();
    solve("2048 --json")
        .stdin(lost)
        .stdout("{\"file\":\"<stdin>\",\"line\":1,\"move\":null,\"value\":0.0}\n")
        .run();
}

#[test]
fn a_move_gives_the_board_after_it_and_the_score() {
    solve("2048 --move L").stdin(BOARD).stdout("4 4 8 0 0 0 0 0 0 0 0 0 0 0 0 0 4\n").run();
    solve("2048 --move u").stdin(BOARD).stdout(&format!("{BOARD} 0\n")).run();
    solve("2048 --move U --json")
        .stdin(BOARD)
        .stdout(
            "{\"file\":\"<stdin>\",\"line\":1,\"board\":[2,2,4,8,0,0,0,0,0,0,0,0,0,0,0,0],\
             \"score\":0,\"legal\":false}\n",
        )
        .run();
}

#[test]
fn every_recorded_move_has_its_result() {
    let text = recorded("twenty48/moves.txt");
    let boards: Vec<Vec<&str>> = text
        .lines()
        .filter_map(|line| Some(line.strip_prefix("board ")?.split_whitespace().collect()))
        .collect();
    assert!(boards.len() > 100, "there are recorded boards");
    let input: Vec<&str> = boards.iter().map(|words| words[0]).collect();
    for direction in ["L", "R", "U", "D"] {
        let mut expected = String::new();
        for words in &boards {
            let at = words.iter().position(|word| *word == direction).expect("all four are there");
            expected += &[&words[at + 1].replace(',', " "), " ", words[at + 2], "\n"].concat();
        }
        let story = solve(&format!("2048 --move {direction}"));
        story.stdin(input.join("\n")).stdout(&expected).run();
    }
}

#[test]
fn the_chances_of_small_boards_are_exact() {
    let text = recorded("twenty48/exact.txt");
    let is_long = std::env::var_os("JETAN_LONG").is_some();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [side, target, four, probability, _] = words[..] else { panic!("{line}") };
        if (side, target) == ("3", "64") && !is_long {
            continue;
        }
        let spawn = if four == "0.5" { 50 } else { 90 };
        let output = solve(&format!("2048 --exact {side} {target} --spawn {spawn}")).output();
        let number = |text: &str| text.trim().parse::<f64>().expect("a number");
        let distance = (number(&output.stdout) - number(probability)).abs();
        assert!(distance < 2e-10, "{line}: {}", output.stdout);
    }
    let output = solve("2048 --exact 2 8 --json").output();
    assert!(
        output.stdout.starts_with("{\"side\":2,\"target\":8,\"probability\":1.0,\"positions\":"),
        "{}",
        output.stdout
    );
}

#[test]
fn games_are_played_and_summed_up() {
    let without_speed = |text: &str| {
        let last = text.lines().last().unwrap_or_default().len();
        text[..text.trim_end().len() - last].to_owned()
    };
    let first = solve("2048 --autoplay 4 --seed 7 --target 64").output().stdout;
    let again = solve("2048 --autoplay 4 --seed 7 --target 64 --jobs 3").output().stdout;
    assert_eq!(without_speed(&first), without_speed(&again), "a seed gives the same games");
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines[0], "4 games to 64, new tiles 50/50, from seed 7");
    assert_eq!(lines[1], " tile  reached  largest");
    assert_eq!(lines[2], format!("   64  100.0 %        4  {}", "#".repeat(40)));
    assert!(lines[3].ends_with(" per second"), "{first}");
    let json = solve("2048 --autoplay 2 --target 32 --spawn 90 --json").output().stdout;
    let summary: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(summary["games"], 2);
    assert_eq!(summary["spawn"], 90);
    assert_eq!(summary["tiles"][0]["share"], 1.0);
}

#[test]
fn a_wrong_board_is_named_and_the_rest_is_solved() {
    let text = format!("{BOARD}\n3 {BOARD}\n2 4 8\n2 x\n65536\n{BOARD} 2\n{BOARD}\n");
    let after = "4 4 8 0 0 0 0 0 0 0 0 0 0 0 0 0 4\n";
    solve("2048 --move L x.txt")
        .file("x.txt", text)
        .code(1)
        .stdout(&after.repeat(2))
        .stderr(
            "\
jetan: x.txt:2: 3 is not a tile: tiles are powers of two from 2
jetan: x.txt:3: a board needs 16 numbers, here are 3
jetan: x.txt:4: `x` is not a number
jetan: x.txt:5: 65536 is too large: the largest tile is 32768
jetan: x.txt:6: a board needs 16 numbers, here are 17
",
        )
        .run();
}

#[test]
fn words_of_a_board_cannot_control_the_terminal() {
    let output = solve("2048").stdin("\u{1b}[2J\n").code(1).output();
    assert!(!output.stderr.contains('\u{1b}'), "{:?}", output.stderr);
}

#[test]
fn wrong_flags_are_refused() {
    for words in [
        "--move X",
        "--exact 5 16",
        "--exact 2",
        "--exact 2 3",
        "--exact 2 99999",
        "--spawn 60",
        "--autoplay 0",
        "--autoplay 1 --target 5",
        "--autoplay 1 --move L",
        "--autoplay 1 file",
        "--seed 1",
        "--nodes 0",
    ] {
        let output = solve(&format!("2048 {words}")).code(64).output();
        assert_eq!(output.stdout, "", "{words}");
        assert_ne!(output.stderr, "", "{words}");
    }
}
