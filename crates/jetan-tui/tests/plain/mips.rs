//! Our MIPS programs, assembled and run on an input, without a screen.

use std::fs;
use std::str;

use jetan_asm::{AssemblyOptions, Program, SourceSet, assemble};
use jetan_machine::fault::{Fault, ServiceFault};
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};

use crate::folder;

/// No program here takes longer.
const COUNT_MAX: u64 = 500_000_000;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Exited,
    /// A service wanted a line, and there was none.
    EndOfInput,
    /// A service wanted a number, and there was something else.
    InvalidInput,
    /// A service of a pack was called, and there is none.
    NoScreen,
}

pub(crate) struct Mips(Program);

impl Mips {
    /// Assembles files below `programs/` together.
    pub(crate) fn new(files: &[&str]) -> Mips {
        let roots: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        let mut read = |name: &str| {
            Ok(fs::read(folder("programs").join(name)).expect("a program and its parts exist"))
        };
        let sources = SourceSet::load(&roots, &mut read).expect("a program can be read");
        let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
        Mips(program.unwrap_or_else(|| panic!("{files:?}: {} mistakes", diagnostics.len())))
    }

    /// What the program prints, and how it ends.
    pub(crate) fn run(&self, input: &[u8], seed: i64) -> (String, Halt) {
        let mut host = Streams { input: input.to_vec(), output: Vec::new(), seed };
        let mut machine = Machine::new(&self.0.image, MachineSettings::default(), Behaviour::JETAN)
            .expect("the program fits");
        let mut engine = Interpreter::<()>::default();
        let end = loop {
            match engine.run(&mut machine, &mut host, &StopConditions::count(COUNT_MAX)) {
                Stop::Budget => assert!(machine.count < COUNT_MAX, "the program runs too long"),
                Stop::Exited(_) => break Halt::Exited,
                Stop::Faulted { fault: Fault::Service(fault), .. } => {
                    break match fault {
                        ServiceFault::EndOfInput { .. } => Halt::EndOfInput,
                        ServiceFault::InvalidInput { .. } => Halt::InvalidInput,
                        _ => Halt::NoScreen,
                    };
                }
                stop => panic!("the program should not end so: {stop:?}"),
            }
        };
        (str::from_utf8(&host.output).expect("the programs print ASCII").to_owned(), end)
    }
}

/// The console as two streams; the programs ask for nothing else.
struct Streams {
    input: Vec<u8>,
    output: Vec<u8>,
    seed: i64,
}

impl Host for Streams {
    fn event(&mut self, event: OutputEvent<'_>) {
        if let OutputEvent::Output(_, bytes, _) = event {
            self.output.extend_from_slice(bytes);
        }
    }
}

impl HostQueries for Streams {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        let rest = self.input.split_off(self.input.len().min(max));
        HostAnswer::Ready(std::mem::replace(&mut self.input, rest))
    }

    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        None
    }

    fn asks_on_console(&mut self) -> bool {
        false
    }

    fn unread(&mut self, _bytes: &[u8]) {}

    fn open(&mut self, _name: &[u8], _mode: OpenMode) -> Result<(), FileError> {
        Err(FileError)
    }

    fn read_file(&mut self, _: &[u8], _: u64, _: usize) -> Result<Vec<u8>, FileError> {
        Err(FileError)
    }

    fn write_file(&mut self, _: &[u8], _: Option<u64>, _: &[u8]) -> Result<(), FileError> {
        Err(FileError)
    }

    fn now_ms(&mut self) -> i64 {
        0
    }

    fn seed(&mut self) -> i64 {
        self.seed
    }

    fn dialog(&mut self, _dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        None
    }
}
