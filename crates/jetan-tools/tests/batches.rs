//! Tools that see events in batches have the figures of tools that see each when it happens.
#![expect(clippy::disallowed_methods, reason = "a test: reads the programs")]
#![expect(clippy::unwrap_used, reason = "a test: its settings are right")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;

use std::path::Path;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_tools::branch::PredictorSettings;
use jetan_tools::cache::{CacheRole, CacheSettings, CacheTool, RegionStarts};
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::pipeline::PipelineSettings;
use jetan_tools::reference::AddressRange;

use host::NoHost;

/// Instructions between two looks, which must not matter.
const SLICE: u64 = 777;
/// The most instructions of a program.
const COUNT_MAX: u64 = 50_000;

fn plans() -> Vec<(&'static str, ToolPlan)> {
    let cache = |role, text| vec![(role, CacheSettings::parse(text).unwrap())];
    let data = ToolPlan {
        caches: vec![cache(CacheRole::Data, "8x4"), cache(CacheRole::Data, "8x2:2:plru:nwa")],
        curve_words: Some(4),
        ..ToolPlan::default()
    };
    let sweep = CacheSettings::parse_list("4,16x1,4:1,2:lru,fifo").unwrap().into_iter();
    let sweep = sweep.map(|one| vec![(CacheRole::Data, one)]).collect();
    let predictors = ["2bit:16", "gshare:16:4"].map(|text| PredictorSettings::parse(text).unwrap());
    let turns = ToolPlan { predictors: predictors.to_vec(), ..ToolPlan::default() };
    let pipelines = ["id,fwd", "ex,nofwd,predict=2bit:16"];
    let unified = cache(CacheRole::Unified, "16x4:2");
    let two = [cache(CacheRole::Data, "4x2"), cache(CacheRole::Second, "16x4:2")].concat();
    let all = ToolPlan {
        caches: vec![cache(CacheRole::Instruction, "4x4"), unified, two],
        pipelines: pipelines.map(|text| PipelineSettings::parse(text).unwrap()).to_vec(),
        references: Some((AddressRange { first: 0, last: u32::MAX }, 16)),
        counts_classes: true,
        ..turns.clone()
    };
    let sweep = ToolPlan { caches: sweep, ..ToolPlan::default() };
    vec![("data", data), ("sweep", sweep), ("turns", turns), ("all", all)]
}

fn run(engine: &mut dyn Engine, machine: &Machine) -> (Machine, u64) {
    let mut machine = machine.clone();
    loop {
        let until = StopConditions::count((machine.count + SLICE).min(COUNT_MAX));
        let stop = engine.run(&mut machine, &mut NoHost, &until);
        if !matches!(stop, Stop::Budget) || machine.count >= COUNT_MAX {
            let count = machine.count;
            return (machine, count);
        }
    }
}

/// Everything that the tools say, as text.
fn said(tools: &mut ToolSet) -> String {
    use std::fmt::Write as _;
    // Not the number of instructions: an instruction that faults is fetched, but not executed.
    let mut said = String::new();
    for group in &tools.caches {
        for (_, tool) in group.first() {
            let (figures, sites) = (tool.figures(), tool.sites());
            let _ = writeln!(said, "{} {figures:?} {sites:?}", tool.settings());
            let _ = writeln!(said, "{:?} {:?}", tool.region_misses(), tool.fights());
        }
        let _ = writeln!(said, "{:?}", group.second().map(CacheTool::figures));
    }
    let _ = writeln!(said, "{:?}", tools.curve.as_ref().map(|(_, curve)| curve.curve(16)));
    for tool in &tools.branches {
        let sites: Vec<_> = tool.sites().collect();
        let _ = writeln!(said, "{} of {} {sites:?}", tool.correct(), tool.executed());
    }
    let _ = writeln!(said, "{:?}", tools.targets);
    for pipeline in &tools.pipelines {
        let _ = writeln!(said, "{:?} {:?}", pipeline.stack(), pipeline.hazards().pairs());
        let _ = writeln!(said, "{:?}", tools.reorder(pipeline, &[], &|_| true));
    }
    let _ = writeln!(said, "{:?}", tools.mix);
    if let Some(map) = &mut tools.references {
        let units: Vec<_> = map.units().map(|(at, unit)| (at, *unit)).collect();
        let _ = writeln!(said, "{units:?} {:?}", map.samples());
    }
    said
}

#[test]
fn batches_do_not_change_a_figure() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tools");
    let folders = ["programs", "exercises", "odd"].map(|name| folder.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 30);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let sources = SourceSet::single("main.asm", &text);
        let (Some(program), _) = assemble(&sources, &AssemblyOptions::default()) else {
            panic!("{} cannot be assembled", file.display());
        };
        for (delayed_branching, self_modifying) in [(false, false), (true, false), (false, true)] {
            let settings =
                MachineSettings { delayed_branching, self_modifying, ..MachineSettings::default() };
            let machine = Machine::new(&program.image, settings, Behaviour::JETAN).unwrap();
            for (name, plan) in plans() {
                let regions = RegionStarts::new([machine.map().static_base]);
                let tools = ToolSet::new(&plan, &machine, &regions).unwrap();
                let mut now = Interpreter::observed(tools.clone());
                let (_, count) = run(&mut now, &machine);
                now.observer.end_trace();
                let mut later = ToolEngine::new(tools);
                assert_eq!(run(&mut later, &machine).1, count, "{}", file.display());
                let (now, later) = (said(&mut now.observer), said(later.tools_mut()));
                assert_eq!(now, later, "{}: {name}, {settings:?}", file.display());
            }
        }
    }
}
