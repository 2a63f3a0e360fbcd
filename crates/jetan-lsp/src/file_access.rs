//! The one door to files, for whoever has a file system.

use jetan_asm::source::UnreadableFile;

/// Files as the server needs them. Paths are absolute, with `/` between folders.
pub trait FileAccess {
    /// The content of a file; anything but an ordinary file is refused.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, UnreadableFile>;

    /// The files of a folder, without those in folders below it; empty if it cannot be listed.
    fn list(&mut self, folder: &str) -> Vec<FolderEntry>;
}

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// The name without its folder.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
}
