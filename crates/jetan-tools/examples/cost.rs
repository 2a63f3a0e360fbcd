//! Runs a program as it is or with tools, to see what they cost:
//! `cost FILE plain|nothing|cache|sweep|branches|pipeline|refs [COUNT]`.
//!
//! By turns and several times, this is where the ratios in `docs/tools.md` come from.
#![expect(clippy::disallowed_methods, reason = "a tool: reads a program")]
#![expect(clippy::print_stdout, reason = "a tool: says what came of it")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_tools::branch::PredictorSettings;
use jetan_tools::cache::{CacheRole, CacheSettings, RegionStarts};
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::pipeline::PipelineSettings;
use jetan_tools::reference::AddressRange;

use host::NoHost;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(way)) = (arguments.next(), arguments.next()) else {
        println!("usage: cost FILE plain|nothing|cache|sweep|branches|pipeline|refs [COUNT]");
        return;
    };
    let most = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(u64::MAX);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let sources = SourceSet::single(&file, &text);
    let (Some(program), _) = assemble(&sources, &AssemblyOptions::default()) else {
        println!("{file}: cannot be assembled");
        return;
    };
    let machine = Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN);
    let Ok(mut machine) = machine else { return };
    if way == "plain" {
        run(&mut Interpreter::<()>::default(), &mut machine, most);
        return;
    }
    let Ok(tools) = ToolSet::new(&plan(&way), &machine, &RegionStarts::new([])) else { return };
    run(&mut ToolEngine::new(tools), &mut machine, most);
}

fn plan(way: &str) -> ToolPlan {
    let caches = match way {
        "cache" => "8x4",
        "sweep" => "4,8,16,32,64x1,2,4:1,2:lru,fifo",
        _ => return other_plan(way),
    };
    let caches = CacheSettings::parse_list(caches).unwrap_or_default().into_iter();
    let caches = caches.map(|one| vec![(CacheRole::Data, one)]).collect();
    ToolPlan { caches, ..ToolPlan::default() }
}

fn other_plan(way: &str) -> ToolPlan {
    let everywhere = AddressRange { first: 0, last: u32::MAX };
    let predictor = PredictorSettings::Gshare { entries: 16, history: 4, start: 1 };
    match way {
        "branches" => ToolPlan { predictors: vec![predictor], ..ToolPlan::default() },
        "pipeline" => {
            ToolPlan { pipelines: vec![PipelineSettings::default()], ..ToolPlan::default() }
        }
        "refs" => ToolPlan { references: Some((everywhere, 16)), ..ToolPlan::default() },
        _ => ToolPlan::default(),
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
