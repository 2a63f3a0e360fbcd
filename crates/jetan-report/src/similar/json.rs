//! The report as JSON.

use jetan_grade::similar::{PairVerdict, PassageLines, SubmissionPair};
use serde::Serialize;

use super::{IDIOMS, SimilarityReport};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SimilarityAnswer<'a> {
    /// The least similarity that is reported, in percent.
    threshold: u8,
    /// The number of pairs that are similar enough, which may be more than are listed.
    similar_pairs: usize,
    submissions: Vec<WireSubmission<'a>>,
    pairs: Vec<WirePair<'a>>,
    /// Pairs that would be similar enough if idioms counted.
    only_idioms: Vec<WirePair<'a>>,
    clusters: Vec<Vec<&'a str>>,
}

#[derive(Serialize)]
struct WireSubmission<'a> {
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
struct WirePair<'a> {
    left: &'a str,
    right: &'a str,
    /// The meaning of the passages: `shared code` or `only common idioms`.
    verdict: &'static str,
    similarity: f64,
    left_covered: f64,
    right_covered: f64,
    passages: Vec<WirePassage<'a>>,
}

#[derive(Serialize)]
struct WirePassage<'a> {
    statements: usize,
    left: WireLines<'a>,
    right: WireLines<'a>,
}

#[derive(Serialize)]
struct WireLines<'a> {
    file: &'a str,
    first: u32,
    last: u32,
}

impl SimilarityReport<'_> {
    /// The report as one JSON object.
    pub fn json(&self) -> String {
        let submission = |(number, &statements): (usize, &usize)| WireSubmission {
            name: self.name(number),
            files: self.compared[number].sources.iter().map(|(name, _)| name.as_str()).collect(),
            statements,
            refused: &self.compared[number].refused,
            failed: self.compared[number].failed.as_deref(),
        };
        let names = |cluster: &Vec<usize>| cluster.iter().map(|&it| self.name(it)).collect();
        let found = SimilarityAnswer {
            threshold: self.threshold,
            similar_pairs: self.found,
            submissions: self.statements.iter().enumerate().map(submission).collect(),
            pairs: self.pairs.iter().map(|pair| self.resembling(pair)).collect(),
            only_idioms: self.idioms.iter().map(|pair| self.resembling(pair)).collect(),
            clusters: self.clusters.iter().map(names).collect(),
        };
        serde_json::to_string_pretty(&found).expect("it has no maps with odd keys") + "\n"
    }

    fn resembling(&self, pair: &SubmissionPair) -> WirePair<'_> {
        // Three digits are enough to sort by, and the same on every machine.
        let rounded = |share: f64| (share * 1000.0).round() / 1000.0;
        let passages = pair.passages.iter().map(|passage| WirePassage {
            statements: passage.statements,
            left: self.lines(pair.left, &passage.left),
            right: self.lines(pair.right, &passage.right),
        });
        WirePair {
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

    fn lines(&self, submission: usize, place: &PassageLines) -> WireLines<'_> {
        let source = self.compared[submission].sources.get(place.file as usize);
        WireLines {
            file: source.map_or("", |(name, _)| name.as_str()),
            first: *place.lines.start(),
            last: *place.lines.end(),
        }
    }
}
