//! A table with a column for each criterion, as RFC 4180 has it.

use super::Report;

/// The whole table, with a line for the names of the columns.
pub(super) fn table(report: &Report<'_>) -> String {
    let criteria = report.rubric.criteria.iter().map(|criterion| field(&criterion.name));
    let head = ["submission".to_owned(), "points".to_owned(), "problem".to_owned()];
    let mut lines = vec![head.into_iter().chain(criteria).collect::<Vec<_>>().join(",")];
    for graded in report.graded {
        let problem = field(&Report::problem(graded));
        let head = [field(&graded.name), graded.points.to_string(), problem];
        let points = graded.criteria.iter().map(|criterion| criterion.points.to_string());
        lines.push(head.into_iter().chain(points).collect::<Vec<_>>().join(","));
    }
    lines.join("\r\n") + "\r\n"
}

/// A field in quotes where it must be. Spreadsheets take what begins like a formula for one, so
/// such a text gets an apostrophe in front of it.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (text, written) in [
            ("ann", "ann"),
            ("Lee, Ann", "\"Lee, Ann\""),
            ("\"A\"", "\"\"\"A\"\"\""),
            ("=1+1", "'=1+1"),
            ("@x,", "\"'@x,\""),
        ] {
            assert_eq!(field(text), written);
        }
    }
}
