//! The files of the page, as they were built; compressed with gzip, as browsers take them.

use std::io::Read;

use flate2::read::GzDecoder;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A file of the page by its path, compressed.
pub(crate) fn find_packed(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == path).map(|&(_, packed)| packed)
}

/// A file of the page by its path.
pub(crate) fn find(path: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Unpacked for every request: a page is loaded once, and keeping it would cost memory for
    // hours.
    GzDecoder::new(find_packed(path)?).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The content type of a file, by its name.
pub(crate) fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_page() {
        let page = find("index.html").expect("the build makes one");
        assert!(page.starts_with(b"<!") && kind("index.html").starts_with("text/html"));
        assert_eq!(find("../Cargo.toml"), None);
    }
}
