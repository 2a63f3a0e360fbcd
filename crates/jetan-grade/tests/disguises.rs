//! Ten copies among sixty honest programs are found under each disguise, and the honest ones are
//! not taken for copies.
//!
//! `cargo test -p jetan-grade --test disguises -- --nocapture` prints the numbers that
//! `docs/grading.md` states.

#![expect(clippy::disallowed_methods, reason = "reads the programs of this repository")]

#[path = "disguises/disguise.rs"]
mod disguise;
#[path = "disguises/further.rs"]
mod further;
#[path = "disguises/source.rs"]
mod source;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use disguise::SeededDice;
use jetan_grade::similar::{ComparedClass, SimilaritySettings, SubmissionDocument, SubmissionPair};
use source::ProgramText;

/// The least similarity that `jetan similar` reports without being told otherwise.
const THRESHOLD: f64 = 0.4;

/// The class: each program, and whether it is copied.
fn honest() -> Vec<(bool, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let given = read("testdata/class/skeleton.asm");
    let list = read("testdata/similar/honest.txt");
    let paths = list.lines().filter(|line| !line.starts_with('#'));
    let program = |line: &str| {
        let path = line.trim_start_matches("* ");
        let text = read(path);
        let own = text.strip_prefix(given.as_str()).map_or(text.clone(), str::to_owned);
        (line.starts_with('*'), own)
    };
    paths.map(program).collect()
}

fn pairs(texts: &[String]) -> Vec<SubmissionPair> {
    let documents = texts.iter().map(|text| SubmissionDocument::new([text.as_bytes()])).collect();
    let class = ComparedClass::new(documents, Vec::new(), &[], SimilaritySettings::default());
    let all = (0..class.len()).flat_map(|left| class.pairs_of(left));
    all.filter(|pair| pair.similarity >= THRESHOLD && pair.is_shared_code()).collect()
}

/// Changes a program; the number is its place among those that are copied.
type Disguise = fn(&[ProgramText], usize, &mut SeededDice) -> ProgramText;

/// A disguise, its name, how many programs each copy has, and how many are found at least.
struct DisguiseTrial {
    name: &'static str,
    disguise: Disguise,
    sources: usize,
    found_min: usize,
}

const fn trial(name: &'static str, found_min: usize, disguise: Disguise) -> DisguiseTrial {
    DisguiseTrial { name, disguise, sources: 1, found_min }
}

const TRIALS: [DisguiseTrial; 20] = [
    trial("labels renamed", 10, |all, at, dice| disguise::renamed(&all[at], dice)),
    trial("another order", 10, |all, at, dice| disguise::reordered(&all[at], dice)),
    trial("other registers", 10, |all, at, dice| disguise::with_other_registers(&all[at], dice)),
    trial("macros and pseudo-instructions", 9, |all, at, dice| {
        disguise::with_macros(&all[at], dice)
    }),
    trial("dead code", 8, |all, at, dice| disguise::with_dead_code(&all[at], dice)),
    trial("branches inverted", 9, |all, at, dice| disguise::inverted(&all[at], dice)),
    trial("loops turned", 9, |all, at, dice| disguise::with_turned_loops(&all[at], dice)),
    trial("branches inverted and dead code", 6, |all, at, dice| {
        disguise::with_dead_code(&disguise::inverted(&all[at], dice), dice)
    }),
    trial("all of these", 6, |all, at, dice| {
        let changed = disguise::with_macros(&disguise::with_turned_loops(&all[at], dice), dice);
        let changed = disguise::with_dead_code(&disguise::inverted(&changed, dice), dice);
        disguise::with_other_registers(&disguise::renamed(&changed, dice), dice)
    }),
    trial("constants by halves", 9, |all, at, dice| further::with_halves(&all[at], dice)),
    trial("operands exchanged", 9, |all, at, dice| further::commuted(&all[at], dice)),
    trial("neighbours exchanged", 9, |all, at, dice| further::swapped(&all[at], dice)),
    trial("scattered by jumps", 9, |all, at, dice| further::scattered(&all[at], dice, false)),
    trial("scattered into procedures", 9, |all, at, dice| further::scattered(&all[at], dice, true)),
    trial("stored and read back", 9, |all, at, dice| further::spilled(&all[at], dice)),
    trial("names, registers, halves and counters", 9, |all, at, dice| {
        let changed = further::with_halves(&disguise::renamed(&all[at], dice), dice);
        let changed = disguise::with_other_registers(&changed, dice);
        disguise::with_dead_code(&further::commuted(&changed, dice), dice)
    }),
    trial("pushed and popped", 9, |all, at, dice| further::pushed(&all[at], dice)),
    trial("products of nothing", 9, |all, at, dice| further::multiplied(&all[at], dice)),
    trial("pushed and popped, inverted, registers", 9, |all, at, dice| {
        let changed = further::pushed(&disguise::inverted(&all[at], dice), dice);
        disguise::with_other_registers(&changed, dice)
    }),
    DisguiseTrial {
        name: "two sources mixed",
        disguise: |all, at, _| disguise::mixed(&all[at], &all[(at + 1) % all.len()]),
        sources: 2,
        found_min: 18,
    },
];

#[test]
fn copies_are_found_under_each_disguise() {
    let class = honest();
    let numbers: Vec<usize> = (0..class.len()).filter(|&at| class[at].0).collect();
    let sources: Vec<ProgramText> =
        numbers.iter().map(|&at| ProgramText::new(&class[at].1)).collect();
    let mut texts: Vec<String> = class.into_iter().map(|(_, text)| text).collect();
    let honest = texts.len();
    assert_eq!((honest, numbers.len()), (60, 10));
    let mut table = String::new();
    let mut is_good = true;
    for trial in &TRIALS {
        texts.truncate(honest);
        texts.extend((0..sources.len()).map(|at| {
            let mut dice = SeededDice::new(at as u64 + 1);
            (trial.disguise)(&sources, at, &mut dice).text()
        }));
        let pairs = pairs(&texts);
        let is_source = |pair: &SubmissionPair| {
            let copy = pair.right.wrapping_sub(honest);
            (0..trial.sources).any(|it| numbers[(copy + it) % numbers.len()] == pair.left)
        };
        let (copies, others): (Vec<&SubmissionPair>, Vec<&SubmissionPair>) =
            pairs.iter().filter(|pair| pair.right >= honest).partition(|pair| is_source(pair));
        let others = others.iter().filter(|pair| pair.left < honest).count();
        is_good &= copies.len() >= trial.found_min;
        let all = trial.sources * numbers.len();
        let mut found: Vec<String> =
            copies.iter().map(|pair| format!("{:.0}", pair.similarity * 100.0)).collect();
        found.sort();
        let _ = writeln!(
            table,
            "| {} | {} of {all} | {others} | {}",
            trial.name,
            copies.len(),
            found.join(" "),
        );
    }
    assert!(is_good, "{table}");
    println!("{table}");
}

#[test]
fn honest_programs_are_not_taken_for_copies() {
    let texts: Vec<String> = honest().into_iter().map(|(_, text)| text).collect();
    let pairs = pairs(&texts);
    let shown: Vec<(usize, usize, f64)> =
        pairs.iter().map(|pair| (pair.left, pair.right, pair.similarity)).collect();
    assert!(pairs.len() <= 1, "{shown:?}");
    println!("false pairs: {shown:?} of {}", texts.len() * (texts.len() - 1) / 2);
}
