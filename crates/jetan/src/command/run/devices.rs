//! The devices that `jetan run` connects to a session: keyboard script, displays, pictures, sound.

use std::path::Path;

use jetan_asm::{Program, SourceSet};
use jetan_display::bitmap::{BitmapConfig, DataOverlap};
use jetan_isa::pack::{BitmapSettings, PackDevice};
use jetan_machine::Machine;
use jetan_os::file::AcceptedFiles;
use jetan_run::Session;
use jetan_run::display::FramePace;
use jetan_run::keys::{self, ScriptPlayer};
use jetan_sound::SoundFormat;

use crate::bitmap;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;
use crate::host::ProcessHost;
use crate::plan::{DeviceOptions, RunPlan, ScreenVisibility};
use crate::stage::{self, FrameOutput, PictureFiles, TerminalRole};

/// The player of the keys, if there is a script.
pub(super) fn key_player(shows: &DeviceOptions) -> Result<Option<ScriptPlayer>, CommandFailure> {
    let Some(typed) = &shows.keys else { return Ok(None) };
    let (name, text) = match typed.strip_prefix('@') {
        None => ("--keys", typed.clone()),
        Some(path) => (path, files::read_text(Path::new(path), AcceptedFiles::Pipes)?),
    };
    match keys::parse(&text) {
        Ok(script) => Ok(Some(ScriptPlayer::new(script))),
        Err(errors) => {
            let lines = errors.iter().map(|error| format!("jetan: {name}: {error}")).collect();
            Err(CommandFailure::Said(Exit::Usage, lines))
        }
    }
}

/// Shows what the plan and the sources ask for. If a display is to be shown of which they say
/// nothing, the session looks for it.
pub(super) fn connect(
    plan: &RunPlan,
    program: &Program,
    sources: &SourceSet,
    session: &mut Session<'_>,
    host: &mut ProcessHost,
    console: &Console,
) -> Result<(), CommandFailure> {
    let shows = &plan.shows;
    for path in [&shows.sound_log, &shows.gif, &shows.screenshot].into_iter().flatten() {
        files::protect_sources(path, sources)?;
    }
    if let Some(folder) = &shows.frames {
        files::protect_sources_in(folder, stage::is_frame, sources)?;
    }
    if let Some(path) = &shows.sound_log {
        let usage = |why| CommandFailure::new(Exit::Usage, format!("jetan: --sound-log: {why}"));
        let format = SoundFormat::of(&path.to_string_lossy()).map_err(usage)?;
        host.log_sounds(path.clone(), format);
    }
    if shows.bot && session.machine().bot().is_none() {
        let why = "jetan: --bot: its registers are at 0xffff8010, which this memory does not have";
        return Err(CommandFailure::new(Exit::Usage, why.to_owned()));
    }
    let config = bitmap(shows.bitmap.as_deref(), sources, session.machine(), console)?;
    if let Some(overlap) = config.and_then(|config| overlap(&config, program)) {
        console.say(format!("jetan: warning: {overlap}\n"));
    }
    let place = match shows.seen {
        ScreenVisibility::Always(look) => TerminalRole::open(look)?,
        ScreenVisibility::IfUsed(look) => TerminalRole::if_used(look),
        ScreenVisibility::No if shows.has_pictures() => TerminalRole::Files,
        ScreenVisibility::No => return Ok(()),
    };
    if matches!(place, TerminalRole::Elsewhere) {
        // That there is something to be seen is known at the end; nobody waits for frames.
        session.show(config, FramePace::OnDemand);
    } else {
        session.show(config, FramePace::Steady);
        // Whoever looks for one runs the program for a while, unseen by others.
        if !plan.is_watching() {
            session.look_for_display();
        }
    }
    let pictures =
        PictureFiles::new(shows.frames.clone(), shows.gif.clone(), shows.screenshot.clone());
    host.set_frame_output(FrameOutput::new(pictures, shows.frame_hash, place));
    Ok(())
}

/// The overlap of a display and the data of a program.
fn overlap(config: &BitmapConfig, program: &Program) -> Option<DataOverlap> {
    let own = program.files.iter().flat_map(|file| &file.symbols);
    let data = own.chain(&program.globals).filter(|symbol| symbol.is_data);
    let labels: Vec<u32> = data.map(|symbol| symbol.address).collect();
    config.overlap(&program.image, &labels)
}

fn config_of(bitmap: &BitmapSettings) -> BitmapConfig {
    let &BitmapSettings { base, width, height, unit_width, unit_height } = bitmap;
    BitmapConfig { width, height, unit_width, unit_height, base }
}

/// The bitmap display, by what was typed, by the comments of a source or by the pack.
pub(in crate::command) fn bitmap(
    typed: Option<&str>,
    sources: &SourceSet,
    machine: &Machine,
    console: &Console,
) -> Result<Option<BitmapConfig>, CommandFailure> {
    let described = bitmap::described(typed, sources, machine.map(), console)?;
    let devices = machine.pack().map_or(&[][..], |pack| &pack.devices);
    // What somebody wrote about this program goes before what a course says about all of its
    // programs.
    let of_pack = || {
        devices.iter().find_map(|device| match device {
            PackDevice::Bitmap(bitmap) => Some(config_of(bitmap)),
            PackDevice::Keyboard | PackDevice::Lab | PackDevice::Bot => None,
        })
    };
    Ok(described.or_else(of_pack))
}
