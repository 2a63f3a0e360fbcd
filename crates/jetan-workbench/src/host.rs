//! The services that a workbench needs from its host.

use jetan_machine::Engine;

use crate::game_store::SavedGameStore;

pub use jetan_play::thought::{GameQuestion, GameThought};
pub use jetan_wire::{EngineChoice, FileEntry as Entry, Workspace};

/// A file as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// A text that is another one when the content is.
    pub stamp: String,
    /// Whether it cannot be written.
    pub is_read_only: bool,
}

/// The files of a folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FolderListing {
    /// In order of their paths, at most [`LISTED_MAX`](crate::limits::LISTED_MAX).
    pub files: Vec<Entry>,
    /// Whether there are more.
    pub is_cut: bool,
    /// Names that cannot be used, as far as they can be shown: not every system knows them, or
    /// they are not text. At most [`UNUSABLE_MAX`](crate::limits::UNUSABLE_MAX).
    pub unusable: Vec<String>,
}

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderError {
    /// There is none of this name.
    Missing,
    /// The name leads out of the folder, or to something that is not a file; why.
    NotAllowed(String),
    /// It is larger than a document may be.
    TooLarge,
    /// It is not the one that the caller knows.
    Changed,
    /// Anything else, in words.
    Other(String),
}

/// The memory that a run may take. The host knows what there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunBounds {
    /// Memory that the program may write, in bytes.
    pub memory_bytes: u64,
    /// Memory that keyframes may take, in bytes.
    pub keyframe_bytes: usize,
    /// Memory that the answers of a run may take, in bytes; a run that asks for more is paused.
    pub recording_bytes: usize,
}

impl RunBounds {
    /// The bounds in a process of its own on a computer.
    pub const COMPUTER: RunBounds =
        RunBounds { memory_bytes: 1 << 30, keyframe_bytes: 256 << 20, recording_bytes: 256 << 20 };
}

/// The host of a workbench. No method waits for long, and none has a default: forgetting one
/// must not compile.
pub trait WorkbenchHost {
    /// The memory that a run may take.
    fn bounds(&self) -> RunBounds;

    /// Milliseconds since 1970.
    fn now_ms(&mut self) -> i64;

    /// A seed for a program that does not bring its own.
    fn seed(&mut self) -> i64;

    /// Whether the slice at hand may go on; asked about every millisecond.
    fn has_time(&mut self) -> bool;

    /// A new engine.
    fn engine(&mut self, choice: EngineChoice) -> Box<dyn Engine>;

    /// Begins to think, beside everything else, in place of whatever is thought about. When there
    /// is an answer, the workbench is to be asked to advance.
    fn think(&mut self, ticket: u64, question: GameQuestion);

    /// The number of times the current thought has checked whether to stop.
    fn thinking_steps(&mut self) -> u64;

    /// An answer that nobody has taken yet, with the ticket of its question.
    fn thought(&mut self) -> Option<(u64, GameThought)>;

    /// Ends the thought at hand; its answer is not wanted.
    fn rest(&mut self);

    /// The store of saved games.
    fn shelf(&mut self) -> &mut dyn SavedGameStore;

    /// The folder that is worked in, and what it is called.
    fn workspace(&mut self) -> Workspace;

    /// The files of the folder.
    fn list(&mut self) -> Result<FolderListing, FolderError>;

    /// Reads a file of the folder.
    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError>;

    /// Writes a file as a whole and gives its new stamp, if the file there is the one with this
    /// stamp; without one, if there is none.
    fn save(
        &mut self,
        path: &str,
        bytes: &[u8],
        stamp: Option<&str>,
    ) -> Result<String, FolderError>;
}

/// Whether a name means a file on every system: no way up, no drive, no device.
pub fn is_plain_name(name: &str) -> bool {
    // Refused on every system, so that a folder can be taken to Windows.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let is_port = |kind: &str| {
        stem.strip_prefix(kind).is_some_and(|rest| rest.len() == 1 && rest != "0")
            && stem.ends_with(|c: char| c.is_ascii_digit())
    };
    let is_device = DEVICES.contains(&stem.as_str()) || is_port("com") || is_port("lpt");
    let has_sign = name.contains(['\\', ':', '*', '?', '"', '<', '>', '|']);
    !name.is_empty() && name != "." && name != ".." && !is_device && !has_sign
}

/// A text that is another one when the content is: FNV-1a over it, and its length.
pub fn content_stamp(bytes: &[u8]) -> String {
    // Not a cryptographic hash: a stamp protects from overwriting by accident, not by intent.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}-{}", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_and_ways_out_are_not_plain() {
        for name in ["main.asm", "a b", "common", "com", "com10", "résumé.asm", "nul1"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in
            ["", ".", "..", "CON", "con.asm", "nul", "COM1", "lpt9.txt", "c:", "a\\b", "a*", "x|y"]
        {
            assert!(!is_plain_name(name), "{name}");
        }
    }
}
