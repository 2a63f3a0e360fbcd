//! The pages of run-time errors, read as a student reads them: the wrong program ends in the error,
//! the right one ends well.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::jetan;

/// Where the codes are given out.
const CODES: &str = include_str!("../../../jetan-debug/src/advice.rs");

#[test]
fn every_page_tells_the_truth() {
    let codes: Vec<&str> = CODES.split('"').filter(|part| is_code(part)).collect();
    assert!(codes.len() >= 16, "{codes:?}");
    let folder = TempDir::new().expect("a folder can be made");
    for code in codes {
        check(code, folder.path());
    }
}

/// Where findings of checks get their codes.
const FINDINGS: [&str; 4] = [
    include_str!("../../../jetan-sanitizer/src/report.rs"),
    include_str!("../../../jetan-sanitizer/src/values.rs"),
    include_str!("../../../jetan-sanitizer/src/slips.rs"),
    include_str!("../../../jetan-sanitizer/src/idle.rs"),
];

#[test]
fn every_finding_has_a_page_that_tells_the_truth() {
    let texts = FINDINGS.iter().flat_map(|text| text.split('"').skip(1).step_by(2));
    let is_finding = |part: &&str| {
        let is_word = part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        is_word && (part.contains('-') || *part == "temporary") && part.len() > 8
    };
    let codes: BTreeSet<&str> = texts.filter(is_finding).collect();
    assert!(codes.len() >= 20, "{codes:?}");
    let folder = TempDir::new().expect("a folder can be made");
    for code in codes {
        check(code, folder.path());
    }
}

fn is_code(part: &str) -> bool {
    let digits = part.strip_prefix('R').unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn check(code: &str, folder: &Path) {
    let explained = jetan(folder, &["explain", code], b"");
    let page = String::from_utf8(explained.stdout).expect("pages are UTF-8");
    assert!(page.starts_with(&format!("{code}: ")), "{code} has a page");
    let input = block(&page, "With the input").map(|(_, text)| text).unwrap_or_default();
    let (heading, wrong) = block(&page, "Wrong").expect("there is a wrong program");
    let flags = heading.strip_prefix(", run with ").unwrap_or_default();
    let (_, right) = block(&page, "Right").expect("there is a right program");

    fs::write(folder.join("wrong.asm"), wrong).expect("a file can be written");
    let words: Vec<&str> =
        ["run", "wrong.asm"].into_iter().chain(flags.split_whitespace()).collect();
    let output = jetan(folder, &words, input.as_bytes());
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains(&format!("[{code}]: ")), "{code}: {report}");
    let expected = match code {
        "R0401" => 3,
        _ if is_code(code) => 2,
        _ => 0,
    };
    assert_eq!(output.status.code(), Some(expected), "{code}");

    fs::write(folder.join("right.asm"), right).expect("a file can be written");
    let words: Vec<&str> = ["run", "--display", "none", "right.asm"]
        .into_iter()
        .chain(flags.split_whitespace())
        .collect();
    let output = jetan(folder, &words, input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{code}");
    assert_eq!(output.status.code(), Some(0), "{code}");
}

/// The rest of the line that starts with a title, and the indented text below it.
fn block<'p>(page: &'p str, title: &str) -> Option<(&'p str, String)> {
    let mut lines = page.lines();
    let heading = lines.find_map(|line| line.strip_prefix(title)?.strip_suffix(':'))?;
    let text = lines.skip(1).map_while(|line| line.strip_prefix("    "));
    Some((heading, text.flat_map(|line| [line, "\n"]).collect()))
}
