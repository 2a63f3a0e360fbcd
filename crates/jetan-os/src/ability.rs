//! The capabilities of a terminal, from environment variables.

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourSupport {
    /// None, or none wanted; bold and reverse are left.
    None,
    /// The 256 colours of the usual palette.
    Palette,
    /// Every colour of 24 bits.
    True,
}

/// The capabilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalCapabilities {
    /// The colours it can show.
    pub colours: ColourSupport,
    /// Whether it shows more than ASCII.
    pub is_utf8: bool,
}

impl TerminalCapabilities {
    /// The capabilities of the terminal of a process with these variables.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> TerminalCapabilities {
        let says = |name: &str, part: &str| {
            variable(name).is_some_and(|value| value.to_ascii_lowercase().contains(part))
        };
        // Windows has no names for terminals; this one names itself.
        let is_windows_terminal = variable("WT_SESSION").is_some();
        // The order of POSIX: the first of these that is set and not empty decides the character
        // set.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()))
            .unwrap_or_default()
            .to_ascii_lowercase();
        // The convention of NO_COLOR: a variable that is set but empty does not count.
        let has_no_colour = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let has_all = says("COLORTERM", "truecolor") || says("COLORTERM", "24bit");
        // TERM=dumb goes first: COLORTERM is inherited from the terminal in which an editor's
        // console was started.
        let colours = if has_no_colour || says("TERM", "dumb") {
            ColourSupport::None
        } else if has_all || is_windows_terminal {
            ColourSupport::True
        } else if says("TERM", "256color") {
            ColourSupport::Palette
        } else {
            // An unknown terminal gets no colours, since it would show sequences that it lacks as
            // text.
            ColourSupport::None
        };
        // Windows sets no locale, and its terminal knows UTF-8; a locale that somebody has set is
        // believed.
        let is_utf8 = is_windows_terminal && locale.is_empty()
            || locale.contains("utf-8")
            || locale.contains("utf8");
        TerminalCapabilities { colours, is_utf8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_known_by_their_variables() {
        let of = |variables: &[(&str, &str)]| {
            let TerminalCapabilities { colours, is_utf8 } = TerminalCapabilities::of(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            (colours, is_utf8)
        };
        let xterm = ("TERM", "xterm-256color");
        let utf8 = ("LANG", "en_US.UTF-8");
        let all = ("COLORTERM", "truecolor");
        assert_eq!(of(&[xterm, utf8]), (ColourSupport::Palette, true));
        assert_eq!(of(&[xterm, utf8, all]), (ColourSupport::True, true));
        assert_eq!(of(&[xterm, all]), (ColourSupport::True, false));
        assert_eq!(of(&[xterm, utf8, ("NO_COLOR", "1")]), (ColourSupport::None, true));
        assert_eq!(of(&[xterm, utf8, ("NO_COLOR", "")]), (ColourSupport::Palette, true));
        assert_eq!(of(&[xterm, utf8, ("LC_ALL", "C")]), (ColourSupport::Palette, false));
        assert_eq!(of(&[("TERM", "dumb"), utf8]), (ColourSupport::None, true));
        assert_eq!(of(&[("WT_SESSION", "1")]), (ColourSupport::True, true));
        assert_eq!(of(&[]), (ColourSupport::None, false));
    }
}
