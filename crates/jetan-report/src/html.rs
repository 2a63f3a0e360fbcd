//! Pages for browsers: one file each, nothing loaded from elsewhere, and no text of a submission
//! that could become markup.

use crate::visible::is_hidden;

/// A whole page.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    // No scripts and nothing from the network: if a text of a submission became markup after all,
    // it could do nothing.
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}

const STYLE: &str = include_str!("html/style.css");

/// Text without markup; what is hidden in it becomes visible.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            c if is_hidden(c) => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup() {
        let text = "<script>alert(\"1\" & '2')</script>\u{1b}[2J \u{202e}nna";
        let escaped = escaped(text);
        assert!(!escaped.contains(['<', '>', '"', '\'', '\u{1b}', '\u{202e}']), "{escaped}");
        assert!(page("<x>", "").contains("<title>&lt;x&gt;</title>"));
    }
}
