//! What `jetan run` connects to a machine: keyboard script, displays, pictures, sound.

use std::path::Path;

use jetan_asm::{Program, SourceSet};
use jetan_display::bitmap::{self, Config, Overlap};
use jetan_isa::Pack;
use jetan_isa::pack::{Bitmap, Device};
use jetan_machine::Machine;
use jetan_os::file::Accept;

use crate::cli::show::{DisplayChoice, Show};
use crate::console::Console;
use crate::drive::Recogniser;
use crate::exit::{Exit, Failure};
use crate::host::Process;
use crate::keys::{self, Player};
use crate::sound::Format;
use crate::stage::{Pictures, Stage, Window};
use crate::{files, packs};

/// What types the keys, if a script does.
pub(super) fn player(show: &Show) -> Result<Option<Player>, Failure> {
    let Some(typed) = &show.keys else { return Ok(None) };
    let (name, text) = match typed.strip_prefix('@') {
        None => ("--keys", typed.clone()),
        Some(path) => (path, files::read_text(Path::new(path), Accept::Pipes)?),
    };
    match keys::parse(&text) {
        Ok(script) => Ok(Some(Player::new(script))),
        Err(errors) => {
            let lines = errors.iter().map(|error| format!("jetan: {name}: {error}")).collect();
            Err(Failure::Said(Exit::Usage, lines))
        }
    }
}

/// The pack that was named, on the command line or in a source.
pub(super) fn pack(typed: Option<&str>, sources: &SourceSet) -> Result<Option<Pack>, Failure> {
    let mut texts = sources.roots().iter().map(|&root| sources.file(root).text());
    let named = typed.map(str::to_owned).or_else(|| texts.find_map(packs::named_in));
    named.map(|name| packs::find(&name)).transpose()
}

/// Connects what the flags and the sources ask for. If a display is to be shown of which they say
/// nothing, there is something to look for it.
pub(super) fn connect(
    show: &Show,
    program: &Program,
    sources: &SourceSet,
    machine: &mut Machine,
    host: &mut Process,
    console: &Console,
) -> Result<Option<Recogniser>, Failure> {
    let connected = machine.pack().map_or_else(Vec::new, |pack| pack.devices.clone());
    if show.lab || connected.contains(&Device::Lab) {
        machine.connect_lab();
    }
    for path in [&show.sound_log, &show.gif, &show.screenshot].into_iter().flatten() {
        files::spare_sources(path, sources)?;
    }
    if let Some(path) = &show.sound_log {
        let usage = |why| Failure::new(Exit::Usage, format!("jetan: --sound-log: {why}"));
        let format = Format::of(&path.to_string_lossy()).map_err(usage)?;
        host.log_sounds(path.clone(), format);
    }
    let of_pack = connected.iter().find_map(|device| match device {
        Device::Bitmap(bitmap) => Some(config_of(bitmap)),
        Device::Keyboard | Device::Lab => None,
    });
    let config = bitmap(show, sources, machine, console)?.or(of_pack);
    if let Some(overlap) = config.and_then(|config| overlap(&config, program)) {
        console.say(format!("jetan: warning: {overlap}\n"));
    }
    if !show.is_seen() {
        return Ok(None);
    }
    let pictures = Pictures::new(show.frames.clone(), show.gif.clone(), show.screenshot.clone());
    let window = match show.display {
        DisplayChoice::Terminal => Some(Window::open(show.ascii)?),
        DisplayChoice::None => None,
    };
    host.put_on_stage(Stage::new(machine, config, pictures, show.frame_hash, window));
    // A pack says itself what there is to be seen, and the lab has its own digits.
    let is_unknown = config.is_none() && machine.pack().is_none() && machine.lab().is_none();
    Ok(is_unknown.then(|| Recogniser::new(machine)))
}

/// What a display has in common with the data of a program.
fn overlap(config: &Config, program: &Program) -> Option<Overlap> {
    let own = program.files.iter().flat_map(|file| &file.symbols);
    let data = own.chain(&program.globals).filter(|symbol| symbol.is_data);
    let labels: Vec<u32> = data.map(|symbol| symbol.address).collect();
    config.overlap(&program.image, &labels)
}

fn config_of(bitmap: &Bitmap) -> Config {
    let &Bitmap { base, width, height, unit_width, unit_height } = bitmap;
    Config { width, height, unit_width, unit_height, base }
}

/// The bitmap display, by flag or by the comments of a source.
fn bitmap(
    show: &Show,
    sources: &SourceSet,
    machine: &Machine,
    console: &Console,
) -> Result<Option<Config>, Failure> {
    let map = machine.map();
    if let Some(typed) = &show.bitmap {
        let usage = |error| Failure::new(Exit::Usage, format!("jetan: --bitmap: {error}"));
        return Config::parse(typed, map).map(Some).map_err(usage);
    }
    for &root in sources.roots() {
        let file = sources.file(root);
        match bitmap::recognise(file.text(), map) {
            None => {}
            Some(Ok(config)) => return Ok(Some(config)),
            Some(Err(error)) => {
                console.say(format!("jetan: warning: {}: {error}\n", file.name()));
            }
        }
    }
    Ok(None)
}
