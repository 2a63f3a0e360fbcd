//! Our engine against a second implementation of every instruction, on random programs.
//!
//! The reference is written from `testdata/spec/basic.tsv` and the description of MARS alone and
//! shares no code with the interpreter. Every program runs on it and on the engine in one go,
//! instruction by instruction, and in slices, from breakpoint to breakpoint or observed; whatever
//! a program can see must be the same, and so must the reason it stopped for.
//!
//! `JETAN_LONG=1` runs ten times as many programs.
#![expect(clippy::disallowed_methods, reason = "how much to do is read from the environment")]

#[path = "common/engines.rs"]
mod engines;
mod reference {
    pub(crate) mod compare;
    pub(crate) mod effects;
    pub(crate) mod generator;
    pub(crate) mod host;
    pub(crate) mod layout;
    pub(crate) mod minimise;
    pub(crate) mod processor;
    pub(crate) mod random;
    pub(crate) mod table;
}

use reference::generator::{Case, Plan};
use reference::minimise::{check, describe, minimise};
use reference::table::ROWS;

/// Each row of the table is executed at least once in so many programs.
const PROGRAMS_PER_EXECUTION: u64 = 500;

fn run(plan: Plan, sequences: u64) {
    let sequences =
        if std::env::var_os("JETAN_LONG").is_some() { 10 * sequences } else { sequences };
    let mut executed = vec![0; ROWS.len()];
    for seed in 0..sequences {
        let case = Case::of_seed(seed, plan);
        match check(&case) {
            Ok(reference) => {
                for (total, count) in executed.iter_mut().zip(reference.executed) {
                    *total += count;
                }
            }
            Err(_) => fail(case),
        }
    }
    for (row, count) in ROWS.iter().zip(&executed) {
        assert!(
            *count >= sequences / PROGRAMS_PER_EXECUTION,
            "{} was executed {count} times",
            row.name
        );
    }
}

fn fail(case: Case) -> ! {
    let case = minimise(case);
    let difference = check(&case).err().expect("a minimised program still fails");
    panic!("seed {}: {difference}\n{}", case.seed, describe(&case));
}

const MARS: Plan = Plan { is_mars: true, is_delayed: false, is_self_modifying: false };
const JETAN: Plan = Plan { is_mars: false, ..MARS };

#[test]
fn mars() {
    run(MARS, 22_500);
}

#[test]
fn jetan() {
    run(JETAN, 22_500);
}

#[test]
fn delayed_mars() {
    run(Plan { is_delayed: true, ..MARS }, 20_000);
}

#[test]
fn delayed_jetan() {
    run(Plan { is_delayed: true, ..JETAN }, 20_000);
}

#[test]
fn self_modifying_mars() {
    run(Plan { is_self_modifying: true, ..MARS }, 7_500);
}

#[test]
fn self_modifying_jetan() {
    run(Plan { is_self_modifying: true, ..JETAN }, 7_500);
}
