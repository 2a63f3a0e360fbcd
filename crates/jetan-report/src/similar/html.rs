//! The page: pairs, clusters, and the passages of each pair side by side.

use std::fmt::Write as _;

use jetan_asm::source::SourceSet;
use jetan_grade::similar::{PassageLines, SubmissionPair};

use super::{FAILED, IDIOMS, SimilarityReport, percent};
use crate::counted;
use crate::html::{escaped, page};

/// Passages of a pair that are shown.
const PASSAGES_MAX: usize = 20;
/// Lines of a passage that are shown.
const LINES_MAX: usize = 200;

impl SimilarityReport<'_> {
    /// The whole report as one page.
    pub fn html(&self) -> String {
        let mut body = format!("<h1>Similar submissions</h1>\n<p>{}.</p>\n", self.headline());
        if !self.pairs.is_empty() {
            body += &self.overview();
        }
        // A cluster of two is a pair of the table.
        for (number, cluster) in self.clusters.iter().enumerate().filter(|(_, it)| it.len() > 2) {
            let names: Vec<String> = cluster.iter().map(|&it| escaped(self.name(it))).collect();
            let _ = writeln!(body, "<p>Cluster {}: {}</p>", number + 1, names.join(", "));
        }
        for pair in &self.idioms {
            let (left, right) = (escaped(self.name(pair.left)), escaped(self.name(pair.right)));
            let _ = writeln!(body, "<p>{left} and {right}: {IDIOMS}</p>");
        }
        for one in self.compared {
            if let Some(why) = &one.failed {
                let (name, why) = (escaped(&one.name), escaped(why));
                let _ = writeln!(body, "<p>{name} was not compared: {FAILED}: {why}</p>");
            }
        }
        for (number, pair) in self.pairs.iter().enumerate() {
            body += &self.section(number, pair);
        }
        page("Similar submissions", &body)
    }

    fn overview(&self) -> String {
        let mut table = "<table>\n<thead><tr><th class=\"number\">similar</th><th>submission</th>\
             <th class=\"number\">of it</th><th>and</th><th class=\"number\">of it</th>\
             </tr></thead>\n<tbody>\n"
            .to_owned();
        for (number, pair) in self.pairs.iter().enumerate() {
            let _ = writeln!(
                table,
                "<tr><td class=\"number\"><a href=\"#pair-{number}\">{} %</a></td><td>{}</td>\
                 <td class=\"number\">{} %</td><td>{}</td><td class=\"number\">{} %</td></tr>",
                percent(pair.similarity),
                escaped(self.name(pair.left)),
                percent(pair.left_covered),
                escaped(self.name(pair.right)),
                percent(pair.right_covered),
            );
        }
        table + "</tbody>\n</table>\n"
    }

    fn section(&self, number: usize, pair: &SubmissionPair) -> String {
        let mut section = format!(
            "<h2 id=\"pair-{number}\">{} and {}: {} %</h2>\n",
            escaped(self.name(pair.left)),
            escaped(self.name(pair.right)),
            percent(pair.similarity),
        );
        for passage in pair.passages.iter().take(PASSAGES_MAX) {
            let _ = writeln!(
                section,
                "<p>{} in common</p>\n<div class=\"sides\">{}{}</div>",
                counted(passage.statements, "statement"),
                self.side(pair.left, &passage.left),
                self.side(pair.right, &passage.right),
            );
        }
        let more = pair.passages.len().saturating_sub(PASSAGES_MAX);
        if more > 0 {
            let _ = writeln!(section, "<p>{} more</p>", counted(more, "passage"));
        }
        section
    }

    fn side(&self, submission: usize, place: &PassageLines) -> String {
        let one = &self.compared[submission];
        let Some((name, bytes)) = one.sources.get(place.file as usize) else {
            return String::new();
        };
        // The passage counts lines as the assembler does: a lone carriage return ends one, which
        // `str::lines` does not know.
        let sources = SourceSet::single(name, &String::from_utf8_lossy(bytes));
        let file = sources.file(sources.roots()[0]);
        let (first, last) = (*place.lines.start(), *place.lines.end());
        let mut shown = String::new();
        for number in (first..=last).take(LINES_MAX) {
            let line = file.line(number).unwrap_or_default();
            let _ = writeln!(shown, "{number:>5}  {}", escaped(line));
        }
        format!(
            "<div class=\"side\"><span class=\"place\">{}: {}, lines {first} to {last}</span>\
             <pre>{shown}</pre></div>",
            escaped(&one.name),
            escaped(name),
        )
    }
}

#[cfg(test)]
mod tests {
    use jetan_grade::similar::{ComparedClass, SimilaritySettings};

    use super::super::ComparedSubmission;
    use super::*;

    #[test]
    fn passages_of_sources_with_carriage_returns_show_their_lines() {
        // Every result is used, and no few statements repeat: such code counts.
        let ops = ["addu", "subu", "xor", "and", "or", "sltu", "mul", "nor"];
        let line = |n: usize| format!("{} $v0, $v0, $a{}", ops[n * n / 3 % ops.len()], n % 4);
        let mut code: Vec<String> = (0..39).map(line).collect();
        code.push("sw $v0, 0($s0)".to_owned());
        let compared: Vec<ComparedSubmission> = ["\n", "\r", "\r\n"]
            .iter()
            .map(|end| ComparedSubmission {
                name: "ann".to_owned(),
                sources: vec![("a.asm".to_owned(), code.join(end).into_bytes())],
                refused: Vec::new(),
                failed: None,
            })
            .collect();
        let documents = compared.iter().map(ComparedSubmission::document).collect();
        let class = ComparedClass::new(documents, Vec::new(), &[], SimilaritySettings::default());
        let report = SimilarityReport {
            compared: &compared,
            statements: vec![40; 3],
            pairs: class.pairs_of(0),
            idioms: Vec::new(),
            found: 2,
            clusters: Vec::new(),
            threshold: 50,
        };
        let page = report.html();
        // Two pairs of two sides each, whatever ends the lines.
        assert_eq!(page.matches("    1  addu $v0, $v0, $a0\n").count(), 4, "{page}");
        assert_eq!(page.matches("   40  sw $v0, 0($s0)\n").count(), 4, "{page}");
    }
}
