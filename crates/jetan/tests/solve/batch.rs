//! Stories of what all games have in common: files, order, bad bytes, pipes, Ctrl-C.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::solve;

const ROWS: &str = "[\"......\",\"......\",\"......\",\"......\",\"......\",\"......\"]";

/// A line of JSON whose answer is YES or NO.
fn line(is_reachable: bool) -> String {
    let goal = if is_reachable { ROWS.to_owned() } else { ROWS.replacen('.', "#", 1) };
    format!("{{\"start\":{ROWS},\"target\":{goal},\"pieces\":[]}}\n")
}

/// A puzzle that keeps a search busy for longer than any test.
#[cfg(unix)]
fn endless() -> String {
    let pieces: Vec<String> = (1u32..16)
        .flat_map(|cells| [cells, cells << 4 | 1])
        .map(|cells| {
            let row = |row: u32| {
                let cell =
                    |column: u32| if cells >> (4 * row + column) & 1 == 1 { '#' } else { '.' };
                format!("\"{}\"", (0..4).map(cell).collect::<String>())
            };
            format!("[{}]", (0..4).map(row).collect::<Vec<_>>().join(","))
        })
        .collect();
    let goal = ROWS.replacen("\"......\"]", "\"#.#.#.\"]", 1);
    format!("{{\"start\":{ROWS},\"target\":{goal},\"pieces\":[{}]}}\n", pieces.join(","))
}

/// The command with pipes, for stories that need to act while it runs.
fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_jetan"))
        .arg("solve")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

#[test]
fn answers_keep_the_order_of_the_input_however_many_jobs_there_are() {
    let mut text = String::new();
    let mut expected = String::new();
    for idx in 0u32..20_000 {
        let is_reachable = idx.wrapping_mul(0x9e37_79b9) >> 31 == 0;
        text += &line(is_reachable);
        expected += if is_reachable { "YES\n" } else { "NO\n" };
    }
    for jobs in ["--jobs 1", "--jobs 7", "-j 2", ""] {
        let story = solve(&format!("tetrisito {jobs} a.jsonl - a.jsonl"));
        let expected = expected.clone() + "NO\n" + &expected;
        story.file("a.jsonl", &text).stdin(line(false)).stdout(&expected).run();
    }
}

#[test]
fn every_file_that_cannot_be_read_is_named_first() {
    solve("tetrisito a.jsonl nowhere.in . nothing")
        .file("a.jsonl", line(true))
        .code(66)
        .stderr(
            "\
jetan: nowhere.in: there is no such file
jetan: .: this is a folder
jetan: nothing: there is no such file
",
        )
        .run();
}

#[test]
fn nothing_to_solve_is_no_mistake() {
    for text in ["", "\n\n \r\n", "# only\n# comments\n"] {
        let output = solve("tetrisito").stdin(text).output();
        assert_eq!(output.stdout, "", "{text:?}");
    }
    solve("tetrisito").stderr("jetan: there was nothing to solve\n").run();
}

#[test]
fn bytes_that_are_no_text_are_one_bad_line() {
    let mut text = line(true).into_bytes();
    text.extend(b"{\"start\":\xff}\n");
    text.extend(line(false).bytes());
    solve("tetrisito x.jsonl")
        .file("x.jsonl", text)
        .code(1)
        .stdout("YES\nNO\n")
        .stderr("jetan: x.jsonl:2: not valid UTF-8\n")
        .run();
    solve("tetrisito")
        .stdin(b"\0\xfe\xff\n....")
        .code(1)
        .stderr("jetan: <stdin>:1: not valid UTF-8\n")
        .run();
}

#[test]
fn a_huge_line_is_one_bad_line() {
    let mut text = line(true);
    for size in [70_000, 300_000, 3_000_000] {
        let _ = writeln!(text, "{{{}", "x".repeat(size));
        text += &line(false);
    }
    solve("tetrisito -")
        .stdin(text)
        .code(1)
        .stdout("YES\nNO\nNO\nNO\n")
        .stderr(
            "\
jetan: <stdin>:2: this is longer than 64 KiB
jetan: <stdin>:4: this is longer than 64 KiB
jetan: <stdin>:6: this is longer than 64 KiB
",
        )
        .run();
    let many = "......\n".repeat(100_000);
    solve("tetrisito -")
        .stdin(many)
        .code(1)
        .stderr("jetan: <stdin>:9363: this is longer than 64 KiB\n")
        .run();
}

#[test]
fn no_input_whatever_is_too_much_for_any_game() {
    let mut word = 7u32;
    let mut next = || {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        word >> 24
    };
    // No digits from 1 to 7: an opening of Connect Four may take minutes.
    let alphabets = ["", "#.0089 \r\n\n\n", "{}[]\"\\:,starget\n\n\n"].map(str::as_bytes);
    for game in ["tetrisito", "sudoku", "connect-four", "2048"] {
        for signs in alphabets {
            let byte = |random: u32| match signs.len() {
                0 => random as u8,
                signs_len => signs[random as usize % signs_len],
            };
            let bytes: Vec<u8> = (0..20_000).map(|_| byte(next())).collect();
            let output = solve(game).stdin(&bytes).code(1).output();
            let is_remark = |line: &str| line.starts_with("jetan: <stdin>:");
            assert!(output.stderr.lines().all(is_remark), "{game}: {}", output.stderr);
        }
    }
}

#[test]
fn answers_come_as_soon_as_their_lines_are_there() {
    let mut child = start(&["tetrisito"]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    for (is_reachable, expected) in [(true, b"YES\n".as_slice()), (false, b"NO\n")] {
        stdin.write_all(line(is_reachable).as_bytes()).expect("the command reads");
        let mut answer = vec![0; expected.len()];
        stdout.read_exact(&mut answer).expect("the command answers");
        assert_eq!(answer, expected);
    }
    drop(stdin);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["tetrisito", "--json"]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    let writer = std::thread::spawn(move || {
        for _ in 0..50_000 {
            if stdin.write_all(line(true).as_bytes()).is_err() {
                return;
            }
        }
    });
    stdout.read_exact(&mut [0; 10]).expect("there is output");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_solved() {
    let mut child =
        start(&["tetrisito", "--clear-lines", "--count", "--limit", "999999999999999999"]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    stdin.write_all((line(true) + &endless()).as_bytes()).expect("the command reads");
    let mut answer = [0; 2];
    stdout.read_exact(&mut answer).expect("the first line is answered");
    assert_eq!(&answer, b"1\n");
    interrupt(&child);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "jetan: interrupted\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_waiting_for_input() {
    let mut child = start(&["tetrisito"]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    stdin.write_all(line(true).as_bytes()).expect("the command reads");
    stdout.read_exact(&mut [0; 4]).expect("the first line is answered");
    interrupt(&child);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "jetan: interrupted\n");
    drop(stdin);
}

#[test]
fn every_game_explains_itself() {
    let games = ["tetrisito", "sudoku", "connect-four", "2048"];
    for words in games.map(|game| format!("{game} --help")).iter().chain([&"-h".to_owned()]) {
        let output = solve(words).output();
        assert!(output.stdout.contains("Usage: jetan solve"), "{words}");
        assert_eq!(output.stderr, "", "{words}");
    }
    solve("chess").code(64).output();
    solve("").code(64).output();
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let id = i32::try_from(child.id()).expect("process ids are small");
    let pid = rustix::process::Pid::from_raw(id).expect("a process has an id");
    rustix::process::kill_process(pid, rustix::process::Signal::INT)
        .expect("it can be interrupted");
}
