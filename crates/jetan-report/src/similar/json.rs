//! The report as JSON.

use jetan_grade::similar::{Pair, PairVerdict, Place};
use serde::Serialize;

use super::{IDIOMS, Report};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    /// The least similarity that is reported, in percent.
    threshold: u8,
    /// The number of pairs that are similar enough, which may be more than are listed.
    similar_pairs: usize,
    submissions: Vec<Submission<'a>>,
    pairs: Vec<Resembling<'a>>,
    /// Pairs that would be similar enough if idioms counted.
    only_idioms: Vec<Resembling<'a>>,
    clusters: Vec<Vec<&'a str>>,
}

#[derive(Serialize)]
struct Submission<'a> {
    name: &'a str,
    files: Vec<&'a str>,
    /// Statements of its own.
    statements: usize,
    refused: &'a [String],
    /// Why it was not compared, if Jetan failed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resembling<'a> {
    left: &'a str,
    right: &'a str,
    /// The meaning of the passages: `shared code` or `only common idioms`.
    verdict: &'static str,
    similarity: f64,
    left_covered: f64,
    right_covered: f64,
    passages: Vec<Shared<'a>>,
}

#[derive(Serialize)]
struct Shared<'a> {
    statements: usize,
    left: Lines<'a>,
    right: Lines<'a>,
}

#[derive(Serialize)]
struct Lines<'a> {
    file: &'a str,
    first: u32,
    last: u32,
}

impl Report<'_> {
    /// The report as one JSON object.
    pub fn json(&self) -> String {
        let submission = |(number, &statements): (usize, &usize)| Submission {
            name: self.name(number),
            files: self.compared[number].sources.iter().map(|(name, _)| name.as_str()).collect(),
            statements,
            refused: &self.compared[number].refused,
            failed: self.compared[number].failed.as_deref(),
        };
        let names = |cluster: &Vec<usize>| cluster.iter().map(|&it| self.name(it)).collect();
        let found = Found {
            threshold: self.threshold,
            similar_pairs: self.found,
            submissions: self.statements.iter().enumerate().map(submission).collect(),
            pairs: self.pairs.iter().map(|pair| self.resembling(pair)).collect(),
            only_idioms: self.idioms.iter().map(|pair| self.resembling(pair)).collect(),
            clusters: self.clusters.iter().map(names).collect(),
        };
        serde_json::to_string_pretty(&found).expect("it has no maps with odd keys") + "\n"
    }

    fn resembling(&self, pair: &Pair) -> Resembling<'_> {
        // Three digits are enough to sort by, and the same on every machine.
        let rounded = |share: f64| (share * 1000.0).round() / 1000.0;
        let passages = pair.passages.iter().map(|passage| Shared {
            statements: passage.statements,
            left: self.lines(pair.left, &passage.left),
            right: self.lines(pair.right, &passage.right),
        });
        Resembling {
            left: self.name(pair.left),
            right: self.name(pair.right),
            verdict: match pair.verdict {
                PairVerdict::SharedCode => "shared code",
                PairVerdict::OnlyIdioms => IDIOMS,
            },
            similarity: rounded(pair.similarity),
            left_covered: rounded(pair.left_covered),
            right_covered: rounded(pair.right_covered),
            passages: passages.collect(),
        }
    }

    fn lines(&self, submission: usize, place: &Place) -> Lines<'_> {
        let source = self.compared[submission].sources.get(place.file as usize);
        Lines {
            file: source.map_or("", |(name, _)| name.as_str()),
            first: *place.lines.start(),
            last: *place.lines.end(),
        }
    }
}
