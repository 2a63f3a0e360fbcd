//! The profile of the whole run: by line, by procedure, by chain of calls.

use jetan_order::SharedSort;
use std::collections::BTreeMap;

use jetan_debug::profile::Profile;
use jetan_symbols::DebugSymbols;
use jetan_wire::{Chain, LineCount, Nothing, ProfiledProcedure};

use crate::message::RequestAnswer;
use crate::workbench::RequestContext;

/// Most lines, and likewise procedures, that are reported.
const ROWS_MAX: usize = 100;
/// Most chains of calls that are reported, those with the most instructions.
const CHAINS_MAX: usize = 500;

pub(crate) fn profile(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<jetan_wire::Profile> {
    let run = context.run()?;
    let (profile, is_whole) = run.insight.profile(&run.debugger);
    let names = &run.debugger.names;
    let lines = profile.lines.iter().take(ROWS_MAX).map(|one| LineCount {
        path: one.line.file.clone(),
        line: one.line.number - 1,
        count: one.instructions,
    });
    let procedures = profile.procedures.iter().take(ROWS_MAX).map(|one| {
        let (path, line) = place(names, &one.name).unzip();
        let name = one.name.clone();
        ProfiledProcedure { name, calls: one.calls, own: one.own, total: one.total, path, line }
    });
    let (chain_names, chains) = chains(&profile);
    Ok(jetan_wire::Profile {
        lines: lines.collect(),
        procedures: procedures.collect(),
        names: chain_names,
        chains,
        total: profile.instructions,
        is_whole,
    })
}

fn place(names: &DebugSymbols, procedure: &str) -> Option<(String, u32)> {
    let line = names.address(procedure).and_then(|address| names.line(address))?;
    Some((line.file, line.number - 1))
}

/// The chains of calls with their own instructions, procedures by their place in a list of names.
fn chains(profile: &Profile) -> (Vec<String>, Vec<Chain>) {
    let mut largest: Vec<&(Vec<String>, u64)> = profile.stacks.iter().collect();
    largest.shared_sort_by_key(|(_, own)| std::cmp::Reverse(*own));
    largest.truncate(CHAINS_MAX);
    let mut names = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chains = Vec::new();
    for (chain, own) in largest {
        // Names are sent once and chains as numbers: deep recursion makes hundreds of chains of the
        // same few procedures.
        let number = |name| {
            *numbers.entry(name).or_insert_with(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let chain = chain.iter().map(String::as_str).map(number).collect();
        chains.push(Chain { chain, own: *own });
    }
    (names, chains)
}
