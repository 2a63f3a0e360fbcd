//! Stories of `jetan solve --format drawn`: answers for people.

use crate::solve;

#[test]
fn a_position_of_connect_four_is_drawn_with_words() {
    solve("connect-four --format drawn --analyze --line")
        .stdin("44444432655233\n1122334\n")
        .stdout(
            "\
<stdin>:1
  . . . O . . .
  . . . X . . .
  . . . O . . .
  . . O X . . .
  . O X O X . .
  . O X X O X .
  1 2 3 4 5 6 7
  X to move: X wins in 1
  best: column 3
  scores by column: 1: -2  2: -14  3: +14  4: full  5: -14  6: -14  7: -14
  best play: 3

<stdin>:2
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  O O O . . . .
  X X X X . . .
  1 2 3 4 5 6 7
  X has won

",
        )
        .run();
}

#[test]
fn a_board_of_2048_shows_the_move_and_what_it_makes() {
    solve("2048 --format drawn --move L")
        .stdin("2 2 4 8 0 0 0 0 0 0 0 0 0 0 0 1024\n")
        .stdout(
            "\
<stdin>:1
     2     2     4     8
     .     .     .     .
     .     .     .     .
     .     .     .  1024
  left: 4 points

     4     4     8     .
     .     .     .     .
     .     .     .     .
  1024     .     .     .

",
        )
        .run();
    let stuck = "2 4 2 4 4 2 4 2 2 4 2 4 4 2 4 2\n";
    let output = solve("2048 --format drawn").stdin(stuck).output();
    assert!(output.stdout.ends_with("\n  no move is left\n\n"), "{}", output.stdout);
}

#[test]
fn a_sudoku_has_its_boxes() {
    solve("sudoku --format drawn")
        .stdin("1...\n..3.\n.4..\n...2\n")
        .stdout(
            "\
<stdin>:1
  +-----+-----+
  | 1 3 | 2 4 |
  | 4 2 | 3 1 |
  +-----+-----+
  | 2 4 | 1 3 |
  | 3 1 | 4 2 |
  +-----+-----+
  the only solution

",
        )
        .run();
    for (flags, puzzle, words) in [
        ("", "1..1............", "there is no solution"),
        ("", "................", "there are several solutions"),
        ("--count", "................", "288 solutions"),
        ("--rate", "1.....3..4.....2", "easy, score"),
    ] {
        let output = solve(&format!("sudoku --format drawn {flags}")).stdin(puzzle).output();
        assert!(output.stdout.contains(&format!("\n  {words}")), "{puzzle}: {}", output.stdout);
    }
}

#[test]
fn a_plan_of_tetrisito_is_drawn_step_by_step() {
    let rows = |rows: [&str; 6]| rows.join("\n");
    let start = rows(["......", "......", "......", "......", "......", "##...."]);
    let goal = rows(["......", "......", "......", "......", "..##..", "####.."]);
    let square = "....\n....\n##..\n##..";
    solve("tetrisito --format drawn")
        .stdin(format!("{start}\n{goal}\n1\n{square}\n"))
        .stdout(
            "\
<stdin>:1
  start       goal
  ......      ......
  ......      ......
  ......      ......
  ......      ......
  ......      ..##..
  ##....      ####..

  YES, with 1 drop

  start       1 at 2
  ......      ......
  ......      ......
  ......      ......
  ......      ......
  ......      ..##..
  ##....      ####..

",
        )
        .run();
}

#[test]
fn colours_come_only_when_asked_for() {
    let output = solve("connect-four --format drawn --color always").stdin("44\n").output();
    assert!(output.stdout.contains("\x1b[1m\x1b[31mX\x1b[0m"), "{}", output.stdout);
    let output = solve("connect-four --format drawn").stdin("44\n").output();
    assert!(!output.stdout.contains('\x1b'), "{}", output.stdout);
}

#[test]
fn a_bad_line_keeps_its_place_in_json() {
    let output = solve("connect-four --json").stdin("44\n9\n4\n").code(1).any_output();
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[1],
        "{\"file\":\"<stdin>\",\"line\":2,\"error\":\"move 1 is `9`: columns are 1 to 7\"}"
    );
}
