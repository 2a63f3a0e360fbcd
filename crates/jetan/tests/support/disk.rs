//! A disk that is soon full.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A disk of a few kilobytes, as long as this value lives.
pub(crate) struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts one, where that is allowed.
    pub(crate) fn new(kilobytes: u32) -> Option<SmallDisk> {
        let folder = TempDir::new().expect("a folder");
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path());
        let is_mounted = mount.stderr(Stdio::null()).status().is_ok_and(|it| it.success());
        is_mounted.then_some(SmallDisk(folder))
    }

    /// The folder on it.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}
