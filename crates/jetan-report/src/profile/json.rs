//! A profile as one JSON object. Other programs read it: fields are added, never renamed.

use jetan_debug::profile::Profile;
use serde::Serialize;

use crate::wire;

#[derive(Serialize)]
struct WireProfile<'p> {
    instructions: u64,
    lines: Vec<WireLine<'p>>,
    procedures: Vec<WireProcedure<'p>>,
    calls: Vec<WireCall<'p>>,
    mix: Vec<WireMix>,
    branches: Vec<WireBranch<'p>>,
    stacks: Vec<WireStack<'p>>,
}

#[derive(Serialize)]
struct WireLine<'p> {
    file: &'p str,
    line: u32,
    text: &'p str,
    instructions: u64,
}

#[derive(Serialize)]
struct WireProcedure<'p> {
    name: &'p str,
    calls: u64,
    /// Instructions in itself.
    own: u64,
    /// Instructions in itself and in what it called.
    total: u64,
}

#[derive(Serialize)]
struct WireCall<'p> {
    from: &'p str,
    to: &'p str,
    calls: u64,
}

#[derive(Serialize)]
struct WireMix {
    name: &'static str,
    instructions: u64,
}

#[derive(Serialize)]
struct WireBranch<'p> {
    file: &'p str,
    line: u32,
    instruction: &'p str,
    taken: u64,
    executed: u64,
}

#[derive(Serialize)]
struct WireStack<'p> {
    /// Procedures, outermost first.
    chain: &'p [String],
    instructions: u64,
}

/// The profile, every row of it.
pub(super) fn json(profile: &Profile) -> String {
    let lines = profile.lines.iter().map(|one| WireLine {
        file: &one.line.file,
        line: one.line.number,
        text: &one.line.text,
        instructions: one.instructions,
    });
    let procedures = profile.procedures.iter().map(|one| WireProcedure {
        name: &one.name,
        calls: one.calls,
        own: one.own,
        total: one.total,
    });
    let calls = profile.calls.iter();
    let branches = profile.branches.iter().map(|one| WireBranch {
        file: &one.line.file,
        line: one.line.number,
        instruction: &one.instruction,
        taken: one.taken,
        executed: one.executed,
    });
    let mix = profile.mix.iter().map(|&(name, instructions)| WireMix { name, instructions });
    let stacks = profile.stacks.iter();
    let wire = WireProfile {
        instructions: profile.instructions,
        lines: lines.collect(),
        procedures: procedures.collect(),
        calls: calls
            .map(|one| WireCall { from: &one.from, to: &one.to, calls: one.calls })
            .collect(),
        mix: mix.collect(),
        branches: branches.collect(),
        stacks: stacks.map(|(chain, own)| WireStack { chain, instructions: *own }).collect(),
    };
    wire::json(&wire) + "\n"
}
