//! Sessions with the debugger as stories: what is typed, and what is answered.

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../../jetan-machine/tests/common/host.rs"]
mod host;

use std::sync::Arc;

use expect_test::Expect;
use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::Debugger;
use jetan_debug::command::{DebugHost, execute};
use jetan_machine::{Behaviour, Interpreter, Machine, MachineSettings};
use jetan_run::{KeyframePolicy, Timeline, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

use host::Script;

impl DebugHost for Script {
    fn feed(&mut self, bytes: &[u8]) {
        self.input.push_back(bytes.to_vec());
    }

    fn close(&mut self) {}
}

/// Types commands into a debugger of a program.
pub(crate) fn run_story(program: &str, commands: &str, expected: &Expect) {
    run_story_with(program, commands, expected, &mut |_| {}, &mut |_| {});
}

/// The same with a machine that something is connected to, and a debugger that was told more.
pub(crate) fn run_story_with(
    program: &str,
    commands: &str,
    expected: &Expect,
    connect: &mut dyn FnMut(&mut Machine),
    prepare: &mut dyn FnMut(&mut Debugger<'_>),
) {
    expected.assert_eq(&transcript(program, commands, connect, prepare));
}

/// The commands and their answers.
pub(crate) fn transcript(
    program: &str,
    commands: &str,
    connect: &mut dyn FnMut(&mut Machine),
    prepare: &mut dyn FnMut(&mut Debugger<'_>),
) -> String {
    transcript_of(program, MachineSettings::default(), commands, connect, prepare)
}

/// The same of a machine with other settings.
pub(crate) fn transcript_of(
    program: &str,
    settings: MachineSettings,
    commands: &str,
    connect: &mut dyn FnMut(&mut Machine),
    prepare: &mut dyn FnMut(&mut Debugger<'_>),
) -> String {
    let sources = SourceSet::single("main.asm", program);
    let options = AssemblyOptions {
        delayed_branching: settings.delayed_branching,
        self_modifying: settings.self_modifying,
        ..AssemblyOptions::default()
    };
    let (program, _) = assemble(&sources, &options);
    let program = program.expect("it is a program");
    let mut machine = Machine::new(&program.image, settings, Behaviour::JETAN).expect("it fits");
    connect(&mut machine);
    let keeping = KeyframePolicy { distance_min: 16, ..KeyframePolicy::default() };
    let timeline = Timeline::new(machine, Box::new(Interpreter::<()>::default()), keeping);
    let mut debugger = Debugger::new(timeline, DebugSymbols::new(Arc::new(program), sources));
    prepare(&mut debugger);
    let mut outside = Script { patience: 1, ..Script::default() };
    let mut transcript = String::new();
    for command in commands.lines() {
        let command = command.trim();
        let reply = at_once(execute(&mut debugger, &mut outside, command, &YieldPoint::NONE));
        let mark = if reply.is_refusal { "! " } else { "  " };
        transcript += &["> ", command, "\n"].concat();
        for line in reply.lines {
            transcript += &[mark, &line, "\n"].concat();
        }
    }
    transcript
}
