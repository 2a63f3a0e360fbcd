//! The location of a program's bitmap display, as far as somebody has said so.

use jetan_asm::SourceSet;
use jetan_display::bitmap::{BitmapConfig, recognise};
use jetan_isa::MemoryMap;

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// The display that `--bitmap` describes, or else the comments of a source. Comments that describe
/// one that cannot be are a warning.
pub(crate) fn described(
    flag: Option<&str>,
    sources: &SourceSet,
    map: &MemoryMap,
    console: &Console,
) -> Result<Option<BitmapConfig>, CommandFailure> {
    if let Some(typed) = flag {
        let usage = |error| CommandFailure::new(Exit::Usage, format!("jetan: --bitmap: {error}"));
        return BitmapConfig::parse(typed, map).map(Some).map_err(usage);
    }
    for &root in sources.roots() {
        let file = sources.file(root);
        match recognise(file.text(), map) {
            None => {}
            Some(Ok(config)) => return Ok(Some(config)),
            Some(Err(error)) => {
                // Only a warning: another source may describe the display, and the program runs
                // without one.
                console.say(format!("jetan: warning: {}: {error}\n", file.name()));
            }
        }
    }
    Ok(None)
}
