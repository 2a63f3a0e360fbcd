//! Runs a program as it is or checked, to see what checks cost: `check FILE plain|check [COUNT]`.
//!
//! By turns and several times, this is where the ratios in `benchmarks/README.md` come from.
#![expect(clippy::disallowed_methods, reason = "a tool: reads a program")]
#![expect(clippy::print_stdout, reason = "a tool: says what came of it")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_sanitizer::{CheckSet, Checker};
use jetan_symbols::DebugSymbols;

use host::NoHost;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(way)) = (arguments.next(), arguments.next()) else {
        println!("usage: check FILE plain|check [COUNT]");
        return;
    };
    let most = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(u64::MAX);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let sources = SourceSet::single(&file, &text);
    let (Some(program), _) = assemble(&sources, &AssemblyOptions::default()) else {
        println!("{file}: cannot be assembled");
        return;
    };
    let Ok(mut machine) =
        Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN)
    else {
        return;
    };
    if way == "plain" {
        run(&mut Interpreter::<()>::default(), &mut machine, most);
        return;
    }
    let names = DebugSymbols::new(Arc::new(program), sources);
    let mut checker = Checker::new(&machine, names, CheckSet::ALL);
    run(&mut checker, &mut machine, most);
    for finding in checker.findings() {
        println!("{}", finding.message);
    }
}

fn run(engine: &mut dyn Engine, machine: &mut Machine, most: u64) {
    while let Stop::Budget = engine.run(machine, &mut NoHost, &StopConditions::count(most)) {
        if machine.count >= most {
            break;
        }
    }
    println!("{} instructions", machine.count);
}
