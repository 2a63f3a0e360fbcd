//! Everything as JSON, for the instructor: hidden cases included.

use jetan_grade::grade::Graded;
use serde::Serialize;

use super::Report;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Class<'a> {
    title: &'a str,
    /// What a perfect submission gets, in hundredths of a point, as all points here.
    points: u64,
    submissions: &'a [Graded],
}

impl Report<'_> {
    /// The class as one JSON object.
    pub(crate) fn json(&self) -> String {
        let class = Class {
            title: &self.rubric.title,
            points: self.rubric.points().0,
            submissions: self.graded,
        };
        pretty(&class)
    }
}

/// A value as JSON on several lines.
pub(super) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("it has no maps with odd keys") + "\n"
}

/// A value as JSON on one line.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has no maps with odd keys")
}
