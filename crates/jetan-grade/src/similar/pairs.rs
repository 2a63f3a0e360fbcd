//! Which submissions share passages, and which.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::Settings;
use super::tokens::{Document, NO_REGISTER, Statement};
use super::winnow::{self, CERTAIN, Fingerprint, GRAM};

/// How often a fingerprint of one submission is compared with one of another; more are the same
/// few lines again and again.
const REPEATS_MAX: usize = 4;

/// How many statements may stand between two runs of one passage, in each submission.
const GAP_MAX: usize = 3;

/// Lines of a file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which file, from 0.
    pub file: u32,
    /// Its lines, from 1.
    pub lines: RangeInclusive<u32>,
}

/// A passage that two submissions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where it is in one.
    pub left: Place,
    /// Where it is in the other.
    pub right: Place,
    /// How many statements of it count.
    pub statements: usize,
}

/// Two submissions that share something.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The number of one.
    pub left: usize,
    /// The number of the other, which is larger.
    pub right: usize,
    /// From 0 to 1: which part of both together is in common passages.
    pub similarity: f64,
    /// The part of the first that the passages cover, 0 to 1.
    pub left_covered: f64,
    /// The part of the second that the passages cover, 0 to 1.
    pub right_covered: f64,
    /// The passages, the longest first.
    pub passages: Vec<Passage>,
}

/// A submission ready to be compared.
struct Member {
    document: Document,
    /// Whether each statement was given or is what everybody writes.
    given: Vec<bool>,
    fingerprints: Vec<Fingerprint>,
}

impl Member {
    /// How many statements count.
    fn own(&self) -> usize {
        self.given.iter().filter(|given| !**given).count()
    }
}

/// Submissions ready to be compared with each other.
pub struct Class {
    members: Vec<Member>,
    /// How many are of this term: the others are not compared with each other.
    current: usize,
    /// Every fingerprint with its submission and place, sorted.
    index: Vec<(u64, u32, u32)>,
    settings: Settings,
}

impl Class {
    /// Submissions of this term, of former ones, and what the course gave to everybody.
    pub fn new(
        current: Vec<Document>,
        former: Vec<Document>,
        skeleton: &[Document],
        settings: Settings,
    ) -> Class {
        let count = current.len();
        let documents: Vec<Document> = current.into_iter().chain(former).collect();
        let grams: Vec<Vec<Option<u64>>> =
            documents.iter().map(|document| winnow::grams(&document.statements)).collect();
        let mut given = common(&grams, settings);
        given.extend(skeleton.iter().flat_map(|it| winnow::grams(&it.statements)).flatten());
        let members: Vec<Member> = documents
            .into_iter()
            .zip(grams)
            .map(|(document, grams)| member(document, grams, &given))
            .collect();
        let mut index: Vec<(u64, u32, u32)> = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let entries = member.fingerprints.iter();
            index.extend(entries.map(|print| (print.hash, number as u32, print.at)));
        }
        index.sort_unstable();
        Class { members, current: count, index, settings }
    }

    /// How many submissions are compared with those behind them: those of this term.
    pub fn len(&self) -> usize {
        self.current
    }

    /// Whether there is nobody to compare.
    pub fn is_empty(&self) -> bool {
        self.current == 0
    }

    /// How many statements of a submission count.
    pub fn own_statements(&self, number: usize) -> usize {
        self.members[number].own()
    }

    /// What a submission shares with those behind it, each pair once in a class.
    pub fn pairs_of(&self, left: usize) -> Vec<Pair> {
        let mut seeds: Vec<(u32, u32, u32)> = Vec::new();
        for print in &self.members[left].fingerprints {
            let from = self.index.partition_point(|entry| entry.0 < print.hash);
            let same = self.index[from..].iter().take_while(|entry| entry.0 == print.hash);
            let mut repeats = (u32::MAX, 0);
            for &(_, right, at) in same.filter(|entry| entry.1 as usize > left) {
                repeats = if repeats.0 == right { (right, repeats.1 + 1) } else { (right, 1) };
                if repeats.1 <= REPEATS_MAX {
                    seeds.push((right, print.at, at));
                }
            }
        }
        seeds.sort_unstable();
        let groups = seeds.chunk_by(|one, other| one.0 == other.0);
        groups.filter_map(|group| self.pair(left, group[0].0 as usize, group)).collect()
    }

    fn pair(&self, left: usize, right: usize, seeds: &[(u32, u32, u32)]) -> Option<Pair> {
        let (one, other) = (&self.members[left], &self.members[right]);
        let (own_left, own_right) = (one.own(), other.own());
        let shortest = self.settings.passage_min.max(CERTAIN);
        let passages = passages(one, other, seeds, shortest);
        let common: usize = passages.iter().map(|passage| passage.statements).sum();
        // What somebody has written in all must be worth a passage, too.
        if common == 0 || own_left.min(own_right) < shortest {
            return None;
        }
        let part = |whole: usize| (common as f64 / whole as f64).min(1.0);
        Some(Pair {
            left,
            right,
            similarity: (2.0 * common as f64 / (own_left + own_right) as f64).min(1.0),
            left_covered: part(own_left),
            right_covered: part(own_right),
            passages,
        })
    }
}

/// The hashes that more submissions have than could have copied them.
fn common(grams: &[Vec<Option<u64>>], settings: Settings) -> FxHashSet<u64> {
    let mut all: Vec<(u64, usize)> = Vec::new();
    for (number, grams) in grams.iter().enumerate() {
        all.extend(grams.iter().flatten().map(|&hash| (hash, number)));
    }
    all.sort_unstable();
    all.dedup();
    let most = settings.common_min(grams.len());
    let groups = all.chunk_by(|one, other| one.0 == other.0);
    groups.filter(|group| group.len() > most).map(|group| group[0].0).collect()
}

fn member(document: Document, mut grams: Vec<Option<u64>>, known: &FxHashSet<u64>) -> Member {
    let mut given = vec![false; document.len()];
    for (at, gram) in grams.iter_mut().enumerate() {
        if gram.is_some_and(|hash| known.contains(&hash)) {
            given[at..at + GRAM].fill(true);
            *gram = None;
        }
    }
    Member { document, given, fingerprints: winnow::winnow(&grams) }
}

/// A run of statements that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    left: usize,
    right: usize,
    length: usize,
}

impl Run {
    fn left_end(self) -> usize {
        self.left + self.length
    }

    fn right_end(self) -> usize {
        self.right + self.length
    }

    /// Whether another run goes on where this one ends, but for a few statements.
    fn leads_to(self, next: Run) -> bool {
        let near = |end: usize, start: usize| (end..=end + GAP_MAX).contains(&start);
        near(self.left_end(), next.left) && near(self.right_end(), next.right)
    }

    /// How many of its statements count.
    fn own(self, one: &Member, other: &Member) -> usize {
        let counts = |at: &usize| !one.given[self.left + at] && !other.given[self.right + at];
        (0..self.length).filter(counts).count()
    }
}

/// Runs that lead to each other as one passage.
fn passage(chain: &[Run], one: &Member, other: &Member) -> Passage {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    Passage {
        left: place(&one.document.statements[first.left..last.left_end()]),
        right: place(&other.document.statements[first.right..last.right_end()]),
        statements: chain.iter().map(|run| run.own(one, other)).sum(),
    }
}

fn place(run: &[Statement]) -> Place {
    let (first, last) = (run[0], run[run.len() - 1]);
    Place { file: first.file, lines: first.line..=last.line }
}

/// The passages that both have: chains of runs with at least `shortest` statements together.
fn passages(
    one: &Member,
    other: &Member,
    seeds: &[(u32, u32, u32)],
    shortest: usize,
) -> Vec<Passage> {
    let mut runs = tile(one, other, seeds);
    runs.sort_by_key(|run| (run.left, run.right));
    let file = |run: &Run| {
        (one.document.statements[run.left].file, other.document.statements[run.right].file)
    };
    let chains = runs.chunk_by(|run, next| run.leads_to(*next) && file(run) == file(next));
    let is_long = |chain: &&[Run]| chain.iter().map(|run| run.length).sum::<usize>() >= shortest;
    let mut passages: Vec<Passage> = chains
        .filter(is_long)
        .map(|chain| passage(chain, one, other))
        .filter(|passage| passage.statements >= GRAM)
        .collect();
    passages.sort_by_key(|passage| std::cmp::Reverse(passage.statements));
    passages
}

/// The longest runs that do not overlap.
fn tile(one: &Member, other: &Member, seeds: &[(u32, u32, u32)]) -> Vec<Run> {
    let mut seeds: Vec<(usize, usize)> =
        seeds.iter().map(|&(_, left, right)| (left as usize, right as usize)).collect();
    seeds.sort_unstable_by_key(|&(left, right)| (left.wrapping_sub(right), left));
    let mut runs: Vec<Run> = Vec::new();
    for (left, right) in seeds {
        let is_inside = |run: &Run| {
            left.wrapping_sub(right) == run.left.wrapping_sub(run.right)
                && (run.left..run.left_end()).contains(&left)
        };
        if !runs.last().is_some_and(is_inside) {
            runs.push(extend(&one.document.statements, &other.document.statements, left, right));
        }
    }
    runs.sort_by_key(|run| (std::cmp::Reverse(run.length), run.left, run.right));
    let mut taken = (vec![false; one.given.len()], vec![false; other.given.len()]);
    let mut kept = Vec::new();
    for run in runs {
        let is_free = |at: usize| !taken.0[run.left + at] && !taken.1[run.right + at];
        let Some(first) = (0..run.length).find(|&at| is_free(at)) else { continue };
        let length = (first..run.length).take_while(|&at| is_free(at)).count();
        if length >= GRAM {
            let run = Run { left: run.left + first, right: run.right + first, length };
            taken.0[run.left..run.left_end()].fill(true);
            taken.1[run.right..run.right_end()].fill(true);
            kept.push(run);
        }
    }
    kept
}

/// Goes on from a statement of each in both directions as long as they agree.
fn extend(one: &[Statement], other: &[Statement], left: usize, right: usize) -> Run {
    let mut names = Names::default();
    let files = (one[left].file, other[right].file);
    let mut agree = |one: &Statement, other: &Statement| {
        (one.file, other.file) == files && one.shape == other.shape && names.agree(one, other)
    };
    let ahead = one[left..].iter().zip(&other[right..]).take_while(|it| agree(it.0, it.1)).count();
    let back = one[..left].iter().rev().zip(other[..right].iter().rev());
    let behind = back.take_while(|it| agree(it.0, it.1)).count();
    Run { left: left - behind, right: right - behind, length: behind + ahead }
}

/// Which register of the one is which of the other, as far as is known.
struct Names {
    there: [u8; 64],
    back: [u8; 64],
}

impl Default for Names {
    fn default() -> Names {
        Names { there: [NO_REGISTER; 64], back: [NO_REGISTER; 64] }
    }
}

impl Names {
    /// Whether the registers of two statements can be the same; if so, they are from now on.
    fn agree(&mut self, one: &Statement, other: &Statement) -> bool {
        for (&from, &to) in one.registers.iter().zip(&other.registers) {
            if from == NO_REGISTER || to == NO_REGISTER {
                return from == to;
            }
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
