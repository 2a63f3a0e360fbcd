//! Services of a pack: checks the arguments, then does what the pack says.

use std::sync::Arc;

use jetan_isa::Reg;
use jetan_isa::pack::effects::COLOUR_MAX;
use jetan_isa::pack::{EffectOperand, ObjectOperands, PackService, ServiceArgument, ServiceEffect};

use super::{ServiceOutcome, guest, random};
use crate::device::screen::{
    PackScreen, SPRITES_MAX, ScreenBoard, ScreenText, Sprite, TEXT_BYTES_MAX, TEXTS_MAX,
};
use crate::fault::{Fault, ServiceFault};
use crate::host::{Host, OutputEvent, SoundMode, SoundRequest, UnusualValue};
use crate::machine::Machine;

/// Does the service of the machine's pack that has this number.
pub(super) fn call(
    machine: &mut Machine,
    host: &mut dyn Host,
    number: u32,
) -> Result<ServiceOutcome, Fault> {
    let unknown = Fault::Service(ServiceFault::Unknown { number });
    // The pack is shared, so that the machine can be changed while it is read.
    let Some(pack) = machine.pack.clone() else { return Err(unknown) };
    let Some(service) = pack.service(number) else { return Err(unknown) };
    for argument in &service.arguments {
        check(machine, service, argument)?;
    }
    // Warnings come after all arguments have passed: a call that fails does nothing else.
    for argument in &service.arguments {
        let value = machine.registers.get(argument.reg) as i32;
        if argument.usual.is_some_and(|(low, high)| !(low..=high).contains(&value)) {
            host.event(OutputEvent::Unusual(UnusualValue { service, argument, value }));
        }
    }
    ServiceCall { machine, service }.perform(host)?;
    Ok(ServiceOutcome::Done)
}

fn check(
    machine: &Machine,
    service: &PackService,
    argument: &ServiceArgument,
) -> Result<(), Fault> {
    let value = machine.registers.get(argument.reg) as i32;
    match argument.range {
        Some((low, high)) if !(low..=high).contains(&value) => {
            Err(Fault::Service(ServiceFault::ArgumentRange {
                number: service.number,
                name: argument.name.clone().into(),
                reg: argument.reg,
                value,
                range: (low, high),
            }))
        }
        _ => Ok(()),
    }
}

/// A service at work.
struct ServiceCall<'c> {
    machine: &'c mut Machine,
    service: &'c PackService,
}

impl ServiceCall<'_> {
    fn perform(&mut self, host: &mut dyn Host) -> Result<(), Fault> {
        match self.service.effect {
            // Built-in services come first, so that only a number without one arrives here.
            ServiceEffect::BuiltIn => {
                let number = self.service.number;
                return Err(Fault::Service(ServiceFault::Unknown { number }));
            }
            ServiceEffect::CreateScreen { width, height, ref title, style } => {
                // The number of frames goes on, because a run compares it with what it was at its
                // beginning.
                let frames = self.machine.screen().map_or(0, |screen| screen.frames);
                let screen = PackScreen {
                    // A screen without extent could not be drawn.
                    width: self.value(width).max(1) as u32,
                    height: self.value(height).max(1) as u32,
                    title: title.clone(),
                    style: style.into(),
                    frames,
                    ..PackScreen::default()
                };
                self.machine.devices.screen = Some(Arc::new(screen));
            }
            ServiceEffect::UpdateBoard { board, rows, columns } => {
                let tiles = self.words(self.value(board) as u32, rows.saturating_mul(columns))?;
                self.machine.screen_mut().board = Some(ScreenBoard { rows, columns, tiles });
                self.refresh(host);
            }
            ServiceEffect::Refresh => self.refresh(host),
            ServiceEffect::PlaySound { sound, mode } => self.play(sound, mode, host),
            ServiceEffect::SetScore { score } => {
                self.machine.screen_mut().score = Some(self.value(score));
            }
            ServiceEffect::SetTarget { target } => {
                self.machine.screen_mut().target = Some(self.value(target));
            }
            ServiceEffect::ShowText { id, x, y, text } => {
                self.show_text(id, [x, y], text)?;
                // Programs show their last words and end at once.
                self.refresh(host);
            }
            ServiceEffect::CreateObject { object, ref colours } => {
                self.create_object(object, colours)?;
            }
            ServiceEffect::MoveObject { id, x, y } => {
                let (x, y) = (self.value(x), self.value(y));
                let sprite = self.sprite(id)?;
                (sprite.x, sprite.y) = (x, y);
            }
            ServiceEffect::LocateObject { id, x, y } => {
                let Sprite { x: left, y: top, .. } = *self.sprite(id)?;
                self.give(x, left);
                self.give(y, top);
            }
            ServiceEffect::RandomInteger { generator, bound, value } => {
                let (generator, bound) = (self.value(generator), self.value(bound));
                let drawn = random::draw(self.machine, host, generator, bound)?;
                self.give(value, drawn);
            }
        }
        Ok(())
    }

    fn value(&self, operand: EffectOperand) -> i32 {
        match operand {
            EffectOperand::Constant(value) => value,
            EffectOperand::Argument(idx) => {
                let argument = self.service.arguments.get(idx);
                argument.map_or(0, |argument| self.machine.registers.get(argument.reg) as i32)
            }
        }
    }

    fn give(&mut self, reg: Reg, value: i32) {
        self.machine.registers.set(reg, value as u32);
    }

    fn refresh(&mut self, host: &mut dyn Host) {
        let count = self.machine.count;
        let screen = self.machine.screen_mut();
        screen.frames += 1;
        // Charged by what the host has to draw, so that refreshing a full screen is not free.
        let bytes = screen.kept_bytes() as u64;
        host.event(OutputEvent::Refresh(screen, count));
        self.machine.services.touched += bytes;
    }

    fn play(&mut self, sound: EffectOperand, mode: EffectOperand, host: &mut dyn Host) {
        let mode = match self.value(mode) {
            1 => SoundMode::Loop,
            2 => SoundMode::Stop,
            _ => SoundMode::Once,
        };
        let sound = SoundRequest { id: self.value(sound), mode };
        host.event(OutputEvent::Sound(sound, self.machine.count));
    }

    /// Words of the program's memory.
    fn words(&mut self, address: u32, count: u32) -> Result<Vec<u32>, Fault> {
        if !address.is_multiple_of(4) {
            return Err(guest::address_fault(Fault::UnalignedLoad { address, bytes: 4 }));
        }
        let bytes = guest::bytes(self.machine, address, count.saturating_mul(4))?;
        let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    fn show_text(
        &mut self,
        id: EffectOperand,
        [x, y]: [EffectOperand; 2],
        text: EffectOperand,
    ) -> Result<(), Fault> {
        let (id, x, y) = (self.value(id), self.value(x), self.value(y));
        let bytes = guest::string(self.machine, self.value(text) as u32, TEXT_BYTES_MAX)?.bytes;
        let text = ScreenText { x, y, text: String::from_utf8_lossy(&bytes).into_owned() };
        let number = self.service.number;
        let texts = &mut self.machine.screen_mut().texts;
        if texts.len() >= TEXTS_MAX && !texts.contains_key(&id) {
            return Err(full(number, TEXTS_MAX));
        }
        texts.insert(id, text);
        Ok(())
    }

    fn create_object(&mut self, operands: ObjectOperands, colours: &[u32]) -> Result<(), Fault> {
        let (id, kind) = (self.value(operands.id), self.value(operands.kind));
        let colour = usize::try_from(kind).ok().and_then(|kind| colours.get(kind).copied());
        let colour = colour.unwrap_or_else(|| self.value(operands.colour) as u32);
        let sprite = Sprite {
            kind,
            x: self.value(operands.x),
            y: self.value(operands.y),
            width: self.value(operands.width).max(1) as u32,
            height: self.value(operands.height).max(1) as u32,
            colour: colour & COLOUR_MAX as u32,
        };
        let number = self.service.number;
        let sprites = &mut self.machine.screen_mut().sprites;
        if sprites.len() >= SPRITES_MAX && !sprites.contains_key(&id) {
            return Err(full(number, SPRITES_MAX));
        }
        sprites.insert(id, sprite);
        Ok(())
    }

    fn sprite(&mut self, id: EffectOperand) -> Result<&mut Sprite, Fault> {
        let (number, id) = (self.service.number, self.value(id));
        let missing = Fault::Service(ServiceFault::NoObject { number, id });
        self.machine.screen_mut().sprites.get_mut(&id).ok_or(missing)
    }
}

fn full(number: u32, max: usize) -> Fault {
    Fault::Service(ServiceFault::ScreenFull { number, max })
}
