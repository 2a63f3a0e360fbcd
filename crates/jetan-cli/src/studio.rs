//! The flags of `jetan studio`.

use std::path::PathBuf;

use clap::Args;

/// Open the studio in the browser: write, run, step back, see.
///
/// A server on this computer, which nobody else reaches; it prints its address and runs until
/// Ctrl-C. Only files in the folder that is named here can be read and written.
#[derive(Debug, Default, Args)]
pub struct StudioArgs {
    /// A folder to work in, or files in one, which are assembled together; without it, examples and
    /// new files.
    #[arg(value_name = "FILE|FOLDER")]
    pub paths: Vec<PathBuf>,
    /// Only print the address; open no browser.
    #[arg(long)]
    pub no_open: bool,
    /// The port to listen on; 0 is any [default: 2048, or the next that is free].
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address of a static edition, which share links lead to; the browser remembers it.
    #[arg(long, value_name = "URL", value_parser = share_base)]
    pub share_base: Option<String>,
}

/// An address that a link can begin with.
fn share_base(typed: &str) -> Result<String, String> {
    let rest = typed.strip_prefix("https://").or_else(|| typed.strip_prefix("http://"));
    // It is written into the page, so nothing that means something there may be in it.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/%[]@+".contains(c);
    match rest {
        Some(rest) if !rest.is_empty() && rest.chars().all(is_plain) => Ok(typed.to_owned()),
        _ => Err("write an address such as https://example.org/jetan/".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_an_address_of_the_web_only() {
        for typed in ["https://example.org/jetan/", "http://127.0.0.1:8080/"] {
            assert_eq!(share_base(typed).as_deref(), Ok(typed));
        }
        for typed in
            ["", "example.org", "javascript:alert(1)", "https://", "https://a\"b", "http://a#b"]
        {
            assert!(share_base(typed).is_err(), "{typed}");
        }
    }
}
