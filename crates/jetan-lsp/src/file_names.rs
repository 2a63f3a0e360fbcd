//! Names of files: as the client says them (URIs), as the system does (paths), and as people read
//! them in messages (below the folder that is open).

use std::str::FromStr;

use lsp_types::Uri;

/// The folder that is open in the editor, and what names mean in it.
///
/// A name is a path below the folder, an absolute path, or the URI of something that is not a
/// file. A canonical name has no `.`, `..` or empty parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileNames {
    /// The absolute path without a slash at its end; none if no folder is open.
    folder: Option<String>,
}

impl FileNames {
    /// Names below the folder of a URI.
    pub(crate) fn in_folder(folder: Option<&Uri>) -> FileNames {
        let path = folder.and_then(|uri| path_of_uri(uri.as_str()));
        let folder = path.map(|path| normalised(&path)).filter(|path| path.len() > 1);
        FileNames { folder }
    }

    /// The canonical name of what a URI names.
    pub(crate) fn of_uri(&self, uri: &Uri) -> String {
        match path_of_uri(uri.as_str()) {
            Some(path) => self.of_path(&path),
            None => uri.as_str().to_owned(),
        }
    }

    /// The canonical form of a name, such as one that an `.include` led to.
    pub(crate) fn canonical(&self, name: &str) -> String {
        match self.path(name) {
            Some(path) => self.of_path(&path),
            None => name.to_owned(),
        }
    }

    fn of_path(&self, path: &str) -> String {
        let path = normalised(path);
        let below = self.folder.as_deref().and_then(|folder| path.strip_prefix(folder));
        match below.and_then(|rest| rest.strip_prefix('/')) {
            // A name that reads like a URI would be taken for one.
            Some(name) if !name.is_empty() && !is_uri(name) => name.to_owned(),
            _ => path,
        }
    }

    /// The absolute path of a name; none if it does not name a file.
    pub(crate) fn path(&self, name: &str) -> Option<String> {
        if name.starts_with('/') || has_drive(name) {
            return Some(normalised(name));
        }
        if is_uri(name) {
            return None;
        }
        Some(normalised(&format!("{}/{name}", self.folder.as_deref()?)))
    }

    /// The URI of a name.
    pub(crate) fn uri(&self, name: &str) -> Option<Uri> {
        match self.path(name) {
            Some(path) => Uri::from_str(&uri_of_path(&path)).ok(),
            None => Uri::from_str(name).ok(),
        }
    }
}

/// Whether a name begins with a scheme; a drive is one letter only.
fn is_uri(name: &str) -> bool {
    name.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && &bytes[1..3] == b":/"
}

/// The path in a `file:` URI; none for other schemes and for bytes that are not UTF-8.
fn path_of_uri(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_once('/')?;
            let is_here = host.is_empty() || host == "localhost";
            // A host other than this one is a share of Windows.
            if is_here { format!("/{path}") } else { format!("//{host}/{path}") }
        }
        None => rest.to_owned(),
    };
    let path = decoded(&path)?;
    match path.strip_prefix('/') {
        Some(rest) if has_drive(rest) => {
            // Editors differ in the case of the letter, which must not make two files of one.
            let (drive, rest) = rest.split_at(1);
            Some(drive.to_ascii_lowercase() + rest)
        }
        _ => Some(path),
    }
}

fn uri_of_path(path: &str) -> String {
    let mut uri = String::from("file://");
    let path = match path.strip_prefix("//") {
        Some(share) => share,
        None if path.starts_with('/') => path,
        None => {
            uri.push('/');
            path
        }
    };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte as char);
            }
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                uri.push('%');
                uri.push(DIGITS[usize::from(byte >> 4)] as char);
                uri.push(DIGITS[usize::from(byte & 15)] as char);
            }
        }
    }
    uri
}

fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let value = digits
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        out.push(value.unwrap_or(byte));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).ok()
}

/// A path without empty parts, `.` and `..`; what would lead above the top stays there.
fn normalised(path: &str) -> String {
    let share = if path.starts_with("//") { "/" } else { "" };
    let top = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                // A drive is not a folder that could be left.
                parts.pop_if(|last| !last.ends_with(':'));
            }
            _ => parts.push(part),
        }
    }
    format!("{share}{top}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        Uri::from_str(text).expect("it is a URI")
    }

    #[test]
    fn names_and_uris_lead_to_each_other() {
        let names = FileNames::in_folder(Some(&uri("file:///ann/my%20labs/")));
        for (said, name, again) in [
            ("file:///ann/my%20labs/a.asm", "a.asm", "file:///ann/my%20labs/a.asm"),
            ("file:///ann/my%20labs/b/../a.asm", "a.asm", "file:///ann/my%20labs/a.asm"),
            ("file:/ann/x.asm", "/ann/x.asm", "file:///ann/x.asm"),
            ("file:///ann/my%20labs2/a.asm", "/ann/my labs2/a.asm", "file:///ann/my%20labs2/a.asm"),
            ("file:///C%3A/lab/%C3%A9.asm", "c:/lab/é.asm", "file:///c%3A/lab/%C3%A9.asm"),
            ("file://server/share/a.asm", "//server/share/a.asm", "file://server/share/a.asm"),
            ("untitled:Untitled-1", "untitled:Untitled-1", "untitled:Untitled-1"),
            (
                "file:///ann/my%20labs/ab:c.asm",
                "/ann/my labs/ab:c.asm",
                "file:///ann/my%20labs/ab%3Ac.asm",
            ),
        ] {
            assert_eq!(names.of_uri(&uri(said)), name, "{said}");
            assert_eq!(names.uri(name).expect("it has a URI").as_str(), again, "{name}");
        }
        assert_eq!(names.canonical("b/../../x.asm"), "/ann/x.asm");
        assert_eq!(names.canonical("../my labs/./b//c.asm"), "b/c.asm");
        assert_eq!(names.canonical("/../../x"), "/x");
    }

    #[test]
    fn without_a_folder_all_names_are_whole_paths() {
        let names = FileNames::default();
        assert_eq!(names.of_uri(&uri("file:///a/b.asm")), "/a/b.asm");
        assert_eq!(names.path("b.asm"), None);
        assert_eq!(names.path("untitled:1"), None);
    }
}
