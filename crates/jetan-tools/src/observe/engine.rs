//! The interpreter with tools.

use jetan_machine::{
    Driver, Engine, FollowingInterp, Host, Machine, SparingInterpreter, Stop, StopConditions,
};

use super::ToolSet;
use super::follow::{ALL, DATA, FollowingTools, TURNS};

/// An interpreter whose run is looked at by tools.
pub struct ToolEngine {
    engine: ObservedEngine,
}

type Following<const NOTED: u8> = Driver<FollowingInterp, FollowingTools<NOTED>>;

enum ObservedEngine {
    /// Each event is seen when it happens.
    Immediate(Box<SparingInterpreter<ToolSet>>),
    Data(Box<Following<DATA>>),
    Turns(Box<Following<TURNS>>),
    All(Box<Following<ALL>>),
}

fn following<const NOTED: u8>(tools: ToolSet) -> Box<Following<NOTED>> {
    Box::new(Driver::observed(FollowingTools::new(tools)))
}

impl ToolEngine {
    /// An engine for a machine that is about to start.
    pub fn new(tools: ToolSet) -> ToolEngine {
        let engine = if tools.is_immediate() {
            ObservedEngine::Immediate(Box::new(SparingInterpreter::observed(tools)))
        } else if tools.wants_all_steps() {
            ObservedEngine::All(following(tools))
        } else if tools.sees_flow {
            ObservedEngine::Turns(following(tools))
        } else {
            ObservedEngine::Data(following(tools))
        };
        ToolEngine { engine }
    }

    /// The tools.
    pub fn tools(&self) -> &ToolSet {
        match &self.engine {
            ObservedEngine::Immediate(engine) => &engine.observer,
            ObservedEngine::Data(engine) => &engine.observer.tools,
            ObservedEngine::Turns(engine) => &engine.observer.tools,
            ObservedEngine::All(engine) => &engine.observer.tools,
        }
    }

    /// The tools, to take something out of them.
    pub fn tools_mut(&mut self) -> &mut ToolSet {
        match &mut self.engine {
            ObservedEngine::Immediate(engine) => &mut engine.observer,
            ObservedEngine::Data(engine) => &mut engine.observer.tools,
            ObservedEngine::Turns(engine) => &mut engine.observer.tools,
            ObservedEngine::All(engine) => &mut engine.observer.tools,
        }
    }
}

/// Runs, and lets the tools see everything until now.
fn follow<const NOTED: u8>(
    engine: &mut Following<NOTED>,
    machine: &mut Machine,
    host: &mut dyn Host,
    until: &StopConditions,
) -> Stop {
    let before = machine.count;
    let stop = engine.run(machine, host, until);
    engine.observer.settle();
    if NOTED != ALL {
        // Nobody has counted them one by one.
        engine.observer.tools.instructions += machine.count - before;
    }
    stop
}

impl Engine for ToolEngine {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.tools_mut().begin(machine);
        let stop = match &mut self.engine {
            ObservedEngine::Immediate(engine) => engine.run(machine, host, until),
            ObservedEngine::Data(engine) => follow(engine, machine, host, until),
            ObservedEngine::Turns(engine) => follow(engine, machine, host, until),
            ObservedEngine::All(engine) => follow(engine, machine, host, until),
        };
        let tools = self.tools_mut();
        tools.settle_sweep();
        for (register, bits) in &mut tools.floats {
            *bits = machine.fpu.bits(*register);
        }
        stop
    }

    fn bursts(&self) -> u64 {
        match &self.engine {
            ObservedEngine::Immediate(engine) => engine.bursts(),
            ObservedEngine::Data(engine) => engine.bursts(),
            ObservedEngine::Turns(engine) => engine.bursts(),
            ObservedEngine::All(engine) => engine.bursts(),
        }
    }
}
