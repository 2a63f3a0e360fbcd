//! A page for the class, and one for each student.

use std::fmt::Write as _;

use jetan_grade::grade::Graded;

use super::board::drawn;
use super::{Report, student};
use crate::render::html::{escaped, page};

/// All pages: `index.html` for the instructor, `students/NAME.html` to be handed out.
pub(super) fn files(report: &Report<'_>) -> Vec<(String, Vec<u8>)> {
    let names = report.file_names();
    let mut files = vec![("index.html".to_owned(), class(report, &names).into_bytes())];
    for (name, graded) in names.iter().zip(report.graded) {
        let page = one(report, graded);
        files.push((format!("students/{name}.html"), page.into_bytes()));
    }
    files
}

fn class(report: &Report<'_>, names: &[String]) -> String {
    let title = escaped(&report.rubric.title);
    let mut body = format!("<h1>{title}</h1>\n<table>\n<thead><tr><th>submission</th>");
    body += "<th class=\"number\">points</th>";
    for criterion in &report.rubric.criteria {
        let (name, points) = (escaped(&criterion.name), criterion.points);
        let _ = write!(body, "<th class=\"number\">{name} ({points})</th>");
    }
    body += "<th></th></tr></thead>\n<tbody>\n";
    for (file, graded) in names.iter().zip(report.graded) {
        let name = escaped(&graded.name);
        let _ = write!(body, "<tr><td><a href=\"students/{file}.html\">{name}</a></td>");
        let _ = write!(body, "<td class=\"number\">{}</td>", graded.points);
        for criterion in &graded.criteria {
            let class = if criterion.points == criterion.max { "passed" } else { "failed" };
            let _ = write!(body, "<td class=\"number {class}\">{}</td>", criterion.points);
        }
        let problem = graded.problem.as_ref().and_then(|it| it.lines().next()).unwrap_or_default();
        let _ = writeln!(body, "<td class=\"quiet\">{}</td></tr>", escaped(problem));
    }
    body += "</tbody>\n</table>\n";
    page(&report.rubric.title, &body)
}

fn one(report: &Report<'_>, graded: &Graded) -> String {
    let max = report.rubric.points();
    let title = escaped(&report.rubric.title);
    let mut body = format!("<h1>{title}: {}</h1>\n", escaped(&graded.name));
    let _ = writeln!(body, "<p>{} of {max} points</p>", graded.points);
    let notes = student::notes(graded);
    if !notes.is_empty() {
        let _ = writeln!(body, "<pre>{}</pre>", escaped(&notes));
    }
    for test in student::tests(report.rubric, graded) {
        let class = if test.is_passed() { "passed" } else { "failed" };
        let name = escaped(&test.name);
        let _ = writeln!(
            body,
            "<h2>{name}: <span class=\"{class}\">{} of {}</span></h2>",
            test.points, test.max
        );
        body += &drawn(&test.text);
        for (case, png) in &test.frames {
            let caption = escaped(&format!("{case}: what the program showed last"));
            let _ = writeln!(
                body,
                "<figure><img alt=\"\" src=\"data:image/png;base64,{png}\">\
                 <figcaption>{caption}</figcaption></figure>"
            );
        }
    }
    page(&format!("{}: {}", report.rubric.title, graded.name), &body)
}
