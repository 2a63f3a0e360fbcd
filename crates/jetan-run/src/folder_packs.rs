//! Packs as files of a folder that somebody else reads.

use crate::loader::{PACK_FILE, PackText, PackTextSource};

/// The largest text of a pack, in bytes.
const PACK_BYTES_MAX: usize = 1 << 20;

/// Packs as files of a folder, as for `jetan run` in that folder: a name is a folder with a
/// `pack.toml`, or the file itself.
pub struct FolderPacks<'f> {
    /// The content of a file by its path; none if there is no such file, or if it must not be read.
    pub read: &'f mut dyn FnMut(&str) -> Option<Vec<u8>>,
}

impl FolderPacks<'_> {
    /// The first of some files that is there, with its content.
    fn first(&mut self, files: &[String]) -> Option<(String, Vec<u8>)> {
        files.iter().find_map(|file| Some((file.clone(), (self.read)(file)?)))
    }
}

impl PackTextSource for FolderPacks<'_> {
    fn find(&mut self, name: &str) -> Result<Option<PackText>, String> {
        // The folder before the file: a folder and a file of one name cannot both exist, but a name
        // may already end in `pack.toml`.
        let files = [format!("{name}/{PACK_FILE}"), name.to_owned()];
        let Some((file, bytes)) = self.first(&files) else { return Ok(None) };
        if bytes.len() > PACK_BYTES_MAX {
            return Err(format!("{file}: a pack has at most 1 MiB"));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(PackText { file, text })),
            Err(_) => Err(format!("{file}: this is not a text in UTF-8")),
        }
    }

    /// One in the folder of the other, or beside that folder.
    fn find_extended(&mut self, file: &str, wanted: &str) -> Option<PackText> {
        // A name and not a path, as for packs in files.
        if wanted.contains(['/', '\\']) || wanted == ".." {
            return None;
        }
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
        let own = folder(file).unwrap_or_default();
        // A pack in `a/pack.toml` extends `b` in `b/pack.toml`, which stands beside the folder and
        // not in it.
        let above = folder(own.trim_end_matches('/')).unwrap_or_default();
        let files = [own, above]
            .map(|base| [format!("{base}{wanted}/{PACK_FILE}"), format!("{base}{wanted}")]);
        let (file, bytes) = self.first(files.as_flattened())?;
        let text = String::from_utf8(bytes).ok().filter(|text| text.len() <= PACK_BYTES_MAX)?;
        Some(PackText { file, text })
    }
}
