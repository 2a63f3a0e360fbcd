//! The files of the browser's storage, as a copy in memory.

use std::collections::BTreeMap;

use jetan_workbench::host::{
    Entry, FolderError, FolderListing, StoredFile, content_stamp, is_plain_name,
};
use jetan_workbench::limits::{DOCUMENT_BYTES_MAX, LISTED_MAX};

/// Bytes of all files together.
const FILES_BYTES_MAX: usize = 64 << 20;

/// A write that the storage has to do before the save is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileWrite {
    /// The file's path.
    pub path: String,
    /// The whole content.
    pub bytes: Vec<u8>,
    /// The stamp of the content.
    pub stamp: String,
    /// The stamp of the content that it replaces; none if there must not be such a file.
    pub known: Option<String>,
}

/// The files by their paths.
#[derive(Debug, Default)]
pub(crate) struct BrowserFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl BrowserFiles {
    /// Takes over what the storage has; nothing if the path or the size is not one of ours.
    pub(crate) fn put(&mut self, path: &str, bytes: Vec<u8>) {
        let is_ours = check_path(path).is_ok() && bytes.len() <= DOCUMENT_BYTES_MAX;
        if is_ours && self.has_room_for(path, bytes.len()) {
            self.files.insert(path.to_owned(), bytes);
        }
    }

    /// The storage does not have a file any more.
    pub(crate) fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }

    pub(crate) fn list(&self) -> FolderListing {
        let entry = |(path, bytes): (&String, &Vec<u8>)| Entry {
            path: path.clone(),
            size: bytes.len() as u64,
            is_read_only: false,
        };
        FolderListing {
            files: self.files.iter().take(LISTED_MAX).map(entry).collect(),
            is_cut: self.files.len() > LISTED_MAX,
            unusable: Vec::new(),
        }
    }

    pub(crate) fn read(&self, path: &str) -> Result<StoredFile, FolderError> {
        check_path(path)?;
        let bytes = self.files.get(path).ok_or(FolderError::Missing)?.clone();
        Ok(StoredFile { stamp: content_stamp(&bytes), bytes, is_read_only: false })
    }

    /// Saves here, and gives the write that makes it last.
    pub(crate) fn save(
        &mut self,
        path: &str,
        bytes: &[u8],
        known: Option<&str>,
    ) -> Result<FileWrite, FolderError> {
        check_path(path)?;
        let there = self.files.get(path).map(|bytes| content_stamp(bytes));
        if there.as_deref() != known {
            return Err(FolderError::Changed);
        }
        if !self.has_room_for(path, bytes.len()) {
            let why = "the browser's folder can have 10,000 files and 64 MiB";
            return Err(FolderError::Other(why.to_owned()));
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(FileWrite {
            path: path.to_owned(),
            bytes: bytes.to_vec(),
            stamp: content_stamp(bytes),
            known: there,
        })
    }

    fn has_room_for(&self, path: &str, bytes: usize) -> bool {
        let others = self.files.iter().filter(|(other, _)| *other != path);
        let (count, sum) =
            others.fold((0, 0), |(count, sum), (_, bytes)| (count + 1, sum + bytes.len()));
        count < LISTED_MAX && sum + bytes <= FILES_BYTES_MAX
    }
}

fn check_path(path: &str) -> Result<(), FolderError> {
    if path.split('/').all(is_plain_name) {
        return Ok(());
    }
    let why = "only plain names can be used, without `..` and characters such as `:` and `*`";
    Err(FolderError::NotAllowed(why.to_owned()))
}
