//! A film of pictures as a GIF file.
//!
//! Frames are written as they come, so that a film can be as long as it likes. Of each only the
//! rectangle that has changed is stored, with a palette of its own: exact up to 256 colours.

mod palette;

use std::borrow::Cow;
use std::io::{self, Write};

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::pixels::Pixels;
use palette::Palette;

/// Writes a film, frame by frame.
pub struct GifRecorder<W: Write> {
    encoder: Encoder<W>,
    /// The picture after the frame to be written.
    shown: Pixels,
    /// The frame to be written once its duration is known.
    waiting: Option<PendingFrame>,
    palette: Palette,
}

struct PendingFrame {
    frame: Frame<'static>,
    centiseconds: u64,
}

impl<W: Write> GifRecorder<W> {
    /// Begins a film of pictures of one size, which is shown again and again.
    pub fn new(out: W, width: u32, height: u32) -> io::Result<GifRecorder<W>> {
        // The format has 16 bits for a side.
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| wrong_size());
        let mut encoder = Encoder::new(out, side(width)?, side(height)?, &[]).map_err(failure)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failure)?;
        let shown = Pixels { width, height, colours: Vec::new() };
        Ok(GifRecorder { encoder, shown, waiting: None, palette: Palette::default() })
    }

    /// Adds a picture that is seen for some hundredths of a second. One that looks like the last
    /// only makes that one last longer.
    pub fn frame(&mut self, pixels: &Pixels, centiseconds: u64) -> io::Result<()> {
        let size = (self.shown.width, self.shown.height);
        let count = size.0 as usize * size.1 as usize;
        // A GIF frame cannot be empty, and `Rectangle::of` would underflow.
        if (pixels.width, pixels.height) != size || pixels.colours.len() != count || count == 0 {
            return Err(wrong_size());
        }
        let changed = self.changed(pixels);
        if let (None, Some(waiting)) = (changed, &mut self.waiting) {
            // Saturating: how long a picture stands is up to the program.
            waiting.centiseconds = waiting.centiseconds.saturating_add(centiseconds);
            return Ok(());
        }
        let mut frame = self.write_waiting()?.unwrap_or_default();
        // The first frame differs from nothing and is stored as a whole.
        self.index(pixels, changed.unwrap_or(Rectangle::of(pixels)), &mut frame);
        self.shown.colours.clone_from(&pixels.colours);
        self.waiting = Some(PendingFrame { frame, centiseconds });
        Ok(())
    }

    /// Ends the film, and gives back what it was written to. One without a frame is not a picture.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_waiting()?;
        let mut out = self.encoder.into_inner().map_err(failure)?;
        out.flush()?;
        Ok(out)
    }

    /// The smallest rectangle with everything that differs from the last picture.
    fn changed(&self, pixels: &Pixels) -> Option<Rectangle> {
        let width = pixels.width.max(1) as usize;
        let mut changed: Option<Rectangle> = None;
        let rows = pixels.colours.chunks_exact(width).zip(self.shown.colours.chunks_exact(width));
        for (y, (new, old)) in rows.enumerate().filter(|(_, (new, old))| new != old) {
            let differs = |x: &usize| new[*x] != old[*x];
            let first = (0..width).find(differs).unwrap_or(0);
            let last = (0..width).rev().find(differs).unwrap_or(0);
            let rectangle =
                changed.get_or_insert(Rectangle { left: first, right: last, top: y, bottom: y });
            rectangle.left = rectangle.left.min(first);
            rectangle.right = rectangle.right.max(last);
            rectangle.bottom = y;
        }
        changed
    }

    /// Makes a frame of a part of a picture, in the memory of an earlier frame.
    fn index(&mut self, pixels: &Pixels, part: Rectangle, frame: &mut Frame<'static>) {
        let rows = pixels.colours.chunks_exact(pixels.width.max(1) as usize);
        let rows = rows.take(part.bottom + 1).skip(part.top);
        let rows = rows.map(|row| &row[part.left..=part.right]);
        self.palette.choose(rows.clone().flatten().copied());
        // Owned in all frames but the first, whose buffer is empty: this gets the memory of the
        // last frame back, without a copy.
        let mut buffer = std::mem::take(&mut frame.buffer).into_owned();
        buffer.clear();
        for row in rows {
            self.palette.index(row, &mut buffer);
        }
        // The casts are exact: `new` has checked the sides.
        frame.left = part.left as u16;
        frame.top = part.top as u16;
        frame.width = (part.right - part.left + 1) as u16;
        frame.height = (part.bottom - part.top + 1) as u16;
        // The next frame is a part that is drawn over this one.
        frame.dispose = DisposalMethod::Keep;
        frame.palette = Some(self.palette.to_rgb());
        frame.buffer = Cow::Owned(buffer);
    }

    /// Writes the pending frame, and gives back its memory.
    fn write_waiting(&mut self) -> io::Result<Option<Frame<'static>>> {
        let Some(PendingFrame { mut frame, mut centiseconds }) = self.waiting.take() else {
            return Ok(None);
        };
        // A frame cannot last longer than eleven minutes: it is written as often as needed.
        loop {
            frame.delay = u16::try_from(centiseconds).unwrap_or(u16::MAX);
            centiseconds -= u64::from(frame.delay);
            self.encoder.write_frame(&frame).map_err(failure)?;
            if centiseconds == 0 {
                return Ok(Some(frame));
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Rectangle {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Rectangle {
    fn of(pixels: &Pixels) -> Rectangle {
        let (right, bottom) = (pixels.width as usize - 1, pixels.height as usize - 1);
        Rectangle { left: 0, right, top: 0, bottom }
    }
}

fn wrong_size() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the pictures of a film must have one size")
}

fn failure(error: ::gif::EncodingError) -> io::Error {
    match error {
        // Handed on as it is, so that callers see the kind of the error.
        ::gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
