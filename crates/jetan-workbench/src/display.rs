//! The displays of a run: bitmap, the screen of a pack, the digits of the lab, Mars Bot.
//!
//! Displays are read from the machine when somebody wants to see them, at whatever step the run
//! stands; only rows that changed are sent.

use jetan_debug::debugger;
use jetan_display::bitmap::{self, BitmapConfig};
use jetan_display::pixels::write_rgba;
use jetan_display::{bot, lab, screen};
use jetan_machine::Machine;
use jetan_run::display::FramePacer;
use jetan_run::recogniser::{DisplayFinding, RecogniserHandle};
use jetan_wire::{DisplayShown, DisplaySource, Event, FoundBy};

use crate::message::OutgoingMessage;
use crate::run::BitmapLocation;
use crate::workbench::{WakeTime, push};

/// A picture as the client has it.
#[derive(Default)]
struct SentPicture {
    width: u32,
    height: u32,
    colours: Vec<u32>,
}

/// The displays of a run.
pub(crate) struct DisplaySender {
    bitmap: BitmapLocation,
    /// The search for a bitmap that nobody has described.
    sighting: Option<RecogniserHandle>,
    screen: screen::ScreenRenderer,
    lab: lab::LabRenderer,
    bot: bot::BotRenderer,
    /// The pictures that the client has: bitmap, screen, lab, robot.
    shown: [Option<SentPicture>; 4],
    /// The bitmap as the client has it, once it has one.
    units: Option<bitmap::BitmapUnits>,
    /// The number of the last picture, and of the last one that was drawn.
    sent: u32,
    taken: u32,
    pacer: FramePacer,
    /// The step that was looked at last.
    seen: Option<u64>,
}

/// Pictures that the client has not drawn yet: one that it draws, and the next, so that it does not
/// wait for the way there and back.
const PICTURES_IN_FLIGHT_MAX: u32 = 2;

/// Bytes before the pixels of a picture.
const HEADER_BYTES: usize = 16;

impl DisplaySender {
    pub(crate) fn new(bitmap: BitmapLocation, sighting: Option<RecogniserHandle>) -> DisplaySender {
        DisplaySender {
            bitmap,
            sighting,
            screen: screen::ScreenRenderer::default(),
            lab: lab::LabRenderer::default(),
            bot: bot::BotRenderer::default(),
            shown: Default::default(),
            units: None,
            sent: 0,
            taken: 0,
            pacer: FramePacer::default(),
            seen: None,
        }
    }

    /// The client has drawn everything up to a picture.
    pub(crate) fn take(&mut self, number: u32) {
        // A number that was never sent, or an old one, must not open the window wider than it is.
        self.taken = self.taken.max(number.min(self.sent));
    }

    /// Something was changed without any time passing.
    pub(crate) fn look_again(&mut self) {
        self.seen = None;
    }

    /// The client has nothing.
    pub(crate) fn forget(&mut self) {
        self.units = None;
        self.shown = Default::default();
        // The pictures that were on their way to the old client will never be acknowledged.
        self.taken = self.sent;
        self.seen = None;
    }

    /// Sends what has changed, if the client is ready for it and it is time; says when it is.
    pub(crate) fn flush(
        &mut self,
        machine: &Machine,
        now_ms: i64,
        outbox: &mut Vec<OutgoingMessage>,
    ) -> WakeTime {
        // A machine at the same count shows the same picture: nothing is drawn while a run stands.
        // A slow page gets fewer frames instead of a growing queue.
        if self.seen == Some(machine.count) || self.sent - self.taken >= PICTURES_IN_FLIGHT_MAX {
            return WakeTime::Never;
        }
        if let Some(due_ms) = self.pacer.wait(now_ms) {
            return WakeTime::At(due_ms);
        }
        self.seen = Some(machine.count);
        self.settle();
        if let BitmapLocation::At(config, found) = self.bitmap {
            self.show_bitmap(machine, &config, found, outbox);
        }
        if let Some(screen) = machine.screen() {
            // Taken out for the call, because `show` needs the whole display while the pixels are
            // still borrowed from the renderer.
            let mut renderer = std::mem::take(&mut self.screen);
            let pixels = renderer.draw(screen, screen::TextMode::Drawn);
            let about = about(DisplaySource::Screen, pixels.width, pixels.height);
            self.show(about, pixels.colours.clone(), outbox);
            self.screen = renderer;
        }
        if machine.lab().is_some() {
            let mut renderer = std::mem::take(&mut self.lab);
            let pixels = renderer.draw(machine.lab_digits());
            let about = about(DisplaySource::Lab, pixels.width, pixels.height);
            self.show(about, pixels.colours.clone(), outbox);
            self.lab = renderer;
        }
        if let Some(robot) = machine.bot() {
            let mut renderer = std::mem::take(&mut self.bot);
            let pixels = renderer.draw(robot);
            let about = about(DisplaySource::Robot, pixels.width, pixels.height);
            self.show(about, pixels.colours.clone(), outbox);
            self.bot = renderer;
        }
        WakeTime::Never
    }

    /// The location of the bitmap, for requests about its pixels.
    pub(crate) fn place(&mut self) -> Option<debugger::BitmapArea> {
        self.settle();
        let BitmapLocation::At(config, _) = self.bitmap else { return None };
        let (columns, rows) = (config.columns(), config.rows());
        Some(debugger::BitmapArea { base: config.base, columns, rows })
    }

    /// Takes over a display that was found by its first stores.
    fn settle(&mut self) {
        let finding = self.sighting.as_ref().map(RecogniserHandle::finding);
        // A bitmap that was described wins over whatever the stores suggest.
        if let (BitmapLocation::Unknown, Some(DisplayFinding::Settled(config))) =
            (self.bitmap, finding)
        {
            self.bitmap = match config {
                Some(config) => BitmapLocation::At(config, FoundBy::Stores),
                None => BitmapLocation::None,
            };
        }
    }

    /// A bitmap can be large, and a program can paint all of it all the time: it is read into the
    /// place where the client's picture was kept.
    fn show_bitmap(
        &mut self,
        machine: &Machine,
        config: &BitmapConfig,
        found: FoundBy,
        outbox: &mut Vec<OutgoingMessage>,
    ) {
        let Some(units) = &mut self.units else {
            let units = bitmap::units(&machine.memory, config);
            let about = DisplayShown {
                unit_width: Some(config.unit_width),
                unit_height: Some(config.unit_height),
                base: Some(config.base),
                found: Some(found),
                ..about(DisplaySource::Bitmap, units.columns, units.rows)
            };
            self.show(about, units.colours.clone(), outbox);
            self.units = Some(units);
            return;
        };
        // The rows are compared while they are read: a full picture of a large display would have
        // to be copied and compared otherwise.
        let Some(rows) = units.reread(&machine.memory, config) else { return };
        self.sent += 1;
        let side = (units.columns, units.rows);
        outbox.push(OutgoingMessage::Binary(frame(self.sent, 0, side, rows, &units.colours)));
    }

    fn show(&mut self, about: DisplayShown, colours: Vec<u32>, outbox: &mut Vec<OutgoingMessage>) {
        let DisplayShown { source, width, height, .. } = about;
        let source = source as usize;
        let Some(shown) = self.shown.get_mut(source) else { return };
        // Another size is another display for the client, which has to make a new canvas before the
        // pixels come.
        let is_same_size = |shown: &SentPicture| (shown.width, shown.height) == (width, height);
        let row = width.max(1) as usize;
        let rows = if let Some(shown) = shown.as_ref().filter(|shown| is_same_size(shown)) {
            let Some(rows) = changed_rows(&shown.colours, &colours, row) else { return };
            rows
        } else {
            push(outbox, Event::Display(about));
            (0, height)
        };
        self.sent += 1;
        outbox.push(OutgoingMessage::Binary(frame(
            self.sent,
            source,
            (width, height),
            rows,
            &colours,
        )));
        *shown = Some(SentPicture { width, height, colours });
    }
}

/// A display of so many pixels.
fn about(source: DisplaySource, width: u32, height: u32) -> DisplayShown {
    let (unit_width, unit_height, base, found) = (None, None, None, None);
    DisplayShown { source, width, height, unit_width, unit_height, base, found }
}

/// The first row that differs, and one past the last.
fn changed_rows(old: &[u32], new: &[u32], row: usize) -> Option<(u32, u32)> {
    let rows = || old.chunks(row).zip(new.chunks(row));
    let first = rows().position(|(old, new)| old != new)?;
    let last = rows().rposition(|(old, new)| old != new)?;
    Some((first as u32, last as u32 + 1))
}

/// A picture for the wire; the page of the protocol has the layout.
fn frame(
    number: u32,
    source: usize,
    (width, height): (u32, u32),
    (first, end): (u32, u32),
    colours: &[u32],
) -> Vec<u8> {
    let row = width as usize;
    let rows = &colours[first as usize * row..(end as usize * row).min(colours.len())];
    let mut bytes = vec![0; HEADER_BYTES + 4 * rows.len()];
    let (header, pixels) = bytes.split_at_mut(HEADER_BYTES);
    header[..2].copy_from_slice(&[1, source as u8]);
    header[4..8].copy_from_slice(&number.to_le_bytes());
    for (place, side) in header[8..].chunks_exact_mut(2).zip([width, height, first, end - first]) {
        place.copy_from_slice(&(side as u16).to_le_bytes());
    }
    write_rgba(rows, pixels);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_changed_are_sent() {
        assert_eq!(changed_rows(&[1, 2, 3, 4], &[1, 2, 3, 4], 2), None);
        assert_eq!(changed_rows(&[1, 2, 3, 4], &[1, 2, 3, 5], 2), Some((1, 2)));
        assert_eq!(changed_rows(&[1, 2, 3, 4, 5, 6], &[0, 2, 3, 4, 5, 0], 2), Some((0, 3)));
    }

    #[test]
    fn a_frame_has_its_header_and_its_rows() {
        let bytes = frame(7, 0, (2, 3), (1, 2), &[1, 2, 0x0012_3456, 4, 5, 6]);
        let expected =
            [1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 3, 0, 1, 0, 1, 0, 0x12, 0x34, 0x56, 255, 0, 0, 4, 255];
        assert_eq!(bytes, expected);
    }
}
