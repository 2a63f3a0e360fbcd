//! Stories of `jetan solve sudoku`.

use crate::{recorded, solve};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A puzzle of one line as the course's grid.
fn rows(line: &str, side: usize) -> String {
    let digits: Vec<char> = line.replace('.', "0").chars().collect();
    digits.chunks(side).map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn the_course_grid_is_solved_in_its_own_form() {
    let (puzzle, solution) = (rows(EASY, 9), rows(SOLVED, 9));
    solve("sudoku grid.txt").file("grid.txt", &puzzle).stdout(&solution).run();
    for text in [puzzle.replace('\n', "\r\n"), puzzle.trim_end().to_owned(), solution.clone()] {
        solve("sudoku").stdin(text).stdout(&solution).run();
    }
    solve("sudoku")
        .stdin("0000\n0000\n0000\n0000\n")
        .stdout("1234\n3412\n2143\n4321\n")
        .stderr("jetan: <stdin>:1: there are more solutions: this is the first\n")
        .run();
    solve("sudoku").stdin("1100\n0000\n0000\n0000\n").stdout("none\n").run();
}

#[test]
fn grids_and_lines_may_follow_each_other() {
    let text = format!("{}\n\n{EASY}\n1234\n3412\n2143\n4321\n", rows(EASY, 9));
    let solved = rows(SOLVED, 9);
    let expected = format!("{solved}{SOLVED}\n1234\n3412\n2143\n4321\n");
    solve("sudoku").stdin(text).stdout(&expected).run();
}

#[test]
fn a_line_gives_its_solution_none_or_multiple() {
    let clash = "11".to_owned() + &".".repeat(79);
    let text = format!("{EASY}\n{clash}\n{}\n{}\n", ".".repeat(81), EASY.replace('.', "0"));
    let expected = format!("{SOLVED}\nnone\nmultiple\n{SOLVED}\n");
    solve("sudoku").stdin(&text).stdout(&expected).run();
    solve("sudoku --json")
        .stdin(format!("{EASY}\n{clash}\n"))
        .stdout(&format!(
            "{{\"file\":\"<stdin>\",\"line\":1,\"result\":\"solved\",\"solution\":\"{SOLVED}\"}}\n\
             {{\"file\":\"<stdin>\",\"line\":2,\"result\":\"none\"}}\n"
        ))
        .run();
    solve("sudoku").stdin(".".repeat(256)).stdout("multiple\n").run();
}

#[test]
fn every_recorded_puzzle_is_solved_and_counted() {
    for (name, limit) in [("sudoku/sudoku_4x4.txt", 1_000_000), ("sudoku/nine.txt", 1_000)] {
        let text = recorded(name);
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let cases: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
        assert!(cases.len() > 50, "there are recorded puzzles");
        let input: Vec<&str> = cases.iter().map(|case| case[0]).collect();
        let counts: String = cases.iter().flat_map(|case| [case[1], "\n"]).collect();
        let story = solve(&format!("sudoku --count --limit {limit}")).stdin(input.join("\n"));
        assert_eq!(story.output().stdout, counts, "{name}");
        let solution = |case: &Vec<&str>| match case[1] {
            "0" => "none\n".to_owned(),
            "1" => format!("{}\n", case[2]),
            _ => "multiple\n".to_owned(),
        };
        let solutions: String = cases.iter().map(solution).collect();
        solve("sudoku").stdin(input.join("\n")).stdout(&solutions).run();
    }
}

#[test]
fn solutions_are_counted_up_to_a_limit() {
    solve("sudoku --count").stdin("................\n").stdout("288\n").run();
    solve("sudoku --count --limit 100")
        .stdin("................\n")
        .stdout("100\n")
        .stderr("jetan: <stdin>:1: counting stopped at the limit of 100\n")
        .run();
    solve("sudoku --count --json")
        .stdin("0000\n0000\n0000\n0000\n")
        .stdout("{\"file\":\"<stdin>\",\"line\":1,\"solutions\":288,\"exact\":true}\n")
        .run();
}

#[test]
fn an_explanation_names_every_step() {
    let output = solve("sudoku --explain").stdin(EASY).output();
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.last(), Some(&SOLVED));
    assert_eq!(lines.len(), 52, "a step for each empty cell, and the solution");
    for (idx, line) in lines[..51].iter().enumerate() {
        assert!(line.starts_with(&format!("{}. ", idx + 1)), "{line}");
        assert!(line.contains("so r"), "{line}");
    }
    let drawn = solve("sudoku --explain --draw").stdin(EASY).output();
    assert!(drawn.stdout.len() > 10 * output.stdout.len(), "a grid for each step");
    solve("sudoku --explain").stdin("11..............").stdout("none\n").run();
}

#[test]
fn a_rating_names_the_difficulty() {
    let output = solve("sudoku --rate").stdin(format!("{EASY}\n{}\n", ".".repeat(81))).output();
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert!(lines[0].starts_with("easy "), "{}", output.stdout);
    assert_eq!(lines[1], "multiple");
}

#[test]
fn a_seed_makes_the_same_puzzles() {
    let words = "sudoku --generate 5 --difficulty easy --symmetry rotation --seed 3";
    let first = solve(words).output().stdout;
    assert_eq!(solve(&format!("{words} --jobs 1")).output().stdout, first);
    let later =
        solve("sudoku --generate 1 --difficulty easy --symmetry rotation --seed 5").output();
    assert_eq!(first.lines().nth(2), later.stdout.lines().next(), "seeds follow each other");
    let rated = solve("sudoku --rate").stdin(&first).output().stdout;
    assert_eq!(rated.lines().count(), 5);
    assert!(rated.lines().all(|line| line.starts_with("easy ")), "{rated}");
    let small = solve("sudoku --generate 2 --size 4 --json").output().stdout;
    for line in small.lines() {
        let puzzle: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let grid = puzzle["puzzle"].as_str().expect("there is a puzzle");
        let solution = puzzle["solution"].as_str().expect("there is a solution");
        solve("sudoku").stdin(grid).stdout(&format!("{solution}\n")).run();
    }
}

#[test]
fn a_wrong_line_is_named_and_the_rest_is_solved() {
    let short = &EASY[1..];
    let letters = EASY.replacen('.', "x", 1);
    let text = format!("{short}\n{EASY}\n{letters}\n12\n{EASY}8\n1234\n341\n2143\n4321\n{EASY}\n");
    solve("sudoku x.txt")
        .file("x.txt", text)
        .code(1)
        .stdout(&format!("{SOLVED}\n{SOLVED}\n"))
        .stderr(
            "\
jetan: x.txt:1: a puzzle has 16, 81 or 256 characters, not 80
jetan: x.txt:3: `x` in column 3 is not a digit; 0 is an empty cell
jetan: x.txt:4: a puzzle has 16, 81 or 256 characters, not 2; a row of the course's grid has 4 or \
             9 digits
jetan: x.txt:5: a puzzle has 16, 81 or 256 characters, not 82
jetan: x.txt:7: a row of this grid has 4 digits, not 3
",
        )
        .run();
    solve("sudoku")
        .stdin("1234\n3512\n2143\n4321\n")
        .code(1)
        .stderr("jetan: <stdin>:2: `5` in column 2: digits go up to 4 here\n")
        .run();
    solve("sudoku")
        .stdin("1234\n3412\n2143\n")
        .code(1)
        .stderr("jetan: <stdin>:4: the grid is not complete: the input ends after row 3\n")
        .run();
}

#[test]
fn wrong_flags_are_refused() {
    for words in [
        "--limit 5",
        "--count --rate",
        "--explain --rate",
        "--draw",
        "--generate 0",
        "--generate 1 file",
        "--generate 1 --difficulty absurd",
        "--difficulty easy",
        "--seed 4",
        "--size 5",
    ] {
        let output = solve(&format!("sudoku {words}")).code(64).output();
        assert_eq!(output.stdout, "", "{words}");
        assert_ne!(output.stderr, "", "{words}");
    }
}
