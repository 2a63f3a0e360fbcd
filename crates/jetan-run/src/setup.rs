//! Making a machine ready to run a program.

use std::sync::Arc;

use jetan_isa::pack::PackDevice;
use jetan_isa::{Image, Pack};
use jetan_machine::{Behaviour, Clock, Fault, Machine, MachineSettings};

/// The choices made before a program starts.
#[derive(Clone, Debug)]
pub struct RunSetup {
    /// The settings of the machine, clock and seed among them.
    pub settings: MachineSettings,
    /// The switches for following MARS's surprises.
    pub behaviour: Behaviour,
    /// The words that the program is started with, as bytes.
    pub arguments: Vec<Vec<u8>>,
    /// Whether keyboard and display are connected.
    pub terminal: bool,
    /// Whether the Digital Lab Sim is connected; a pack may want it too.
    pub lab: bool,
    /// Whether Mars Bot is connected; a pack may want it too. It moves by a virtual clock: the run
    /// gets one if it would have the host's.
    pub bot: bool,
    /// The services that a course adds.
    pub pack: Option<Arc<Pack>>,
}

impl RunSetup {
    /// A setup with keyboard and display, and nothing else.
    pub fn new(settings: MachineSettings, behaviour: Behaviour) -> RunSetup {
        RunSetup {
            settings,
            behaviour,
            arguments: Vec::new(),
            terminal: true,
            lab: false,
            bot: false,
            pack: None,
        }
    }

    /// A machine that is about to start a program. Fails if it does not fit into the memory it may
    /// use.
    pub fn load(&self, image: &Image) -> Result<Machine, Fault> {
        let has_bot = self.bot || self.wants(PackDevice::Bot);
        let mut machine = Machine::new(image, self.settings(has_bot), self.behaviour)?;
        let arguments: Vec<&[u8]> = self.arguments.iter().map(Vec::as_slice).collect();
        // MARS: without `pa` the stack has no argument block at all, and `$a0`, `$a1` and `$sp`
        // keep their usual start. An empty list must not become an `argc` of 0.
        if !arguments.is_empty() {
            machine.set_arguments(&arguments)?;
        }
        if self.terminal {
            machine.connect_terminal()?;
        }
        if self.lab || self.wants(PackDevice::Lab) {
            machine.connect_lab();
        }
        if has_bot {
            machine.connect_bot();
        }
        if let Some(pack) = &self.pack {
            // The pack is shared with the loader, its policy and every copy of the machine;
            // keyframes copy machines often, so the table itself must not be copied.
            machine.set_pack(Arc::clone(pack));
        }
        Ok(machine)
    }

    fn settings(&self, has_bot: bool) -> MachineSettings {
        let needs_clock = has_bot && self.settings.clock == Clock::Host;
        let clock = if needs_clock { Clock::default() } else { self.settings.clock };
        MachineSettings { clock, ..self.settings }
    }

    fn wants(&self, device: PackDevice) -> bool {
        self.pack.as_ref().is_some_and(|pack| pack.devices.contains(&device))
    }
}
