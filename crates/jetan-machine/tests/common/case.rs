//! A small program, the world it runs in, and what is to come of it.
//!
//! Every case is run on every engine: in one go, an instruction at a time, and with a host that
//! keeps putting the program off; and from a recording. All must end alike, and a service that
//! waits must leave no trace.

use jetan_asm::{AssemblyOptions, Program, SourceSet, assemble};
use jetan_isa::{Image, MemoryMap, Reg};
use jetan_machine::registers::{Cp0Registers, CpuRegisters, FloatRegisters};
use jetan_machine::stop::WaitReason;
use jetan_machine::{Behaviour, Clock, Machine, MachineSettings, Stop, StopConditions};

use crate::engines::{ENGINES, Make};
use crate::host::Script;
use crate::tape::{check_replays, record};

pub(crate) const MARS: &[Behaviour] = &[Behaviour::MARS];
pub(crate) const JETAN: &[Behaviour] = &[Behaviour::JETAN];
pub(crate) const BOTH: &[Behaviour] = &[Behaviour::MARS, Behaviour::JETAN];

/// What every program may use.
const PRELUDE: &str = "
        .macro  sys %number
        li      $v0, %number
        syscall
        .end_macro
        .macro  show %reg                # prints a register and a blank
        move    $a0, %reg
        sys     1
        li      $a0, ' '
        sys     11
        .end_macro
";

/// The word of the instruction that may wait.
const SYSCALL: u32 = 0x0000_000c;
/// No program here takes longer.
const COUNT_MAX: u64 = 1_000_000;

#[derive(Clone)]
pub(crate) struct Case {
    name: String,
    source: String,
    map: MemoryMap,
    settings: MachineSettings,
    pub(crate) host: Script,
}

/// How a run ended.
pub(crate) struct End {
    pub(crate) machine: Machine,
    pub(crate) host: Script,
    /// Why it stopped: the words of a fault, or nothing.
    pub(crate) fault: String,
    pub(crate) stop: Stop,
}

/// All that a program could see of a machine; a service that waits may have made notes of its own.
#[derive(Debug, PartialEq, Eq)]
struct Visible {
    registers: CpuRegisters,
    fpu: FloatRegisters,
    cp0: Cp0Registers,
    pc: u32,
    count: u64,
    image: Image,
}

impl Visible {
    fn of(machine: &Machine) -> Visible {
        Visible {
            registers: machine.registers.clone(),
            fpu: machine.fpu.clone(),
            cp0: machine.cp0,
            pc: machine.pc,
            count: machine.count,
            image: machine.image(),
        }
    }
}

impl Case {
    /// A program without the lines that all have in common.
    pub(crate) fn new(name: &str, source: &str) -> Case {
        Case {
            name: name.to_owned(),
            source: format!("{PRELUDE}{source}"),
            map: MemoryMap::DEFAULT,
            settings: MachineSettings::default(),
            host: Script::default(),
        }
    }

    pub(crate) fn input<P: AsRef<[u8]>>(mut self, pieces: &[P]) -> Case {
        self.host.input = pieces.iter().map(|piece| piece.as_ref().to_vec()).collect();
        self
    }

    pub(crate) fn map(mut self, map: MemoryMap) -> Case {
        self.map = map;
        self
    }

    pub(crate) fn settings(mut self, settings: MachineSettings) -> Case {
        self.settings = settings;
        self
    }

    /// Changes the world.
    pub(crate) fn world(mut self, change: impl FnOnce(&mut Script)) -> Case {
        change(&mut self.host);
        self
    }

    /// The program prints this and ends by itself.
    pub(crate) fn prints(&self, behaviours: &[Behaviour], console: impl AsRef<[u8]>) {
        self.ends(behaviours, console, "");
    }

    /// The program prints this and ends with a fault of these words.
    pub(crate) fn ends(&self, behaviours: &[Behaviour], console: impl AsRef<[u8]>, fault: &str) {
        for &behaviour in behaviours {
            let end = self.run(behaviour);
            let way = if behaviour == Behaviour::MARS { "mars" } else { "jetan" };
            let printed = end.host.console.escape_ascii().to_string();
            let expected = console.as_ref().escape_ascii().to_string();
            assert_eq!(printed, expected, "{} ({way}): output, {:?}", self.name, end.stop);
            assert_eq!(end.fault, fault, "{} ({way}): fault", self.name);
        }
    }

    /// Runs the program in all ways, and gives back one end of many.
    pub(crate) fn run(&self, behaviour: Behaviour) -> End {
        let whole = self.run_once(behaviour);
        let ways = ENGINES.iter().flat_map(|(name, make)| {
            [(0, 1), (1, COUNT_MAX), (3, 1)].map(|(patience, slice)| (name, *make, patience, slice))
        });
        for (name, make, patience, slice) in ways {
            let other = self.run_patiently(behaviour, patience, slice, make);
            let way = format!("{}: {name}, patience {patience}, {slice} at a time", self.name);
            assert_eq!(other.stop, whole.stop, "{way}");
            assert_eq!(other.host.console, whole.host.console, "{way}");
            assert_eq!(other.host.error, whole.host.error, "{way}");
            assert_eq!(other.host.files, whole.host.files, "{way}");
            assert_eq!(other.host.notes, whole.host.notes, "{way}");
            assert_eq!(other.host.dialogs, whole.host.dialogs, "{way}");
            assert!(other.machine == whole.machine, "{way}: the machines differ");
        }
        self.replay(behaviour);
        whole
    }

    /// Records a run and plays it back.
    fn replay(&self, behaviour: Behaviour) {
        let mut start = self.machine(behaviour);
        let start = start.snapshot();
        let mut machine = start.clone();
        let mut host = Script { patience: 1, ..self.host.clone() };
        let pass_time = |_: &Machine, host: &mut Script, wait: Option<WaitReason>| {
            if let Some(WaitReason::Until(at_ms)) = wait {
                host.pass_time(at_ms);
            }
            Vec::new()
        };
        let tape = record(&mut machine, &mut host, COUNT_MAX, COUNT_MAX, pass_time);
        check_replays(&start, &tape, &machine, &self.name);
    }

    /// Runs the program in one way only.
    pub(crate) fn run_once(&self, behaviour: Behaviour) -> End {
        self.run_patiently(behaviour, 0, COUNT_MAX, ENGINES[0].1)
    }

    fn run_patiently(&self, behaviour: Behaviour, patience: u32, slice: u64, make: Make) -> End {
        let mut host = Script { patience, ..self.host.clone() };
        let mut machine = self.machine(behaviour);
        let mut engine = make();
        let stop = loop {
            let until = StopConditions::count(machine.count.saturating_add(slice));
            // Only a service waits, and copying all there is takes time.
            let may_wait = slice == 1 && machine.memory.peek_word(machine.pc) == SYSCALL;
            let before = (may_wait && patience > 0).then(|| Visible::of(&machine));
            match engine.run(&mut machine, &mut host, &until) {
                Stop::Budget if machine.count >= COUNT_MAX => panic!("{}: too long", self.name),
                Stop::Budget => {}
                Stop::Waiting(wait) => {
                    if let Some(before) = before {
                        assert_eq!(Visible::of(&machine), before, "{}: a trace", self.name);
                    }
                    if let WaitReason::Until(at_ms) = wait {
                        host.pass_time(at_ms);
                    }
                    // What is not remembered in the machine is not remembered at all.
                    machine = machine.snapshot();
                    engine = make();
                }
                stop => break stop,
            }
        };
        let fault = match &stop {
            Stop::Faulted { fault, .. } => fault.to_string(),
            _ => String::new(),
        };
        End { machine, host, fault, stop }
    }

    /// A machine with the program in it.
    pub(crate) fn machine(&self, behaviour: Behaviour) -> Machine {
        let image = self.program().image;
        let settings = MachineSettings { clock: Clock::Host, ..self.settings };
        Machine::new(&image, settings, behaviour).expect("the program fits")
    }

    fn program(&self) -> Program {
        let sources = SourceSet::single("test.asm", &self.source);
        let options = AssemblyOptions { map: self.map, ..AssemblyOptions::default() };
        let (program, diagnostics) = assemble(&sources, &options);
        let messages: Vec<String> =
            diagnostics.iter().map(|diagnostic| diagnostic.problem.message()).collect();
        program.unwrap_or_else(|| panic!("{}: {messages:?}", self.name))
    }
}

impl End {
    pub(crate) fn reg(&self, reg: Reg) -> u32 {
        self.machine.registers.get(reg)
    }

    /// Bytes of memory, from the start of `.data`.
    pub(crate) fn data(&self, count: u32) -> Vec<u8> {
        let start = self.machine.map().static_base;
        (start..start + count).map(|address| self.machine.memory.peek(address)).collect()
    }
}
