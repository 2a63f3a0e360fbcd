//! The class in numbers, for the instructor's page.

use std::fmt::Write as _;

use jetan_grade::statistics::{BARS, CaseRate, ClassStatistics, statistics};

use super::GradeReport;
use crate::counted;
use crate::html::escaped;

/// Rows of a table of cases or causes.
const ROWS_MAX: usize = 15;
/// Height of the highest bar, in pixels.
const BAR_HEIGHT: usize = 80;

/// The part of the page below the table; empty if one submission is all there is.
pub(super) fn section(report: &GradeReport<'_>) -> String {
    let numbers = statistics(report.rubric, report.graded);
    if numbers.count < 2 {
        return String::new();
    }
    let max = report.rubric.points();
    let mut body = format!(
        "<h2>The class</h2>\n<p>{}: mean {}, median {} of {max} points</p>\n",
        counted(numbers.count, "submission"),
        numbers.mean,
        numbers.median,
    );
    body += &histogram(&numbers);
    body += "<table>\n<thead><tr><th>criterion</th><th class=\"number\">mean</th>";
    body += "<th class=\"number\">not all points</th></tr></thead>\n<tbody>\n";
    for rate in &numbers.criteria {
        let (name, percent) = (escaped(&rate.name), percent(rate.failed, numbers.count));
        let mean = rate.mean;
        let _ = writeln!(
            body,
            "<tr><td>{name}</td><td class=\"number\">{mean}</td>\
             <td class=\"number\">{percent} %</td></tr>"
        );
    }
    body += "</tbody>\n</table>\n";
    body += &hardest(&numbers);
    body += &separating(&numbers);
    body += &causes(&numbers);
    body
}

fn percent(part: usize, all: usize) -> usize {
    part * 100 / all.max(1)
}

fn histogram(numbers: &ClassStatistics) -> String {
    let highest = numbers.histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = BARS * 40;
    let mut svg = format!("<svg width=\"{width}\" height=\"{}\" role=\"img\">\n", BAR_HEIGHT + 36);
    svg += "<title>Submissions by tenths of the points</title>\n";
    for (at, &count) in numbers.histogram.iter().enumerate() {
        let height = count * BAR_HEIGHT / highest;
        let (x, y) = (at * 40, 16 + BAR_HEIGHT - height);
        let (middle, above, below) = (x + 18, y - 4, BAR_HEIGHT + 32);
        let label = at * 100 / BARS;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"36\" height=\"{height}\" fill=\"#57606a\"/>\
             <text x=\"{middle}\" y=\"{above}\" font-size=\"11\" text-anchor=\"middle\" \
             fill=\"currentColor\">{count}</text><text x=\"{middle}\" y=\"{below}\" \
             font-size=\"11\" text-anchor=\"middle\" fill=\"currentColor\">{label} %</text>"
        );
    }
    svg + "</svg>\n"
}

/// A table of cases with a number for each.
fn table(title: &str, column: &str, rows: &[(&CaseRate, String)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut body = format!(
        "<h2>{title}</h2>\n<table>\n<thead><tr><th>case</th><th>criterion</th>\
         <th class=\"number\">{column}</th></tr></thead>\n<tbody>\n"
    );
    for (rate, number) in rows.iter().take(ROWS_MAX) {
        let (name, criterion) = (escaped(&rate.name), escaped(&rate.criterion));
        let _ = writeln!(
            body,
            "<tr><td>{name}</td><td>{criterion}</td><td class=\"number\">{number}</td></tr>"
        );
    }
    body += "</tbody>\n</table>\n";
    if rows.len() > ROWS_MAX {
        let _ = writeln!(body, "<p class=\"quiet\">and {} more</p>", rows.len() - ROWS_MAX);
    }
    body
}

fn hardest(numbers: &ClassStatistics) -> String {
    let mut failed: Vec<&CaseRate> = numbers.cases.iter().filter(|it| it.failed > 0).collect();
    // A stable sort: cases that fail equally often stay in the order of the rubric.
    failed.sort_by_key(|it| std::cmp::Reverse(percent(it.failed, it.judged)));
    let rows = failed.into_iter().map(|it| {
        (it, format!("{} % ({} of {})", percent(it.failed, it.judged), it.failed, it.judged))
    });
    table("Cases that fail most", "fail", &rows.collect::<Vec<_>>())
}

fn separating(numbers: &ClassStatistics) -> String {
    let rated = numbers.cases.iter().filter_map(|it| Some((it, it.separation?)));
    let mut rated: Vec<(&CaseRate, i64)> = rated.filter(|(_, percent)| *percent > 0).collect();
    rated.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
    let rows: Vec<(&CaseRate, String)> =
        rated.into_iter().map(|(it, percent)| (it, format!("{percent} points"))).collect();
    let text = table("Cases that separate best", "of 100", &rows);
    if text.is_empty() {
        return text;
    }
    text + "<p class=\"quiet\">Percent of the best 27 % of the class that pass, less percent of \
            the weakest 27 %.</p>\n"
}

fn causes(numbers: &ClassStatistics) -> String {
    if numbers.causes.is_empty() {
        return String::new();
    }
    let mut body = "<h2>Why cases fail</h2>\n<table>\n<thead><tr><th>cause</th>\
                    <th class=\"number\">submissions</th><th class=\"number\">cases</th></tr>\
                    </thead>\n<tbody>\n"
        .to_owned();
    for cause in numbers.causes.iter().take(ROWS_MAX) {
        let said = escaped(&format!("{}: {}", cause.kind, cause.summary));
        let (submissions, cases) = (cause.submissions, cause.cases);
        let _ = writeln!(
            body,
            "<tr><td>{said}</td><td class=\"number\">{submissions}</td>\
             <td class=\"number\">{cases}</td></tr>"
        );
    }
    body += "</tbody>\n</table>\n";
    if numbers.causes.len() > ROWS_MAX {
        let more = numbers.causes.len() - ROWS_MAX;
        let _ = writeln!(body, "<p class=\"quiet\">and {more} more</p>");
    }
    body
}
