//! Where the whole run has spent its instructions: by line, by procedure, by chain of calls.

use std::collections::BTreeMap;

use jetan_debug::names::Names;
use jetan_debug::profile::Profile;
use serde_json::{Value, json};

use crate::message::Answer;
use crate::request::Nothing;
use crate::workbench::Desk;

/// Lines, and likewise procedures, that are told.
const ROWS_MAX: usize = 100;
/// Chains of calls that are told, those with the most instructions.
const CHAINS_MAX: usize = 500;

pub(crate) fn profile(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let (profile, is_whole) = run.insight.profile(&run.debugger);
    let names = &run.debugger.names;
    let lines = profile.lines.iter().take(ROWS_MAX).map(|one| {
        json!({
            "path": one.line.file, "line": one.line.number - 1, "count": one.instructions,
        })
    });
    let procedures = profile.procedures.iter().take(ROWS_MAX).map(|one| {
        let mut wire =
            json!({"name": one.name, "calls": one.calls, "own": one.own, "total": one.total});
        place(names, &one.name, &mut wire);
        wire
    });
    let (chain_names, chains) = chains(&profile);
    Ok(json!({
        "lines": lines.collect::<Vec<Value>>(),
        "procedures": procedures.collect::<Vec<Value>>(),
        "names": chain_names, "chains": chains,
        "total": profile.instructions, "isWhole": is_whole,
    }))
}

fn place(names: &Names, procedure: &str, wire: &mut Value) {
    let line = names.address(procedure).and_then(|address| names.line(address));
    if let Some(line) = line {
        wire["path"] = Value::from(line.file);
        wire["line"] = Value::from(line.number - 1);
    }
}

/// The chains of calls with their own instructions, procedures by their place in a list of names.
fn chains(profile: &Profile) -> (Vec<&str>, Vec<Value>) {
    let mut largest: Vec<&(Vec<String>, u64)> = profile.stacks.iter().collect();
    largest.sort_by_key(|(_, own)| std::cmp::Reverse(*own));
    largest.truncate(CHAINS_MAX);
    let mut names = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chains = Vec::new();
    for (chain, own) in largest {
        let number = |name| {
            *numbers.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let chain: Vec<usize> = chain.iter().map(String::as_str).map(number).collect();
        chains.push(json!({"chain": chain, "own": own}));
    }
    (names, chains)
}
