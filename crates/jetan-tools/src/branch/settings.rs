//! Families of predictors, and the notation in which people write them.

use std::fmt;

use crate::setting::{SettingError, number, power_of_two};

/// The most entries of a table.
const ENTRIES_MAX: u32 = 1 << 16;
/// The longest history in bits.
const HISTORY_MAX: u32 = 16;

/// A predictor as somebody wants it. Entries are powers of two; counters of two bits begin at
/// `start` and predict taken from 2 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PredictorSettings {
    /// Always taken.
    Taken,
    /// Never taken.
    NotTaken,
    /// Backward taken, forward not.
    Btfn,
    /// The last outcome of each entry; not taken at first.
    OneBit {
        /// Entries of the table.
        entries: u32,
    },
    /// A saturating counter in each entry.
    TwoBit {
        /// Entries of the table.
        entries: u32,
        /// The counters at the start, 0 to 3.
        start: u8,
    },
    /// MARS's table: a prediction turns after two wrong ones in a row.
    TwoInARow {
        /// Entries of the table.
        entries: u32,
    },
    /// Counters that are found by address xor global history.
    Gshare {
        /// Entries of the table.
        entries: u32,
        /// Bits of history.
        history: u32,
        /// The counters at the start, 0 to 3.
        start: u8,
    },
    /// Counters that are found by the branch's own history.
    Local {
        /// Histories.
        entries: u32,
        /// Bits of each history.
        history: u32,
        /// The counters at the start, 0 to 3.
        start: u8,
    },
    /// Gshare and local, and a counter for each entry that chooses between them.
    Tournament {
        /// Entries of each table.
        entries: u32,
        /// Bits of the histories.
        history: u32,
    },
}

impl PredictorSettings {
    /// The bits of state that it needs; 0 for fixed rules.
    pub const fn budget_bits(self) -> u64 {
        use PredictorSettings::{
            Btfn, Gshare, Local, NotTaken, OneBit, Taken, Tournament, TwoBit, TwoInARow,
        };
        match self {
            Taken | NotTaken | Btfn => 0,
            OneBit { entries } => entries as u64,
            TwoBit { entries, .. } | TwoInARow { entries } => 2 * entries as u64,
            Gshare { entries, history, .. } => 2 * entries as u64 + history as u64,
            Local { entries, history, .. } => entries as u64 * history as u64 + (2 << history),
            Tournament { entries, history } => {
                let both = 4 * entries as u64 + history as u64;
                both + entries as u64 * history as u64 + (2 << history)
            }
        }
    }

    /// The entries of the table that is found by the address alone.
    pub(super) const fn indexed_entries(self) -> Option<u32> {
        use PredictorSettings::{Local, OneBit, Tournament, TwoBit, TwoInARow};
        match self {
            OneBit { entries }
            | TwoBit { entries, .. }
            | TwoInARow { entries }
            | Local { entries, .. }
            | Tournament { entries, .. } => Some(entries),
            _ => None,
        }
    }

    /// The predictors that are shown side by side when nothing was chosen: about 32 bits each.
    pub fn side_by_side() -> Vec<PredictorSettings> {
        vec![
            PredictorSettings::NotTaken,
            PredictorSettings::Taken,
            PredictorSettings::Btfn,
            PredictorSettings::OneBit { entries: 32 },
            PredictorSettings::TwoBit { entries: 16, start: 0 },
            PredictorSettings::TwoInARow { entries: 16 },
            PredictorSettings::Gshare { entries: 16, history: 4, start: 1 },
            PredictorSettings::Local { entries: 4, history: 3, start: 1 },
        ]
    }

    /// Reads predictors separated by commas; `all` stands for those that are shown side by side.
    pub fn parse_list(text: &str) -> Result<Vec<PredictorSettings>, SettingError> {
        if text == "all" {
            return Ok(PredictorSettings::side_by_side());
        }
        text.split(',').map(PredictorSettings::parse).collect()
    }

    /// Reads `NAME[:ENTRIES[:HISTORY]][@START]`.
    pub fn parse(text: &str) -> Result<PredictorSettings, SettingError> {
        let (text, start) = match text.split_once('@') {
            Some((text, start)) => (text, Some(counter(start)?)),
            None => (text, None),
        };
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let entries = parts.next().map(|word| number(word, "the number of entries")).transpose()?;
        let history = parts.next().map(|word| number(word, "the history")).transpose()?;
        let too_many = parts.next().is_some()
            || matches!(name, "taken" | "not-taken" | "btfn") && entries.is_some()
            || matches!(name, "1bit" | "2bit" | "mars") && history.is_some();
        if too_many {
            return Err(SettingError::new(format!("`{text}` has more parts than `{name}` takes")));
        }
        let entries = power_of_two(entries.unwrap_or(16), "the number of entries", ENTRIES_MAX)?;
        let history = history.unwrap_or(4);
        if !(1..=HISTORY_MAX).contains(&history) {
            let why = format!("the history has 1 to {HISTORY_MAX} bits, not {history}");
            return Err(SettingError::new(why));
        }
        Ok(match name {
            "taken" => PredictorSettings::Taken,
            "not-taken" => PredictorSettings::NotTaken,
            "btfn" => PredictorSettings::Btfn,
            "1bit" => PredictorSettings::OneBit { entries },
            "2bit" => PredictorSettings::TwoBit { entries, start: start.unwrap_or(0) },
            "mars" => PredictorSettings::TwoInARow { entries },
            "gshare" => PredictorSettings::Gshare { entries, history, start: start.unwrap_or(1) },
            "local" => PredictorSettings::Local { entries, history, start: start.unwrap_or(1) },
            "tournament" => PredictorSettings::Tournament { entries, history },
            _ => {
                let why = format!(
                    "there is no predictor `{name}`: taken, not-taken, btfn, 1bit, 2bit, mars, \
                     gshare, local or tournament"
                );
                return Err(SettingError::new(why));
            }
        })
    }
}

fn counter(text: &str) -> Result<u8, SettingError> {
    match text {
        "0" | "1" | "2" | "3" => Ok(text.as_bytes()[0] - b'0'),
        _ => Err(SettingError::new(format!("counters begin at 0, 1, 2 or 3, not `{text}`"))),
    }
}

impl fmt::Display for PredictorSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PredictorSettings::Taken => f.write_str("taken"),
            PredictorSettings::NotTaken => f.write_str("not-taken"),
            PredictorSettings::Btfn => f.write_str("btfn"),
            PredictorSettings::OneBit { entries } => write!(f, "1bit:{entries}"),
            PredictorSettings::TwoBit { entries, start } => write!(f, "2bit:{entries}@{start}"),
            PredictorSettings::TwoInARow { entries } => write!(f, "mars:{entries}"),
            PredictorSettings::Gshare { entries, history, start } => {
                write!(f, "gshare:{entries}:{history}@{start}")
            }
            PredictorSettings::Local { entries, history, start } => {
                write!(f, "local:{entries}:{history}@{start}")
            }
            PredictorSettings::Tournament { entries, history } => {
                write!(f, "tournament:{entries}:{history}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_read_and_written() {
        let all = "taken,not-taken,btfn,1bit:8,2bit:16@2,mars:16,gshare:16:4@1,local:16:4@3,\
                   tournament:32:5";
        let read = PredictorSettings::parse_list(all).unwrap();
        let written: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(written.join(","), all);
        let short = PredictorSettings::parse("gshare").unwrap();
        assert_eq!(short.to_string(), "gshare:16:4@1");
    }

    #[test]
    fn bad_settings_say_what_is_wrong() {
        let cases = [
            (
                "gshare:12",
                "the number of entries must be a power of two, not 12; the nearest are 8 and 16",
            ),
            ("gshare:16:0", "the history has 1 to 16 bits, not 0"),
            ("2bit:16:4", "`2bit:16:4` has more parts than `2bit` takes"),
            ("2bit@4", "counters begin at 0, 1, 2 or 3, not `4`"),
            ("1bit:x", "the number of entries must be a number, not `x`"),
            ("taken:3", "`taken:3` has more parts than `taken` takes"),
        ];
        for (text, message) in cases {
            assert_eq!(PredictorSettings::parse_list(text).unwrap_err().to_string(), message);
        }
        assert!(PredictorSettings::parse("oracle").is_err());
        assert!(PredictorSettings::parse("").is_err());
    }
}
