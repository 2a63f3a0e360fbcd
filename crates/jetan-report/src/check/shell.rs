//! Input as a shell command types it.

use std::fmt::Write;

use jetan_run::keys::NAMED_KEYS;

/// Bytes for `printf '…'`.
pub(crate) fn printf_text(bytes: &[u8]) -> String {
    let mut quoted = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => quoted += "\\n",
            b'\r' => quoted += "\\r",
            b'\\' => quoted += "\\\\",
            b'%' => quoted += "%%",
            b'\'' => quoted += "'\\''",
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => {
                // Always three digits, so that a digit after it is not read as a part of it.
                let _ = write!(quoted, "\\{byte:03o}");
            }
        }
    }
    quoted
}

/// A word for a shell.
pub fn word(word: &str) -> String {
    // Whatever else one shell would leave alone is quoted too: nobody knows which shell will read
    // it.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The name of a file for a shell, which no command takes for a flag.
pub(crate) fn path(path: &str) -> String {
    // A dash alone means standard input to our commands and must stay one.
    let is_flag = path.starts_with('-') && path != "-";
    if is_flag { word(&format!("./{path}")) } else { word(path) }
}

/// Keys as a script types them.
pub(crate) fn key_script(keys: &[u8]) -> String {
    let is_plain = |key: u8| key.is_ascii_alphanumeric();
    let mut statements: Vec<String> = Vec::new();
    // A run of letters and digits is one string; any other key is a statement of its own, by its
    // name if it has one.
    for run in keys.chunk_by(|&one, &two| is_plain(one) && is_plain(two)) {
        if run.iter().all(|&key| is_plain(key)) {
            statements.push(format!("\"{}\"", String::from_utf8_lossy(run)));
        } else {
            let named = |key: u8| NAMED_KEYS.iter().find(|(_, code)| *code == key);
            let names = run.iter().map(|&key| match named(key) {
                Some((name, _)) => (*name).to_owned(),
                None => format!("\"{}\"", char::from(key)),
            });
            statements.extend(names);
        }
    }
    statements.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_survives_printf_and_the_shell() {
        assert_eq!(printf_text(b"1\n50%\\'\x01"), "1\\n50%%\\\\'\\''\\001");
        assert_eq!(word("my file.asm"), "'my file.asm'");
        assert_eq!(word("a/b.asm"), "a/b.asm");
        assert_eq!(path("--pack=x.asm"), "./--pack=x.asm");
        assert_eq!(path("-; rm x"), "'./-; rm x'");
        assert_eq!(path("-"), "-");
    }

    #[test]
    fn keys_become_a_script_that_types_them() {
        let script = key_script(b"wasd\n!w");
        assert_eq!(script, "\"wasd\"; Enter; \"!\"; \"w\"");
        assert!(jetan_run::keys::parse(&script).is_ok());
    }
}
