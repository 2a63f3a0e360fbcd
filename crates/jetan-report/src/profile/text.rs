//! A profile for people.

use std::fmt::Write;

use jetan_debug::profile::Profile;

use super::share;

/// Most rows of each table.
const ROWS_MAX: usize = 20;

/// All tables, the largest first in each.
pub fn text(profile: &Profile) -> String {
    let mut text = format!("{} instructions\n", profile.instructions);
    let whole = profile.instructions;
    let rows = profile.procedures.iter().map(|one| {
        let (total, own) = (share(one.total, whole), share(one.own, whole));
        format!("{total:>6.2} %  {own:>6.2} %  {:>12}  {}", one.calls, one.name)
    });
    table(&mut text, "procedures", "   total       own         calls  name", rows);
    let rows =
        profile.calls.iter().map(|one| format!("{:>12}  {} -> {}", one.calls, one.from, one.to));
    table(&mut text, "calls", "       times  from -> to", rows);
    let rows = profile.lines.iter().map(|one| {
        let line = &one.line;
        let part = share(one.instructions, whole);
        format!(
            "{part:>6.2} %  {:>12}  {}:{}  {}",
            one.instructions, line.file, line.number, line.text
        )
    });
    table(&mut text, "lines", "   share  instructions  line", rows);
    let rows = profile.branches.iter().map(|one| {
        let taken = share(one.taken, one.executed);
        let line = format!("{}:{}", one.line.file, one.line.number);
        format!("{taken:>6.2} %  {:>12}  {line}  {}", one.executed, one.instruction)
    });
    table(&mut text, "branches", "   taken         times  line", rows);
    let rows = profile
        .mix
        .iter()
        .map(|&(name, count)| format!("{:>6.2} %  {count:>12}  {name}", share(count, whole)));
    table(&mut text, "instructions", "   share         times  name", rows);
    text
}

fn table(text: &mut String, title: &str, head: &str, rows: impl ExactSizeIterator<Item = String>) {
    let left = rows.len().saturating_sub(ROWS_MAX);
    if rows.len() == 0 {
        return;
    }
    let _ = writeln!(text, "\n{title}\n{head}");
    for row in rows.take(ROWS_MAX) {
        let _ = writeln!(text, "{row}");
    }
    if left > 0 {
        let _ = writeln!(text, "and {left} more");
    }
}
