//! Frames as files: a folder of pictures, an animation, a picture of the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jetan_display::{Pixels, gif, png};

use crate::files::{self, write_whole};

/// Pictures of more frames than this would fill the disk of somebody who forgot a limit.
const FILES_MAX: u64 = 100_000;

/// The beginning and end of frames' names, around their number.
const FRAME: &str = "frame-";
const PNG: &str = ".png";

/// Hundredths of a second that the last frame of an animation is seen before it starts again.
const END_CENTISECONDS: u64 = 150;

/// The picture files to write.
#[derive(Default)]
pub(crate) struct PictureFiles {
    folder: Option<PathBuf>,
    gif: Option<PathBuf>,
    screenshot: Option<PathBuf>,
    film: Option<GifAnimation>,
}

/// An animation under way.
struct GifAnimation {
    recorder: gif::GifRecorder<Vec<u8>>,
    last: Pixels,
    /// When the last frame was shown, in hundredths of a second.
    at: u64,
}

impl GifAnimation {
    fn new(pixels: &Pixels, at: u64) -> io::Result<GifAnimation> {
        let recorder = gif::GifRecorder::new(Vec::new(), pixels.width, pixels.height)?;
        Ok(GifAnimation { recorder, last: pixels.clone(), at })
    }

    fn frame(&mut self, pixels: &Pixels, at: u64) -> io::Result<()> {
        // How long a picture was seen is known only when the next one comes.
        self.recorder.frame(&self.last, at.saturating_sub(self.at))?;
        self.recorder.frame(pixels, 0)?;
        self.last.clone_from(pixels);
        self.at = at;
        Ok(())
    }

    fn finish(mut self) -> io::Result<Vec<u8>> {
        self.recorder.frame(&self.last, END_CENTISECONDS)?;
        self.recorder.finish()
    }
}

impl PictureFiles {
    /// Every frame into a folder, an animation of all, the final state: each if it is wanted.
    pub(crate) fn new(
        folder: Option<PathBuf>,
        gif: Option<PathBuf>,
        screenshot: Option<PathBuf>,
    ) -> PictureFiles {
        PictureFiles { folder, gif, screenshot, film: None }
    }

    /// Whether anything is to be written.
    pub(super) fn wants_any(&self) -> bool {
        self.wants_frames() || self.screenshot.is_some()
    }

    /// Whether every frame is to be written.
    pub(super) fn wants_frames(&self) -> bool {
        self.folder.is_some() || self.gif.is_some()
    }

    /// Takes a frame.
    pub(super) fn frame(
        &mut self,
        pixels: &Pixels,
        number: u64,
        clock_us: u64,
    ) -> Result<(), String> {
        if let Some(path) = &self.gif {
            let at = clock_us / 10_000;
            let film = match self.film.take() {
                Some(film) => Ok(film),
                None => GifAnimation::new(pixels, at),
            };
            let film = film.and_then(|mut film| film.frame(pixels, at).map(|()| film));
            self.film = Some(film.map_err(|error| format!("{}: {error}", files::name(path)))?);
        }
        let Some(folder) = &self.folder else { return Ok(()) };
        if number > FILES_MAX {
            return Err(format!("only the first {FILES_MAX} frames were written"));
        }
        // Only now, so that a program without frames leaves no empty folder.
        if number == 1 {
            fs::create_dir_all(folder)
                .map_err(|error| format!("{}: {}", files::name(folder), files::reason(&error)))?;
        }
        write_picture(pixels, &folder.join(format!("{FRAME}{number:06}{PNG}")))
    }

    /// Writes what needs all frames, or the last one.
    pub(super) fn finish(&mut self, pixels: &Pixels) -> Result<(), String> {
        if let (Some(path), Some(film)) = (&self.gif, self.film.take()) {
            let bytes = film.finish().map_err(|error| format!("{}: {error}", files::name(path)))?;
            write_whole(path, &bytes)?;
        }
        match &self.screenshot {
            // Without a width nothing was ever shown.
            Some(path) if pixels.width > 0 => write_picture(pixels, path),
            _ => Ok(()),
        }
    }
}

/// Whether a name is one that frames of a run are given.
pub(crate) fn is_frame(name: &str) -> bool {
    let number = name.strip_prefix(FRAME).and_then(|rest| rest.strip_suffix(PNG));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn write_picture(pixels: &Pixels, path: &Path) -> Result<(), String> {
    let mut bytes = Vec::new();
    png::write(pixels, &mut bytes).map_err(|error| format!("{}: {error}", files::name(path)))?;
    write_whole(path, &bytes)
}
