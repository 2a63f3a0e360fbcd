//! Statistics of a class: its points, which cases are hard, and which separate good from weak
//! submissions. Whole numbers only, so that every machine finds the same.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::grade::{GradedOutcome, GradedSubmission};
use crate::rubric::{Points, Rubric};

/// Bars of the histogram, each a tenth of the points; the last one has those with everything, too.
pub const BARS: usize = 10;
/// Percent of a class that are its best, and its weakest.
const EXTREMES_PERCENT: usize = 27;
/// Submissions without which nothing is said about how well cases separate.
const SEPARATING_MIN: usize = 8;

/// A class in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassStatistics {
    /// Submissions that count: all but those that are excused.
    pub count: usize,
    /// The mean, rounded down to a hundredth of a point.
    pub mean: Points,
    /// The median; the mean of both in the middle if the number is even.
    pub median: Points,
    /// Submissions by tenths of the points.
    pub histogram: [usize; BARS],
    /// The criteria of the rubric in their order.
    pub criteria: Vec<CriterionRate>,
    /// The cases in the order in which they first come.
    pub cases: Vec<CaseRate>,
    /// The causes of failures, the most frequent first.
    pub causes: Vec<FailureCause>,
}

/// The results of a class in one criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriterionRate {
    /// The name in the rubric.
    pub name: String,
    /// Submissions without all of its points.
    pub failed: usize,
    /// The mean of its points, rounded down.
    pub mean: Points,
}

/// The results of a class in one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseRate {
    /// The name of the criterion.
    pub criterion: String,
    /// The name of the case.
    pub name: String,
    /// Submissions that failed it, of those on which it was judged.
    pub failed: usize,
    /// Submissions on which it was judged.
    pub judged: usize,
    /// Percent of the best submissions that pass it, less those of the weakest; none if there are
    /// too few to say.
    pub separation: Option<i64>,
}

/// A reason for failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureCause {
    /// The kind of mistake.
    pub kind: String,
    /// The failure in one sentence.
    pub summary: String,
    /// Submissions that failed for it.
    pub submissions: usize,
    /// Cases that failed for it, in all submissions.
    pub cases: usize,
}

/// Counts a class.
pub fn statistics(rubric: &Rubric, graded: &[GradedSubmission]) -> ClassStatistics {
    let is_excused =
        |it: &GradedSubmission| it.decided.as_ref().is_some_and(|decided| decided.excused);
    let mut class: Vec<&GradedSubmission> = graded.iter().filter(|it| !is_excused(it)).collect();
    // Names decide among equal points, so that the extremes are the same at every run.
    class.sort_by(|one, other| (other.points, &one.name).cmp(&(one.points, &other.name)));
    let count = class.len();
    let mut statistics = ClassStatistics { count, ..ClassStatistics::default() };
    if count == 0 {
        return statistics;
    }
    let total: u64 = class.iter().map(|it| it.points.0).sum();
    statistics.mean = Points(total / count as u64);
    let middle = |at: usize| class.get(at).map_or(0, |it| it.points.0);
    statistics.median = Points(u64::midpoint(middle(count / 2), middle((count - 1) / 2)));
    let max = rubric.points().0.max(1);
    for it in &class {
        // Those with all points belong to the last bar.
        let bar = (it.points.0 as usize * BARS / max as usize).min(BARS - 1);
        statistics.histogram[bar] += 1;
    }
    for (at, criterion) in rubric.criteria.iter().enumerate() {
        let own = || class.iter().filter_map(|it| it.criteria.get(at));
        let total: u64 = own().map(|it| it.points.0).sum();
        statistics.criteria.push(CriterionRate {
            name: criterion.name.clone(),
            failed: own().filter(|it| it.points < it.max).count(),
            mean: Points(total / count as u64),
        });
    }
    statistics.cases = cases(&class);
    statistics.causes = causes(&class);
    statistics
}

/// Counts of passed and judged runs of a case.
#[derive(Default)]
struct CaseCount {
    passed: usize,
    judged: usize,
    best: (usize, usize),
    weakest: (usize, usize),
}

/// The cases of a class whose best submissions come first.
fn cases(class: &[&GradedSubmission]) -> Vec<CaseRate> {
    // A class of three has a best and a weakest one too.
    let edge = (class.len() * EXTREMES_PERCENT / 100).max(1);
    let mut positions: FxHashMap<(usize, &str), usize> = FxHashMap::default();
    let mut counts: Vec<(&str, &str, CaseCount)> = Vec::new();
    for (rank, graded) in class.iter().enumerate() {
        for (at, criterion) in graded.criteria.iter().enumerate() {
            for case in &criterion.cases {
                let new = counts.len();
                let position = *positions.entry((at, &case.name)).or_insert(new);
                if position == new {
                    counts.push((&criterion.name, &case.name, CaseCount::default()));
                }
                let Some((_, _, count)) = counts.get_mut(position) else { continue };
                let passed = usize::from(case.outcome == GradedOutcome::Passed);
                let judged = passed + usize::from(case.outcome == GradedOutcome::Failed);
                count.passed += passed;
                count.judged += judged;
                // In a small class a submission may be in both groups; then nothing is said, see
                // below.
                if rank < edge {
                    count.best = (count.best.0 + passed, count.best.1 + judged);
                }
                if rank + edge >= class.len() {
                    count.weakest = (count.weakest.0 + passed, count.weakest.1 + judged);
                }
            }
        }
    }
    let percent =
        |(passed, judged): (usize, usize)| (judged > 0).then(|| (passed * 100 / judged) as i64);
    let rate = |(criterion, name, count): (&str, &str, CaseCount)| CaseRate {
        criterion: criterion.to_owned(),
        name: name.to_owned(),
        failed: count.judged - count.passed,
        judged: count.judged,
        separation: percent(count.best)
            .zip(percent(count.weakest))
            // With fewer, a single submission would be all of the best or all of the weakest.
            .filter(|_| class.len() >= SEPARATING_MIN)
            .map(|(best, weakest)| best - weakest),
    };
    counts.into_iter().map(rate).collect()
}

fn causes(class: &[&GradedSubmission]) -> Vec<FailureCause> {
    let mut all: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for graded in class {
        let mut own: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let cases = graded.criteria.iter().flat_map(|criterion| &criterion.cases);
        for failure in cases.filter_map(|case| case.failure.as_ref()) {
            *own.entry((&failure.kind, &failure.summary)).or_default() += 1;
        }
        // Counted by submission first: one program that fails a hundred cases is one.
        for (cause, cases) in own {
            let count = all.entry(cause).or_default();
            *count = (count.0 + 1, count.1 + cases);
        }
    }
    let cause = |((kind, summary), (submissions, cases)): ((&str, &str), (usize, usize))| {
        let (kind, summary) = (kind.to_owned(), summary.to_owned());
        FailureCause { kind, summary, submissions, cases }
    };
    let mut causes: Vec<FailureCause> = all.into_iter().map(cause).collect();
    causes.sort_by_key(|it| std::cmp::Reverse((it.submissions, it.cases)));
    causes
}
