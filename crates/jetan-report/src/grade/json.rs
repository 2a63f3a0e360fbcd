//! Everything as JSON, for the instructor: hidden cases included.

use jetan_grade::grade::GradedSubmission;
use serde::{Deserialize, Serialize};

use super::GradeReport;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ClassGrades<'a> {
    title: &'a str,
    /// The points of a perfect submission, in hundredths of a point, as all points here.
    points: u64,
    submissions: &'a [GradedSubmission],
}

impl GradeReport<'_> {
    /// The class as one JSON object.
    pub fn json(&self) -> String {
        let class = ClassGrades {
            title: &self.rubric.title,
            points: self.rubric.points().0,
            submissions: self.graded,
        };
        pretty(&class)
    }
}

#[derive(Deserialize)]
struct EarlierGrades {
    // Other fields are ignored, so that the grades of a newer version can be compared with.
    submissions: Vec<GradedSubmission>,
}

/// The submissions of an object that was written so.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<GradedSubmission>, String> {
    let earlier: Result<EarlierGrades, _> = serde_json::from_slice(bytes);
    let earlier = earlier.map_err(|error| format!("not a grades.json of Jetan: {error}"))?;
    Ok(earlier.submissions)
}

/// A value as JSON on several lines.
pub(super) fn pretty(value: &impl Serialize) -> String {
    // Keys of maps are strings in all of these types, and nothing else can fail.
    serde_json::to_string_pretty(value).expect("it has no maps with odd keys") + "\n"
}

/// A value as JSON on one line.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has no maps with odd keys")
}
