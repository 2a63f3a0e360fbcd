//! Pairs of submissions that share passages, and those passages.

use std::ops::RangeInclusive;

use super::SimilaritySettings;
use super::layer::{ClassLayer, SharedPrint, SubmissionView};
use super::tokens::{NO_REGISTER, NamelessStatement, SubmissionDocument};
use super::winnow::{CERTAIN_STATEMENTS, GRAM_STATEMENTS};

/// Most statements between two runs of one passage, in each submission.
const GAP_STATEMENTS_MAX: usize = 3;

/// The least weight per statement of common code that is not only idioms.
const WEIGHT_MIN: f64 = 0.4;

/// The part of one submission that another contains counts by itself from this weight on, with
/// this factor: somebody may have hidden a copy among code of others.
const CONTAINED_WEIGHT_MIN: f64 = 24.0;
const CONTAINED_FACTOR: f64 = 0.75;

/// Lines of a file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageLines {
    /// The file's number, from 0.
    pub file: u32,
    /// The range of lines, from 1.
    pub lines: RangeInclusive<u32>,
}

/// A passage that two submissions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPassage {
    /// The lines in one submission.
    pub left: PassageLines,
    /// The lines in the other submission.
    pub right: PassageLines,
    /// Statements of it that count.
    pub statements: usize,
}

/// Two submissions that share something.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmissionPair {
    /// The number of one.
    pub left: usize,
    /// The number of the other, which is larger.
    pub right: usize,
    /// From 0 to 1: which part of both together is in common passages; or three quarters of the
    /// part of the smaller one, if that is more and long enough. Idioms count little.
    pub similarity: f64,
    /// The part of the first that the passages cover, 0 to 1.
    pub left_covered: f64,
    /// The part of the second that the passages cover, 0 to 1.
    pub right_covered: f64,
    /// The passages, the longest first.
    pub passages: Vec<SharedPassage>,
    /// The meaning of the passages.
    pub verdict: PairVerdict,
}

impl SubmissionPair {
    /// Whether somebody had to think of what they share.
    pub fn is_shared_code(&self) -> bool {
        self.verdict == PairVerdict::SharedCode
    }
}

/// The meaning of the passages of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairVerdict {
    /// They are code that somebody had to think of.
    SharedCode,
    /// They are what everybody writes: arguments and calls of services, what is kept on the stack,
    /// the same few statements again and again.
    OnlyIdioms,
}

/// Submissions ready to be compared with each other.
pub struct ComparedClass {
    /// As the statements stand in the text, and as they are met when macros are written out.
    layers: [ClassLayer; 2],
    /// Submissions of this term: the others are not compared with each other.
    current: usize,
    settings: SimilaritySettings,
}

impl ComparedClass {
    /// Submissions of this term, of former ones, and what the course gave to everybody.
    pub fn new(
        current: Vec<SubmissionDocument>,
        former: Vec<SubmissionDocument>,
        skeleton: &[SubmissionDocument],
        settings: SimilaritySettings,
    ) -> ComparedClass {
        let count = current.len();
        let (texts, met): (Vec<Vec<NamelessStatement>>, Vec<Vec<NamelessStatement>>) =
            current.into_iter().chain(former).map(|it| (it.statements, it.met)).unzip();
        let given = |form: fn(&SubmissionDocument) -> &Vec<NamelessStatement>| {
            skeleton.iter().map(|document| form(document).clone()).collect::<Vec<_>>()
        };
        let layers = [
            ClassLayer::new(texts, &given(|it| &it.statements), settings),
            ClassLayer::new(met, &given(|it| &it.met), settings),
        ];
        ComparedClass { layers, current: count, settings }
    }

    /// The number of submissions that are compared with those after them: those of this term.
    pub fn len(&self) -> usize {
        self.current
    }

    /// Whether there is nobody to compare.
    pub fn is_empty(&self) -> bool {
        self.current == 0
    }

    /// The number of statements of a submission that count.
    pub fn own_statements(&self, number: usize) -> usize {
        self.layers[0].views[number].own()
    }

    /// Everything that a submission shares with those after it, each pair once in a class: in the
    /// form in which it is most.
    pub fn pairs_of(&self, left: usize) -> Vec<SubmissionPair> {
        let mut pairs: Vec<SubmissionPair> = Vec::new();
        for layer in &self.layers {
            let seeds = layer.seeds(left);
            let groups = seeds.chunk_by(|one, other| one.0 == other.0);
            let found =
                groups.filter_map(|group| self.pair(layer, left, group[0].0 as usize, group));
            pairs.extend(found);
        }
        // The first of equals is the one as it stands in the text.
        pairs.sort_by(|one, other| {
            one.right.cmp(&other.right).then(other.similarity.total_cmp(&one.similarity))
        });
        pairs.dedup_by_key(|pair| pair.right);
        pairs
    }

    fn pair(
        &self,
        layer: &ClassLayer,
        left: usize,
        right: usize,
        seeds: &[SharedPrint],
    ) -> Option<SubmissionPair> {
        let (one, other) = (&layer.views[left], &layer.views[right]);
        // Shorter passages are found only by luck, and a result must not depend on it.
        let shortest = self.settings.passage_min.max(CERTAIN_STATEMENTS);
        // What somebody has written in all must be worth a passage, too.
        if one.own().min(other.own()) < shortest {
            return None;
        }
        let found = passages(one, other, seeds, shortest);
        let statements: usize = found.iter().map(|(passage, _)| passage.statements).sum();
        let common: f64 = found.iter().map(|(_, weight)| weight).sum();
        let (own_left, own_right) = (one.weight(), other.weight());
        if statements == 0 || common <= 0.0 {
            return None;
        }
        let part = |whole: f64| (common / whole).min(1.0);
        // Twice the common part over both: a small copy in a large program counts as small here.
        let both = (2.0 * common / (own_left + own_right)).min(1.0);
        let contained = if common >= CONTAINED_WEIGHT_MIN {
            part(own_left.min(own_right)) * CONTAINED_FACTOR
        } else {
            0.0
        };
        let is_idioms = common < WEIGHT_MIN * statements as f64;
        Some(SubmissionPair {
            left,
            right,
            similarity: both.max(contained),
            left_covered: part(own_left),
            right_covered: part(own_right),
            passages: found.into_iter().map(|(passage, _)| passage).collect(),
            verdict: if is_idioms { PairVerdict::OnlyIdioms } else { PairVerdict::SharedCode },
        })
    }
}

/// A run of statements that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatementRun {
    left: usize,
    right: usize,
    length: usize,
}

impl StatementRun {
    fn left_end(self) -> usize {
        self.left + self.length
    }

    fn right_end(self) -> usize {
        self.right + self.length
    }

    /// Whether another run goes on where this one ends, but for a few statements.
    fn leads_to(self, next: StatementRun) -> bool {
        let near = |end: usize, start: usize| (end..=end + GAP_STATEMENTS_MAX).contains(&start);
        near(self.left_end(), next.left) && near(self.right_end(), next.right)
    }

    /// Statements of it that count.
    fn own(self, one: &SubmissionView, other: &SubmissionView) -> usize {
        let counts = |at: &usize| !one.given[self.left + at] && !other.given[self.right + at];
        (0..self.length).filter(counts).count()
    }

    /// Their weight together.
    fn weight(self, one: &SubmissionView, other: &SubmissionView) -> f64 {
        let weight =
            // One statement may be an idiom on one side only, by what stands around it.
            |at: usize| f64::midpoint(one.weights[self.left + at], other.weights[self.right + at]);
        let counts = |at: &usize| !one.given[self.left + at] && !other.given[self.right + at];
        (0..self.length).filter(counts).map(weight).sum()
    }
}

/// Runs that lead to each other as one passage.
fn passage(
    chain: &[StatementRun],
    one: &SubmissionView,
    other: &SubmissionView,
) -> (SharedPassage, f64) {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    let passage = SharedPassage {
        left: place(&one.statements[first.left..last.left_end()]),
        right: place(&other.statements[first.right..last.right_end()]),
        statements: chain.iter().map(|run| run.own(one, other)).sum(),
    };
    (passage, chain.iter().map(|run| run.weight(one, other)).sum())
}

/// The lines of a run, which need not be in their order.
fn place(run: &[NamelessStatement]) -> PassageLines {
    let lines = || run.iter().map(|statement| statement.line);
    let (first, last) = (lines().min().unwrap_or(1), lines().max().unwrap_or(1));
    PassageLines { file: run[0].file, lines: first..=last }
}

/// The passages that both have: chains of runs with at least `shortest` statements together.
fn passages(
    one: &SubmissionView,
    other: &SubmissionView,
    seeds: &[SharedPrint],
    shortest: usize,
) -> Vec<(SharedPassage, f64)> {
    let mut runs = tile(one, other, seeds);
    runs.sort_by_key(|run| (run.left, run.right));
    let file =
        |run: &StatementRun| (one.statements[run.left].file, other.statements[run.right].file);
    let chains = runs.chunk_by(|run, next| run.leads_to(*next) && file(run) == file(next));
    let is_long =
        |chain: &&[StatementRun]| chain.iter().map(|run| run.length).sum::<usize>() >= shortest;
    let mut passages: Vec<(SharedPassage, f64)> = chains
        .filter(is_long)
        .map(|chain| passage(chain, one, other))
        .filter(|(passage, _)| passage.statements >= GRAM_STATEMENTS)
        .collect();
    passages.sort_by_key(|(passage, _)| std::cmp::Reverse(passage.statements));
    passages
}

/// The longest runs that do not overlap.
fn tile(one: &SubmissionView, other: &SubmissionView, seeds: &[SharedPrint]) -> Vec<StatementRun> {
    let mut seeds: Vec<(usize, usize)> =
        seeds.iter().map(|&(_, left, right)| (left as usize, right as usize)).collect();
    // By diagonal: seeds of one run have the same distance and come one after the other.
    seeds.sort_unstable_by_key(|&(left, right)| (left.wrapping_sub(right), left));
    let mut runs: Vec<StatementRun> = Vec::new();
    for (left, right) in seeds {
        let is_inside = |run: &StatementRun| {
            left.wrapping_sub(right) == run.left.wrapping_sub(run.right)
                && (run.left..run.left_end()).contains(&left)
        };
        // Only the last run can contain the next seed of its diagonal.
        if !runs.last().is_some_and(is_inside) {
            runs.push(extend(&one.statements, &other.statements, left, right));
        }
    }
    // The longest first, so that short ones cannot cut them to pieces.
    runs.sort_by_key(|run| (std::cmp::Reverse(run.length), run.left, run.right));
    let mut taken = (vec![false; one.given.len()], vec![false; other.given.len()]);
    let mut kept = Vec::new();
    for run in runs {
        let is_free = |at: usize| !taken.0[run.left + at] && !taken.1[run.right + at];
        let Some(first) = (0..run.length).find(|&at| is_free(at)) else { continue };
        let length = (first..run.length).take_while(|&at| is_free(at)).count();
        if length >= GRAM_STATEMENTS {
            let run = StatementRun { left: run.left + first, right: run.right + first, length };
            taken.0[run.left..run.left_end()].fill(true);
            // In both: a passage of one submission must not pay for several copies in the other.
            taken.1[run.right..run.right_end()].fill(true);
            kept.push(run);
        }
    }
    kept
}

/// Goes on from a statement of each in both directions as long as they agree.
fn extend(
    one: &[NamelessStatement],
    other: &[NamelessStatement],
    left: usize,
    right: usize,
) -> StatementRun {
    let mut names = RegisterMapping::default();
    let files = (one[left].file, other[right].file);
    let mut agree = |one: &NamelessStatement, other: &NamelessStatement| {
        // A run does not cross from one file to the next: lines of a report belong to one.
        (one.file, other.file) == files && one.shape == other.shape && names.agree(one, other)
    };
    let ahead = one[left..].iter().zip(&other[right..]).take_while(|it| agree(it.0, it.1)).count();
    let back = one[..left].iter().rev().zip(other[..right].iter().rev());
    let behind = back.take_while(|it| agree(it.0, it.1)).count();
    StatementRun { left: left - behind, right: right - behind, length: behind + ahead }
}

/// The mapping from registers of one submission to those of the other, as far as is known.
struct RegisterMapping {
    there: [u8; 64],
    back: [u8; 64],
}

impl Default for RegisterMapping {
    fn default() -> RegisterMapping {
        RegisterMapping { there: [NO_REGISTER; 64], back: [NO_REGISTER; 64] }
    }
}

impl RegisterMapping {
    /// Whether the registers of two statements can be the same; if so, they are from now on.
    fn agree(&mut self, one: &NamelessStatement, other: &NamelessStatement) -> bool {
        for (&from, &to) in one.registers.iter().zip(&other.registers) {
            if from == NO_REGISTER || to == NO_REGISTER {
                return from == to;
            }
            // The array has 64 entries, and this lets the compiler see that no index is outside.
            let (there, back) = (self.there[from as usize & 63], self.back[to as usize & 63]);
            if there == NO_REGISTER && back == NO_REGISTER {
                self.there[from as usize & 63] = to;
                self.back[to as usize & 63] = from;
            } else if there != to || back != from {
                return false;
            }
        }
        true
    }
}
