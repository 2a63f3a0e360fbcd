//! What is chosen about a run, and what follows from that.

use std::sync::Arc;

use jetan_asm::{Dialect, SourceSet};
use jetan_display::bitmap::{self, Config};
use jetan_grade::project::Reproduction;
use jetan_isa::pack::Device;
use jetan_isa::{MemoryMap, Pack};
use jetan_machine::{Behaviour, Clock, Machine, Settings};
use jetan_run::Setup;
use serde::{Deserialize, Serialize};

use crate::carrier::EngineChoice;
use crate::limits::{INPUT_BYTES_MAX, MEMORY_BYTES_MAX};
use crate::message::Refusal;

/// The options of a run, as they are sent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct Options {
    pub(crate) stdin: Option<String>,
    pub(crate) ends_input: bool,
    arguments: Vec<String>,
    pack: Option<String>,
    memory: Option<String>,
    delayed: bool,
    smc: bool,
    strict: bool,
    start_at_main: bool,
    seed: Option<i64>,
    clock: ClockChoice,
    pub(crate) engine: EngineChoice,
    bitmap: Option<String>,
    lab: bool,
    /// Whether mistakes are looked for that a run does not notice.
    pub(crate) check: bool,
}

/// Which time a program is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ClockChoice {
    /// That of the wall.
    #[default]
    Real,
    /// One that depends on nothing but the program.
    Virtual,
}

/// How a bitmap display was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Option,
    Comment,
    Pack,
    Stores,
}

impl Found {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Found::Option => "option",
            Found::Comment => "comment",
            Found::Pack => "pack",
            Found::Stores => "stores",
        }
    }
}

/// Where a bitmap display is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bitmap {
    /// There, and how that is known.
    At(Config, Found),
    /// No display, whatever the program draws.
    None,
    /// Where the program paints first.
    Unknown,
}

impl Options {
    /// The options of a run that names its pack and nothing else.
    pub(crate) fn with_pack(name: &str) -> Options {
        Options { pack: Some(name.to_owned()), ..Options::default() }
    }

    /// The same with what a case of a check is fed, so that a start shows it again.
    pub(crate) fn fed_as(self, again: &Reproduction) -> Options {
        Options {
            stdin: Some(String::from_utf8_lossy(&again.console).into_owned()),
            ends_input: true,
            clock: ClockChoice::Virtual,
            seed: again.seed.or(self.seed),
            ..self
        }
    }

    /// Names a pack, if none is named.
    pub(crate) fn use_pack(&mut self, name: &str) {
        self.pack.get_or_insert_with(|| name.to_owned());
    }

    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let input = self.stdin.as_ref().map_or(0, String::len);
        if input > INPUT_BYTES_MAX {
            return Err(Refusal::new("too-large", "a program can have 4 MiB of input"));
        }
        if self.arguments.len() > 1000 || self.arguments.iter().any(|word| word.len() > 1 << 16) {
            return Err(Refusal::new("too-large", "1,000 arguments of 64 KiB each at most"));
        }
        self.map().map(drop)
    }

    fn map(&self) -> Result<Option<MemoryMap>, Refusal> {
        let Some(name) = &self.memory else { return Ok(None) };
        let unknown = || {
            let names: Vec<&str> =
                jetan_isa::memory_map::MEMORY_MAPS.iter().map(|map| map.name).collect();
            Refusal::new("bad-request", format!("`memory` is one of {}", names.join(", ")))
        };
        MemoryMap::by_name(name).map(Some).ok_or_else(unknown)
    }

    /// The pack that was chosen, or that a source names.
    pub(crate) fn pack(&self, sources: &SourceSet) -> Result<Option<Pack>, Refusal> {
        let mut texts = sources.roots().iter().map(|&root| sources.file(root).text());
        let named = || texts.find_map(jetan_pack::named_in);
        let Some(name) = self.pack.clone().filter(|name| !name.is_empty()).or_else(named) else {
            return Ok(None);
        };
        let unknown = || {
            let shown: String = name.chars().take(64).collect();
            Refusal::new("bad-request", format!("there is no pack `{shown}`"))
        };
        let shipped = jetan_pack::shipped().iter().find(|(known, _)| *known == name);
        let (name, text) = shipped.ok_or_else(unknown)?;
        jetan_pack::parse(name, text).0.map(Some).ok_or_else(unknown)
    }

    /// How the sources are assembled.
    pub(crate) fn assembler(&self, pack: Option<&Pack>) -> jetan_asm::Options {
        let map = self.map().ok().flatten().or(pack.and_then(|pack| pack.memory_map));
        jetan_asm::Options {
            dialect: if self.strict { Dialect::MARS } else { Dialect::JETAN },
            map: map.unwrap_or(MemoryMap::DEFAULT),
            delayed_branching: self.delayed,
            self_modifying: self.smc,
            start_at_main: self.start_at_main,
            ..jetan_asm::Options::default()
        }
    }

    /// What the machine is to be.
    pub(crate) fn setup(&self, pack: Option<Pack>) -> Setup {
        let clock = match self.clock {
            ClockChoice::Real => Clock::Host,
            ClockChoice::Virtual => Clock::default(),
        };
        let settings = Settings {
            delayed_branching: self.delayed,
            self_modifying: self.smc,
            memory_bytes_max: MEMORY_BYTES_MAX,
            clock,
            seed: self.seed.or((clock != Clock::Host).then_some(0)),
        };
        let behaviour = if self.strict { Behaviour::MARS } else { Behaviour::JETAN };
        Setup {
            arguments: self.arguments.iter().map(|word| word.as_bytes().to_vec()).collect(),
            lab: self.lab,
            pack: pack.map(Arc::new),
            ..Setup::new(settings, behaviour)
        }
    }

    /// Where the display is: as chosen, as a source's comments say, as the pack has it.
    pub(crate) fn bitmap(&self, sources: &SourceSet, machine: &Machine) -> Result<Bitmap, Refusal> {
        let map = machine.map();
        match self.bitmap.as_deref().map(str::trim) {
            Some("none") => return Ok(Bitmap::None),
            Some(typed) if !typed.is_empty() && typed != "auto" => {
                let bad = |error| Refusal::new("bad-request", format!("bitmap: {error}"));
                let config = Config::parse(typed, map).map_err(bad)?;
                return Ok(Bitmap::At(config, Found::Option));
            }
            _ => {}
        }
        let texts = sources.roots().iter().map(|&root| sources.file(root).text());
        let mut found = texts.filter_map(|text| bitmap::recognise(text, map)?.ok());
        if let Some(config) = found.next() {
            return Ok(Bitmap::At(config, Found::Comment));
        }
        let devices = machine.pack().map_or(&[][..], |pack| &pack.devices);
        let of_pack = devices.iter().find_map(|device| match device {
            Device::Bitmap(own) => {
                let &jetan_isa::pack::Bitmap { base, width, height, unit_width, unit_height } = own;
                Some(Config { width, height, unit_width, unit_height, base })
            }
            Device::Keyboard | Device::Lab => None,
        });
        Ok(match of_pack {
            Some(config) => Bitmap::At(config, Found::Pack),
            // A pack says itself what there is to be seen, and the lab has its digits.
            None if machine.pack().is_some() || machine.lab().is_some() => Bitmap::None,
            None => Bitmap::Unknown,
        })
    }
}
