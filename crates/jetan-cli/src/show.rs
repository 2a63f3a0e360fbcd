//! The flags of `jetan run` about devices: what is typed, what is shown, what is heard.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Keys, displays and sound of a run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Devices")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct DeviceArgs {
    /// Type keys into the keyboard device by a script, or by one in a file (`@FILE`): keys and
    /// quoted strings, `wait N` (instructions), `wait Nms`, `wait frame`, `wait poll`,
    /// `repeat N { … }`, separated by `;` or lines. The clock is virtual unless --clock says real.
    #[arg(long, value_name = "SCRIPT")]
    pub keys: Option<String>,
    /// Show bitmap displays, the lab and game screens, and pass on keys to the program.
    #[arg(long, value_enum, value_name = "WHERE", default_value_t)]
    pub display: DisplayChoice,
    /// Draw the screen in the terminal without colours and with plain characters.
    #[arg(long)]
    pub ascii: bool,
    /// The Bitmap Display: its size and that of a unit in pixels, and where it starts; BASE is an
    /// address, heap, gp, static, data or mmio. Without this flag the comments at the head of the
    /// source say so, or else the first hundred stores.
    #[arg(long, value_name = "WxH/UxV@BASE")]
    pub bitmap: Option<String>,
    /// Write every frame as a picture into a folder.
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
    /// Write an animation of all frames.
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Write a picture of the final state.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Print the hash of every frame on standard error.
    #[arg(long)]
    pub frame_hash: bool,
    /// Write what was played: as text (.txt), MIDI (.mid) or sound (.wav).
    #[arg(long, value_name = "FILE")]
    pub sound_log: Option<PathBuf>,
    /// Connect the Digital Lab Sim. In the terminal its digits are shown unless there is another
    /// screen, and the keys 0 to 9 and a to f press its keypad.
    #[arg(long)]
    pub lab: bool,
    /// Connect Mars Bot, which moves one unit each 40 ms of a virtual clock.
    #[arg(long)]
    pub bot: bool,
}

/// The place where screens are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DisplayChoice {
    /// In the terminal, as soon as the program uses one; not with pictures, keys by a script, a
    /// virtual clock, --json or --strict.
    #[default]
    Auto,
    /// In the terminal from the start.
    Terminal,
    /// Nowhere.
    None,
}
