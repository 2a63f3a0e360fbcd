//! The step output `result` of a GitHub Actions grader: JSON in base64.

use jetan_grade::grade::Graded;
use serde::Serialize;

use super::json::line;
use super::{Report, student};

#[derive(Serialize)]
struct Outcome {
    version: u32,
    status: &'static str,
    max_score: f64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    status: &'static str,
    score: f64,
    max_score: f64,
    message: String,
}

/// The line to be added to `$GITHUB_OUTPUT`.
pub(super) fn result(report: &Report<'_>, graded: &Graded) -> String {
    let all = student::tests(report.rubric, graded);
    let status = match (&graded.problem, all.iter().all(student::Test::is_passed)) {
        (Some(_), _) => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    let notes = student::notes(graded);
    let tests = all.into_iter().map(|test| Test {
        status: if test.is_passed() { "pass" } else { "fail" },
        score: test.points.to_f64(),
        max_score: test.max.to_f64(),
        message: if test.text.is_empty() { notes.clone() } else { test.text },
        name: test.name,
    });
    let max_score = report.rubric.points().to_f64();
    let outcome = Outcome { version: 3, status, max_score, tests: tests.collect() };
    format!("result={}\n", base64(line(&outcome).as_bytes()))
}

/// RFC 4648 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            let is_there = digit <= chunk.len();
            text.push(if is_there { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_as_in_the_rfc() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
