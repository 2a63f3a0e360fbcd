//! `--memory`: how memory is arranged, as in MARS.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use jetan_isa::MemoryMap;
use jetan_isa::memory_map::MEMORY_MAPS;

/// A word after `--memory`.
#[derive(Clone, Debug)]
pub enum MemoryArg {
    /// A memory configuration.
    Map(MemoryMap),
    /// Anything else: a range to show, as `run` took it before it had `--show-memory`.
    Range(String),
}

/// The memory configuration that was chosen last.
pub fn map(typed: &[MemoryArg]) -> MemoryMap {
    // The last one counts, as for every flag that may be repeated.
    let maps = typed.iter().rev().filter_map(|one| match one {
        MemoryArg::Map(map) => Some(*map),
        MemoryArg::Range(_) => None,
    });
    maps.into_iter().next().unwrap_or(MemoryMap::DEFAULT)
}

/// The ranges that are to be shown.
pub fn ranges(typed: &[MemoryArg]) -> impl Iterator<Item = &str> {
    typed.iter().filter_map(|one| match one {
        MemoryArg::Range(range) => Some(range.as_str()),
        MemoryArg::Map(_) => None,
    })
}

/// A line for each range that was typed here, about where it belongs.
pub fn moved(typed: &[MemoryArg]) -> String {
    let line = |range| {
        format!(
            "jetan: --memory chooses the memory configuration; memory is shown by \
             `--show-memory {range}`\n"
        )
    };
    ranges(typed).map(line).collect()
}

/// What to say where only a configuration can be meant.
pub fn no_map(typed: &str) -> String {
    let names: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
    format!("there is no memory configuration `{typed}`; there are {}", names.join(", "))
}

/// Reads a word; completions offer the configurations.
#[derive(Clone)]
pub struct MemoryArgParser;

impl TypedValueParser for MemoryArgParser {
    type Value = MemoryArg;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<MemoryArg, clap::Error> {
        let Some(typed) = value.to_str() else {
            return Err(clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command));
        };
        let named = MEMORY_MAPS.iter().find(|map| map.name.eq_ignore_ascii_case(typed));
        Ok(named.map_or_else(|| MemoryArg::Range(typed.to_owned()), |map| MemoryArg::Map(*map)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(MEMORY_MAPS.iter().map(|map| PossibleValue::new(map.name))))
    }
}
