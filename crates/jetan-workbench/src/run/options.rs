//! The options of a run, and the settings that follow from them.

use std::sync::Arc;

use jetan_asm::{Dialect, SourceSet};
use jetan_check::project::CaseReproduction;
use jetan_display::bitmap::{self, BitmapConfig};
use jetan_isa::pack::PackDevice;
use jetan_isa::{MemoryMap, Pack};
use jetan_machine::{Behaviour, Clock, Machine, MachineSettings};
use jetan_pack::ProjectSettings;
use jetan_run::RunSetup;
use jetan_run::loader::{PackChoice, SourcePacks, adopt_map, adopt_project};
use jetan_wire::{ClockChoice, FailureCode, FoundBy, RunOptions};

use crate::host::RunBounds;
use crate::limits::INPUT_BYTES_MAX;
use crate::message::RequestError;

/// The location of a bitmap display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BitmapLocation {
    /// There, and how that is known.
    At(BitmapConfig, FoundBy),
    /// No display, whatever the program draws.
    None,
    /// The location is where the program paints first.
    Unknown,
}

/// The settings that follow from the chosen options.
pub(crate) trait RunOptionsExt: Sized {
    /// The same with what a case of a check is fed, so that a start shows it again.
    fn fed_as(self, again: &CaseReproduction) -> Self;

    /// Names a pack, if none is named.
    fn use_pack(&mut self, name: &str);

    /// Whether they are within bounds.
    fn check(&self) -> Result<(), RequestError>;

    /// The memory map that was chosen.
    fn map(&self) -> Result<Option<MemoryMap>, RequestError>;

    /// The pack that was chosen, that a source names, or that is usual.
    fn pack_choice(&self, usual: Option<&str>) -> PackChoice;

    /// The options of the assembler: as chosen, else as the project file or the pack has them.
    fn assembler(
        &self,
        pack: Option<&Pack>,
        settings: Option<&ProjectSettings>,
    ) -> jetan_asm::AssemblyOptions;

    /// The settings of the machine.
    fn setup(&self, pack: Option<Arc<Pack>>, bounds: RunBounds) -> RunSetup;

    /// Refuses a robot that was asked for and has no place in this memory.
    fn check_robot(&self, machine: &Machine) -> Result<(), RequestError>;

    /// The place of the display, as chosen or as a source's comments say.
    fn described(
        &self,
        sources: &SourceSet,
        map: &MemoryMap,
    ) -> Result<Option<BitmapLocation>, RequestError>;

    /// The place of the display: as described, or as the pack has it.
    fn bitmap(
        &self,
        sources: &SourceSet,
        machine: &Machine,
    ) -> Result<BitmapLocation, RequestError>;
}

impl RunOptionsExt for RunOptions {
    fn fed_as(self, again: &CaseReproduction) -> RunOptions {
        RunOptions {
            stdin: Some(String::from_utf8_lossy(&again.console).into_owned()),
            ends_input: true,
            // As the check had it: with the real clock the case could take another way.
            clock: ClockChoice::Virtual,
            seed: again.seed.or(self.seed),
            ..self
        }
    }

    fn use_pack(&mut self, name: &str) {
        self.pack.get_or_insert_with(|| name.to_owned());
    }

    fn check(&self) -> Result<(), RequestError> {
        let input = self.stdin.as_ref().map_or(0, String::len);
        if input > INPUT_BYTES_MAX {
            return Err(RequestError::new(
                FailureCode::TooLarge,
                "a program can have 4 MiB of input",
            ));
        }
        if self.arguments.len() > 1000 || self.arguments.iter().any(|word| word.len() > 1 << 16) {
            return Err(RequestError::new(
                FailureCode::TooLarge,
                "1,000 arguments of 64 KiB each at most",
            ));
        }
        self.map().map(drop)
    }

    fn map(&self) -> Result<Option<MemoryMap>, RequestError> {
        let Some(name) = &self.memory else { return Ok(None) };
        let unknown = || {
            let names: Vec<&str> =
                jetan_isa::memory_map::MEMORY_MAPS.iter().map(|map| map.name).collect();
            RequestError::new(
                FailureCode::BadRequest,
                format!("`memory` is one of {}", names.join(", ")),
            )
        };
        MemoryMap::by_name(name).map(Some).ok_or_else(unknown)
    }

    fn pack_choice(&self, usual: Option<&str>) -> PackChoice {
        match self.pack.as_deref().filter(|name| !name.is_empty()) {
            Some(name) => PackChoice::Named(name.to_owned()),
            // The folder is the user's own, and nothing is read that is not in it.
            None => {
                PackChoice::BySources { among: SourcePacks::Any, usual: usual.map(str::to_owned) }
            }
        }
    }

    fn assembler(
        &self,
        pack: Option<&Pack>,
        settings: Option<&ProjectSettings>,
    ) -> jetan_asm::AssemblyOptions {
        // An unknown name was refused by `check` before a program is started; diagnostics of
        // documents use the default map meanwhile.
        let chosen = self.map().ok().flatten();
        let mut options = jetan_asm::AssemblyOptions {
            dialect: if self.strict { Dialect::MARS } else { Dialect::JETAN },
            map: chosen.unwrap_or(MemoryMap::DEFAULT),
            delayed_branching: self.delayed,
            self_modifying: self.smc,
            start_at_main: self.start_at_main,
            ..jetan_asm::AssemblyOptions::default()
        };
        let has_map = settings.map_or(chosen.is_some(), |settings| {
            adopt_project(&mut options, settings, chosen.is_some())
        });
        if !has_map {
            adopt_map(&mut options, pack);
        }
        options
    }

    fn setup(&self, pack: Option<Arc<Pack>>, bounds: RunBounds) -> RunSetup {
        let clock = match self.clock {
            ClockChoice::Real => Clock::Host,
            ClockChoice::Virtual => Clock::default(),
        };
        let settings = MachineSettings {
            delayed_branching: self.delayed,
            self_modifying: self.smc,
            memory_bytes_max: bounds.memory_bytes,
            clock,
            // With a virtual clock the run depends on nothing but the program, so its random
            // numbers must not either.
            seed: self.seed.or((clock != Clock::Host).then_some(0)),
        };
        let behaviour = if self.strict { Behaviour::MARS } else { Behaviour::JETAN };
        RunSetup {
            arguments: self.arguments.iter().map(|word| word.as_bytes().to_vec()).collect(),
            lab: self.lab,
            bot: self.bot,
            pack,
            ..RunSetup::new(settings, behaviour)
        }
    }

    fn check_robot(&self, machine: &Machine) -> Result<(), RequestError> {
        if !self.bot || machine.bot().is_some() {
            return Ok(());
        }
        let why = "Mars Bot: its registers are at 0xffff8010, which this memory does not have";
        Err(RequestError::new(FailureCode::BadRequest, why))
    }

    fn described(
        &self,
        sources: &SourceSet,
        map: &MemoryMap,
    ) -> Result<Option<BitmapLocation>, RequestError> {
        match self.bitmap.as_deref().map(str::trim) {
            Some("none") => return Ok(Some(BitmapLocation::None)),
            Some(typed) if !typed.is_empty() && typed != "auto" => {
                let bad =
                    |error| RequestError::new(FailureCode::BadRequest, format!("bitmap: {error}"));
                let config = BitmapConfig::parse(typed, map).map_err(bad)?;
                return Ok(Some(BitmapLocation::At(config, FoundBy::Option)));
            }
            _ => {}
        }
        let texts = sources.roots().iter().map(|&root| sources.file(root).text());
        // A comment that describes an impossible display is passed over: it may be about something
        // else, and the stores will tell.
        let mut found = texts.filter_map(|text| bitmap::recognise(text, map)?.ok());
        Ok(found.next().map(|config| BitmapLocation::At(config, FoundBy::Comment)))
    }

    fn bitmap(
        &self,
        sources: &SourceSet,
        machine: &Machine,
    ) -> Result<BitmapLocation, RequestError> {
        if let Some(bitmap) = self.described(sources, machine.map())? {
            return Ok(bitmap);
        }
        let devices = machine.pack().map_or(&[][..], |pack| &pack.devices);
        let of_pack = devices.iter().find_map(|device| match device {
            PackDevice::Bitmap(own) => {
                let &jetan_isa::pack::BitmapSettings {
                    base,
                    width,
                    height,
                    unit_width,
                    unit_height,
                } = own;
                Some(BitmapConfig { width, height, unit_width, unit_height, base })
            }
            PackDevice::Keyboard | PackDevice::Lab | PackDevice::Bot => None,
        });
        Ok(match of_pack {
            Some(config) => BitmapLocation::At(config, FoundBy::Pack),
            // A pack says itself what there is to be seen, and so do the lab and Mars Bot.
            None if has_own_display(machine) => BitmapLocation::None,
            None => BitmapLocation::Unknown,
        })
    }
}

fn has_own_display(machine: &Machine) -> bool {
    machine.pack().is_some() || machine.lab().is_some() || machine.bot().is_some()
}
