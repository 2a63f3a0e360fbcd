//! One form of every submission, ready to be compared: fingerprints, what was given, and how much
//! each statement weighs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::SimilaritySettings;
use super::tokens::NamelessStatement;
use super::winnow::{self, Fingerprint, GRAM_STATEMENTS};

/// A fingerprint of one submission is compared with so many of another; more are the same few
/// lines again and again.
const REPEATS_MAX: usize = 4;

/// The weight of a statement of an idiom: code that only loads arguments, asks for services or
/// keeps registers, and code that repeats itself every few statements.
const IDIOM_WEIGHT: f64 = 0.2;
/// The least weight of code that many submissions have.
const FREQUENT_WEIGHT_MIN: f64 = 0.5;
/// Code that so many submissions have weighs as much as if only two had it.
const RARE_SUBMISSIONS_MAX: usize = 4;
/// Code that repeats itself after so many statements is an idiom.
const PERIOD_STATEMENTS_MAX: usize = 4;

/// A submission in one form.
pub(super) struct SubmissionView {
    pub(super) statements: Vec<NamelessStatement>,
    /// Whether each statement was given or is what everybody writes.
    pub(super) given: Vec<bool>,
    /// The weight of each statement, 0 to 1; nothing if it was given.
    pub(super) weights: Vec<f64>,
    fingerprints: Vec<Fingerprint>,
}

impl SubmissionView {
    /// The number of statements that count.
    pub(super) fn own(&self) -> usize {
        self.given.iter().filter(|given| !**given).count()
    }

    /// Their weight together.
    pub(super) fn weight(&self) -> f64 {
        self.weights.iter().sum()
    }
}

/// A fingerprint that two submissions have: the number of the other, and the statement in each.
pub(super) type SharedPrint = (u32, u32, u32);

/// One form of every submission.
pub(super) struct ClassLayer {
    pub(super) views: Vec<SubmissionView>,
    /// Every fingerprint with its submission and place, sorted.
    index: Vec<(u64, u32, u32)>,
}

impl ClassLayer {
    /// Submissions, and what the course gave to everybody.
    pub(super) fn new(
        submissions: Vec<Vec<NamelessStatement>>,
        skeleton: &[Vec<NamelessStatement>],
        settings: SimilaritySettings,
    ) -> ClassLayer {
        let grams: Vec<Vec<Option<u64>>> =
            submissions.iter().map(|statements| winnow::grams(statements)).collect();
        let frequencies = frequencies(&grams);
        let most = settings.common_min(grams.len());
        let common = frequencies.iter().filter(|(_, count)| **count > most);
        let mut given: FxHashSet<u64> = common.map(|(hash, _)| *hash).collect();
        // What the course handed out counts for nothing, however few have used it.
        given.extend(skeleton.iter().flat_map(|it| winnow::grams(it)).flatten());
        let weigh = |hash: u64| rarity(frequencies.get(&hash).copied().unwrap_or(1), most);
        let views: Vec<SubmissionView> = submissions
            .into_iter()
            .zip(grams)
            .map(|(statements, grams)| view(statements, grams, &given, weigh))
            .collect();
        let mut index: Vec<(u64, u32, u32)> = Vec::new();
        for (number, view) in views.iter().enumerate() {
            let entries = view.fingerprints.iter();
            index.extend(entries.map(|print| (print.hash, number as u32, print.at)));
        }
        index.sort_unstable();
        ClassLayer { views, index }
    }

    /// The fingerprints that a submission shares with those after it, sorted.
    pub(super) fn seeds(&self, left: usize) -> Vec<SharedPrint> {
        let mut seeds: Vec<SharedPrint> = Vec::new();
        for print in &self.views[left].fingerprints {
            let from = self.index.partition_point(|entry| entry.0 < print.hash);
            let same = self.index[from..].iter().take_while(|entry| entry.0 == print.hash);
            let mut repeats = (u32::MAX, 0);
            // Only submissions after this one, so that every pair is found once.
            for &(_, right, at) in same.filter(|entry| entry.1 as usize > left) {
                repeats = if repeats.0 == right { (right, repeats.1 + 1) } else { (right, 1) };
                // Tables of equal statements would give a number of seeds that grows with their
                // square.
                if repeats.1 <= REPEATS_MAX {
                    seeds.push((right, print.at, at));
                }
            }
        }
        seeds.sort_unstable();
        seeds
    }
}

/// Counts the submissions that have each hash, if it is more than one.
fn frequencies(grams: &[Vec<Option<u64>>]) -> FxHashMap<u64, usize> {
    let mut all: Vec<(u64, usize)> = Vec::new();
    for (number, grams) in grams.iter().enumerate() {
        all.extend(grams.iter().flatten().map(|&hash| (hash, number)));
    }
    all.sort_unstable();
    // Once for each submission: how often one repeats a run says nothing about how common it is.
    all.dedup();
    let groups = all.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1);
    groups.map(|group| (group[0].0, group.len())).collect()
}

/// The weight of code that so many submissions have, if it is given from `most` on.
fn rarity(count: usize, most: usize) -> f64 {
    if count <= RARE_SUBMISSIONS_MAX || most <= RARE_SUBMISSIONS_MAX {
        return 1.0;
    }
    // Logarithmic: from one to five submissions says more than from fifty to a hundred.
    let part = (count as f64 / RARE_SUBMISSIONS_MAX as f64).ln()
        / (most as f64 / RARE_SUBMISSIONS_MAX as f64).ln();
    1.0 - (1.0 - FREQUENT_WEIGHT_MIN) * part.min(1.0)
}

fn view(
    statements: Vec<NamelessStatement>,
    mut grams: Vec<Option<u64>>,
    known: &FxHashSet<u64>,
    weigh: impl Fn(u64) -> f64,
) -> SubmissionView {
    let mut given = vec![false; statements.len()];
    // What no run reaches is too short to say anything.
    let mut weights: Vec<f64> = vec![0.0; statements.len()];
    for at in 0..grams.len() {
        let Some(hash) = grams[at] else { continue };
        if known.contains(&hash) {
            given[at..at + GRAM_STATEMENTS].fill(true);
            continue;
        }
        let is_idiom =
            statements[at..at + GRAM_STATEMENTS].iter().all(|statement| statement.is_idiom);
        let weight = if is_idiom || repeats(&grams, at) { IDIOM_WEIGHT } else { weigh(hash) };
        for it in &mut weights[at..at + GRAM_STATEMENTS] {
            // The best run that a statement is part of: a rare one must not lose by overlapping an
            // idiom.
            *it = it.max(weight);
        }
    }
    for gram in &mut grams {
        *gram = gram.filter(|hash| !known.contains(hash));
    }
    // After all runs: a statement may be covered by a given run and by one that is not.
    for (weight, _) in weights.iter_mut().zip(&given).filter(|(_, given)| **given) {
        *weight = 0.0;
    }
    let fingerprints = winnow::winnow(&grams);
    SubmissionView { statements, given, weights, fingerprints }
}

/// Whether the same comes again a few statements on, or came before.
fn repeats(grams: &[Option<u64>], at: usize) -> bool {
    let is_same = |other: Option<usize>| {
        other.and_then(|other| grams.get(other)).is_some_and(|other| *other == grams[at])
    };
    (1..=PERIOD_STATEMENTS_MAX)
        .any(|step| is_same(at.checked_sub(step)) || is_same(Some(at + step)))
}
