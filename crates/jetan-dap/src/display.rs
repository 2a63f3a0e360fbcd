//! The displays of a run, kept as whole pictures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jetan_wire::{DisplayShown, DisplaySource, DrawnFrame, Request};

use crate::adapter::{AdapterHost, CommandResult, DebugAdapter, RequestCall, done};
use crate::protocol::arguments::NoArguments;
use crate::protocol::bodies::{DisplayFrame, DisplayFrames};

/// Bytes before the pixels of a message.
const HEADER_BYTES: usize = 16;
/// Bytes of a pixel.
const PIXEL_BYTES: usize = 4;

/// A display and all its pixels.
#[derive(Clone, Debug)]
struct DisplayPicture {
    about: DisplayShown,
    /// Rows of RGBA; as long as width and height say.
    pixels: Vec<u8>,
}

/// The pictures that the workbench has sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct DisplayPictures {
    shown: [Option<DisplayPicture>; 4],
    /// The number of the last message.
    last: u32,
    /// Whether the client looks at them. Until then the workbench waits after two pictures, and a
    /// run that nobody watches is not slowed down by drawing.
    is_wanted: bool,
}

fn index(source: DisplaySource) -> usize {
    match source {
        DisplaySource::Bitmap => 0,
        DisplaySource::Screen => 1,
        DisplaySource::Lab => 2,
        DisplaySource::Robot => 3,
    }
}

impl DisplayPictures {
    /// A display is there, or has another size.
    pub(crate) fn begin(&mut self, about: DisplayShown) {
        let bytes = about.width as usize * about.height as usize * PIXEL_BYTES;
        let place = index(about.source);
        self.shown[place] = Some(DisplayPicture { about, pixels: vec![0; bytes] });
    }

    /// A new run has none.
    pub(crate) fn forget(&mut self) {
        self.shown = Default::default();
    }

    /// Takes rows; the number of the message if it is one of pixels.
    fn take(&mut self, message: &[u8]) -> Option<u32> {
        let half = |at: usize| {
            message.get(at..at + 2).map(|two| usize::from(u16::from_le_bytes([two[0], two[1]])))
        };
        let number = message.get(4..8)?;
        let number = u32::from_le_bytes(number.try_into().ok()?);
        if message[0] != 1 {
            return None;
        }
        let (width, first) = (half(8)?, half(12)?);
        if let Some(Some(picture)) = self.shown.get_mut(usize::from(message[1])) {
            let rows = &message[HEADER_BYTES.min(message.len())..];
            let start = first * width * PIXEL_BYTES;
            if let Some(place) = picture.pixels.get_mut(start..start + rows.len()) {
                place.copy_from_slice(rows);
            }
        }
        self.last = number;
        Some(number)
    }
}

impl DebugAdapter {
    /// Pixels have come.
    pub(crate) fn take_picture(&mut self, message: &[u8], host: &mut dyn AdapterHost) {
        if let Some(frame) = self.displays.take(message)
            && self.displays.is_wanted
        {
            let _ = self.ask(Request::Drawn(DrawnFrame { frame }), host);
        }
    }

    pub(crate) fn display_frame(
        &mut self,
        call: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        if !self.displays.is_wanted {
            self.displays.is_wanted = true;
            let frame = self.displays.last;
            let _ = self.ask(Request::Drawn(DrawnFrame { frame }), call.host);
            // What was kept back comes with the next slice.
            self.advance(call.host);
        }
        let shown = self.displays.shown.iter().flatten();
        let displays = shown.map(|picture| DisplayFrame {
            about: picture.about.clone(),
            pixels: STANDARD.encode(&picture.pixels),
        });
        done(&DisplayFrames { displays: displays.collect() })
    }
}
