//! A table with a column for each criterion, as RFC 4180 has it.

use super::GradeReport;

/// The whole table, with a line for the names of the columns. Columns about ids, decisions and
/// earlier grades are there if somebody has one.
pub(super) fn table(report: &GradeReport<'_>) -> String {
    let has_id = report.graded.iter().any(|it| it.handed_in.is_some());
    let is_decided = report.graded.iter().any(|it| it.decided.is_some());
    let mut head: Vec<String> = ["submission", "points", "problem"].map(str::to_owned).to_vec();
    head.extend(report.rubric.criteria.iter().map(|criterion| guarded(&criterion.name)));
    head.push("file".to_owned());
    let more: [(bool, &[&str]); 3] = [
        (has_id, &["id", "handed in"]),
        (is_decided, &["earned", "decided"]),
        (report.before.is_some(), &["before", "changed"]),
    ];
    let more_names = more.iter().filter(|(is_there, _)| *is_there).flat_map(|(_, names)| *names);
    head.extend(more_names.map(|name| (*name).to_owned()));
    let mut table = vec![head];
    for (graded, file) in report.graded.iter().zip(report.file_names()) {
        let problem = guarded(&GradeReport::problem(graded));
        // Points are numbers that we write, so they need no guard.
        let mut line = vec![guarded(&graded.name), graded.points.to_string(), problem];
        line.extend(graded.criteria.iter().map(|criterion| criterion.points.to_string()));
        line.push(file);
        if has_id {
            let handed_in = graded.handed_in.clone().unwrap_or_default();
            line.push(guarded(handed_in.id.as_deref().unwrap_or_default()));
            let files = handed_in.files.iter().map(|(name, bytes)| format!("{name} ({bytes})"));
            line.push(guarded(&files.collect::<Vec<_>>().join(" ")));
        }
        if is_decided {
            let earned = graded.decided.as_ref().map_or(graded.points, |decided| decided.earned);
            line.push(earned.to_string());
            line.push(guarded(&super::decisions(graded).join("; ")));
        }
        if report.before.is_some() {
            let before = report.earlier(graded).map(|it| it.points.to_string());
            line.push(before.unwrap_or_default());
            line.push(guarded(&report.change(graded).unwrap_or_default()));
        }
        table.push(line);
    }
    lines(&table)
}

/// Lines of fields, quoted where they must be.
pub(super) fn lines(table: &[Vec<String>]) -> String {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .flexible(true)
        .from_writer(Vec::new());
    for line in table {
        // A vector takes everything that is written to it.
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    // Only strings were written, so this is UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Spreadsheets take what begins like a formula for one, so such a text gets an apostrophe in
/// front of it.
pub(super) fn guarded(text: &str) -> String {
    // Spreadsheets skip a tab or a carriage return before they look for a formula.
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{guarded, lines};

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (text, written) in [
            ("ann", "ann"),
            ("Lee, Ann", "\"Lee, Ann\""),
            ("\"A\"", "\"\"\"A\"\"\""),
            ("=1+1", "'=1+1"),
            ("@x,", "\"'@x,\""),
        ] {
            let line = vec![guarded(text), String::new()];
            assert_eq!(lines(&[line]), format!("{written},\r\n"));
        }
    }
}
