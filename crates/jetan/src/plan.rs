//! The plan of a run, however it was asked for: flags become a plan, and commands that run
//! something make one themselves.

use std::path::PathBuf;
use std::time::Duration;

use jetan_asm::AssemblyOptions;
use jetan_games::GameTitle;
use jetan_machine::{Behaviour, Clock, MachineSettings};
use jetan_run::loader::{PackChoice, SourcePacks};
use jetan_run::recording::RecordedSettings;
use jetan_run::{LoadPlan, RunSetup};
use jetan_sandbox::limits as grade;

use crate::cli::debug::DebugArgs;
use crate::cli::inside::InstrumentationArgs;
use crate::cli::memory;
use crate::cli::show::{DeviceArgs, DisplayChoice};
use crate::cli::tools::ToolArgs;
use crate::cli::{self, ClockChoice};
use crate::command::asm::MessageStyle;
use crate::engine::EngineFlags;
use crate::project::ChosenProgram;

/// A run that is to be made of some sources.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct RunPlan {
    /// The options of the assembler.
    pub(crate) options: AssemblyOptions,
    pub(crate) messages: MessageStyle,
    /// Whether the memory configuration was chosen, or is the pack's to choose.
    pub(crate) has_map: bool,
    /// The settings of the machine, its clock and seed among them.
    pub(crate) settings: MachineSettings,
    pub(crate) behaviour: Behaviour,
    pub(crate) arguments: Vec<Vec<u8>>,
    /// The name of a pack; without one a source may name it.
    pub(crate) pack: Option<String>,
    /// The name of the pack that is used where nobody names one.
    pub(crate) usual_pack: Option<String>,
    /// The file of console input, if not standard input.
    pub(crate) stdin: Option<PathBuf>,
    pub(crate) limits: RunLimits,
    /// Whether dialogs are asked on the console.
    pub(crate) dialogs: bool,
    pub(crate) shows: DeviceOptions,
    pub(crate) engine: EngineFlags,
    /// The instrumentation of the run.
    pub(crate) inside: InstrumentationArgs,
    /// The tools of a course that look at the run.
    pub(crate) tools: ToolArgs,
    /// Whether oddities are noted at the end.
    pub(crate) notes: bool,
    /// The memory that is shown at the end, as typed.
    pub(crate) memory: Vec<String>,
    /// Whether the ending is reported as JSON.
    pub(crate) json: bool,
    /// Whether the program sees nothing of the computer it runs on.
    pub(crate) sandbox: bool,
    /// The file that a recording of the run is written to.
    pub(crate) record: Option<PathBuf>,
}

/// The bounds of a run besides memory, which is the machine's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunLimits {
    pub(crate) steps: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) output_bytes: Option<u64>,
}

impl RunLimits {
    pub(crate) fn time(&self) -> Option<Duration> {
        self.seconds.map(Duration::from_secs_f64)
    }
}

/// The style in which a screen is drawn in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawingStyle {
    /// As well as the terminal can.
    Best,
    /// Without colours and with plain characters.
    Plain,
}

impl DrawingStyle {
    pub(crate) fn of(ascii: bool) -> DrawingStyle {
        if ascii { DrawingStyle::Plain } else { DrawingStyle::Best }
    }
}

/// Whether a run is seen in the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ScreenVisibility {
    #[default]
    No,
    /// From the start.
    Always(DrawingStyle),
    /// From the first frame on. Where that cannot be, a note at the end says how to see it.
    IfUsed(DrawingStyle),
}

/// The input, pictures and sound of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceOptions {
    /// A key script, or `@` and the name of its file.
    pub(crate) keys: Option<String>,
    pub(crate) seen: ScreenVisibility,
    /// The bitmap display in the words of `--bitmap`.
    pub(crate) bitmap: Option<String>,
    pub(crate) frames: Option<PathBuf>,
    pub(crate) gif: Option<PathBuf>,
    pub(crate) screenshot: Option<PathBuf>,
    pub(crate) frame_hash: bool,
    pub(crate) sound_log: Option<PathBuf>,
    pub(crate) lab: bool,
    pub(crate) bot: bool,
}

impl DeviceOptions {
    /// Whether frames are written or their hashes printed.
    pub(crate) fn has_pictures(&self) -> bool {
        self.frame_hash
            || [&self.frames, &self.gif, &self.screenshot].iter().any(|path| path.is_some())
    }
}

impl RunPlan {
    /// Whether every instruction is looked at.
    pub(crate) fn is_watching(&self) -> bool {
        self.inside.is_watching() || self.tools.is_watching()
    }
}

impl Default for RunPlan {
    /// The plan of `jetan run` without flags.
    fn default() -> RunPlan {
        RunPlan {
            options: AssemblyOptions::default(),
            messages: MessageStyle::Human,
            has_map: false,
            settings: MachineSettings { clock: Clock::Host, ..MachineSettings::default() },
            behaviour: Behaviour::JETAN,
            arguments: Vec::new(),
            pack: None,
            usual_pack: None,
            stdin: None,
            limits: RunLimits::default(),
            dialogs: true,
            shows: DeviceOptions::default(),
            engine: EngineFlags::default(),
            inside: InstrumentationArgs::default(),
            tools: ToolArgs::default(),
            notes: false,
            memory: Vec::new(),
            json: false,
            sandbox: false,
            record: None,
        }
    }
}

impl From<&cli::RunArgs> for RunPlan {
    fn from(typed: &cli::RunArgs) -> RunPlan {
        let assembly = &typed.assembly;
        let options = assembly.options();
        RunPlan {
            // To name the default configuration is not a choice: a pack may still have another.
            has_map: options.map != AssemblyOptions::default().map,
            options,
            messages: if assembly.mars_messages { MessageStyle::Mars } else { MessageStyle::Human },
            settings: settings(typed),
            behaviour: if assembly.strict { Behaviour::MARS } else { Behaviour::JETAN },
            // As the system gave them: an argument need not be UTF-8.
            arguments: typed
                .arguments
                .iter()
                .map(|word| word.as_encoded_bytes().to_vec())
                .collect(),
            pack: typed.pack.clone(),
            usual_pack: None,
            stdin: typed.stdin.clone(),
            limits: limits(typed),
            dialogs: !assembly.strict && !typed.sandbox,
            shows: shows(typed),
            engine: typed.engine,
            inside: typed.inside.clone(),
            tools: typed.tools.clone(),
            notes: !typed.inside.quiet && !assembly.strict,
            memory: memory::ranges(&assembly.memory)
                .map(str::to_owned)
                .chain(typed.inside.show_memory.iter().cloned())
                .collect(),
            json: typed.json,
            sandbox: typed.sandbox,
            record: typed.record.clone(),
        }
    }
}

impl From<&DebugArgs> for RunPlan {
    fn from(typed: &DebugArgs) -> RunPlan {
        let assembly = &typed.assembly;
        let options = assembly.options();
        let default = MachineSettings::default();
        RunPlan {
            has_map: options.map != AssemblyOptions::default().map,
            options,
            messages: if assembly.mars_messages { MessageStyle::Mars } else { MessageStyle::Human },
            settings: MachineSettings {
                delayed_branching: assembly.delayed_branching,
                self_modifying: assembly.self_modifying,
                memory_bytes_max: typed.max_memory.unwrap_or(default.memory_bytes_max),
                clock: Clock::default(),
                seed: typed.seed.or(Some(0)),
            },
            behaviour: if assembly.strict { Behaviour::MARS } else { Behaviour::JETAN },
            arguments: typed
                .arguments
                .iter()
                .map(|word| word.as_encoded_bytes().to_vec())
                .collect(),
            pack: typed.pack.clone(),
            stdin: typed.stdin.clone(),
            dialogs: !assembly.strict,
            shows: DeviceOptions { lab: typed.lab, bot: typed.bot, ..DeviceOptions::default() },
            engine: typed.engine,
            json: typed.json,
            ..RunPlan::default()
        }
    }
}

/// The bounds that were typed; in the sandbox those of a check, unless others were typed.
fn limits(typed: &cli::RunArgs) -> RunLimits {
    // Tetrisito's bounds are the widest of all projects, and `jetan run` does not know the project.
    let usual = typed.sandbox.then(|| grade::CaseLimits::of(GameTitle::Tetrisito));
    RunLimits {
        steps: typed.max_steps.or(usual.map(|usual| usual.instructions)),
        seconds: typed.time_limit,
        output_bytes: typed.max_output.or(usual.map(|usual| usual.output_bytes as u64)),
    }
}

fn settings(typed: &cli::RunArgs) -> MachineSettings {
    let default = MachineSettings::default();
    let start = typed.clock_start.map_or_else(Clock::default, Clock::starting_at);
    // Keys by a script make a run that is to be the same every time, as a sandbox does.
    let is_virtual = typed.sandbox || typed.show.keys.is_some() || typed.clock_start.is_some();
    let clock = match typed.clock {
        Some(ClockChoice::Virtual) => start,
        None if is_virtual || typed.show.bot => start,
        Some(ClockChoice::Real) | None => Clock::Host,
    };
    let memory = if typed.sandbox {
        grade::CaseLimits::default().memory_bytes
    } else {
        default.memory_bytes_max
    };
    MachineSettings {
        delayed_branching: typed.assembly.delayed_branching,
        self_modifying: typed.assembly.self_modifying,
        memory_bytes_max: typed.max_memory.unwrap_or(memory),
        clock,
        // A run by a virtual clock depends on nothing but the program.
        seed: typed.seed.or((clock != Clock::Host).then_some(0)),
    }
}

/// Screens are shown without being asked for only to somebody who watches the run.
fn shows(typed: &cli::RunArgs) -> DeviceOptions {
    let shows = DeviceOptions::from(&typed.show);
    let is_watched = settings(typed).clock == Clock::Host
        && !shows.has_pictures()
        && !typed.json
        && !typed.assembly.strict;
    match shows.seen {
        ScreenVisibility::IfUsed(_) if !is_watched => {
            DeviceOptions { seen: ScreenVisibility::No, ..shows }
        }
        _ => shows,
    }
}

impl From<&DeviceArgs> for DeviceOptions {
    fn from(typed: &DeviceArgs) -> DeviceOptions {
        let look = DrawingStyle::of(typed.ascii);
        DeviceOptions {
            keys: typed.keys.clone(),
            seen: match typed.display {
                DisplayChoice::Auto => ScreenVisibility::IfUsed(look),
                DisplayChoice::Terminal => ScreenVisibility::Always(look),
                DisplayChoice::None => ScreenVisibility::No,
            },
            bitmap: typed.bitmap.clone(),
            frames: typed.frames.clone(),
            gif: typed.gif.clone(),
            screenshot: typed.screenshot.clone(),
            frame_hash: typed.frame_hash,
            sound_log: typed.sound_log.clone(),
            lab: typed.lab,
            bot: typed.bot,
        }
    }
}

impl RunPlan {
    /// Makes it the plan of a run that was recorded, as far as the recording says.
    pub(crate) fn repeat(&mut self, circumstances: &RecordedSettings) {
        let RecordedSettings { settings, behaviour, has_lab, has_bot, arguments } = circumstances;
        self.settings = *settings;
        // Both exist twice: the assembler expands for them and the machine executes by them.
        self.options.delayed_branching = settings.delayed_branching;
        self.options.self_modifying = settings.self_modifying;
        self.behaviour = *behaviour;
        self.shows.lab = *has_lab;
        self.shows.bot = *has_bot;
        self.arguments.clone_from(arguments);
    }

    /// Puts in what a program's project file says and nobody has typed.
    pub(crate) fn settle(&mut self, program: &ChosenProgram) {
        self.has_map = program.settle(&mut self.options, self.has_map);
        self.usual_pack = program.pack().or(self.usual_pack.take());
    }

    /// The plan by which sources become the program of such a run.
    pub(crate) fn load_plan(&self) -> LoadPlan {
        let setup = RunSetup {
            arguments: self.arguments.clone(),
            lab: self.shows.lab,
            bot: self.shows.bot,
            ..RunSetup::new(self.settings, self.behaviour)
        };
        LoadPlan {
            options: self.options.clone(),
            has_map: self.has_map,
            pack: pack_choice(self.pack.as_deref(), self.sandbox, self.usual_pack.as_deref()),
            setup,
            needs_code: false,
        }
    }
}

/// The pack that was typed, or the one that a source names. In a sandbox the source is somebody
/// else's: it can choose among the packs that come with Jetan, but not have a file read.
pub(crate) fn pack_choice(typed: Option<&str>, sandbox: bool, usual: Option<&str>) -> PackChoice {
    match typed {
        Some(name) => PackChoice::Named(name.to_owned()),
        None => PackChoice::BySources {
            among: if sandbox { SourcePacks::Shipped } else { SourcePacks::Any },
            usual: usual.map(str::to_owned),
        },
    }
}
