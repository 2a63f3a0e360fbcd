//! Random programs on both engines.

use jetan_jit::TranslationPolicy;
use jetan_machine::{Stop, StopConditions};

use super::programs::{self, Chance};
use super::run::{Pair, machine_of, machine_with};

/// One of so many is compared after every block.
const BY_BLOCKS: u64 = 10;
/// The most instructions of one.
const STEPS: u64 = 20_000;

/// Runs programs on both; gives instructions, those in generated code, comparisons after blocks,
/// and how often generated code left an instruction to the interpreter.
pub(crate) fn compare(seeds: impl Iterator<Item = u64>) -> [u64; 4] {
    let nothing = machine_of("main: nop");
    let mut pairs = [TranslationPolicy::Everything, TranslationPolicy::EveryBlock]
        .map(|policy| Pair::new("random", nothing.clone(), policy));
    let mut count = 0;
    for seed in seeds {
        let pair = &mut pairs[usize::from(seed % BY_BLOCKS == 0)];
        pair.name = format!("seed {seed}");
        pair.restart(&machine_with(&programs::program(Chance::of_seed(seed))));
        let slice = [u64::MAX / 2, 5000, 1000, 300][seed as usize / 10 % 4];
        while pair.count() < STEPS
            && pair.go(&StopConditions::count(pair.count().saturating_add(slice).min(STEPS)))
                == Stop::Budget
        {}
        count += pair.count();
    }
    let sum = |number: fn(&Pair) -> u64| pairs.iter().map(number).sum();
    let rare = |pair: &Pair| pair.exits("instructions for the interpreter");
    [count, sum(|pair| pair.stats().generated), sum(|pair| pair.blocks), sum(rare)]
}
