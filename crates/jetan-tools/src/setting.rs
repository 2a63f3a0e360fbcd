//! Errors in settings, and small readers that all tools use.

use std::fmt;

/// A setting that makes no sense, in words for the person who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    message: String,
}

impl SettingError {
    /// An error with this text: lower case, without a full stop.
    pub fn new(message: impl Into<String>) -> SettingError {
        SettingError { message: message.into() }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SettingError {}

/// A whole number of a setting; `name` is its name in the error.
pub(crate) fn number(text: &str, name: &str) -> Result<u32, SettingError> {
    text.parse().map_err(|_| {
        let is_large = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        SettingError::new(if is_large {
            format!("{name} is too large: {text}")
        } else {
            format!("{name} must be a number, not `{text}`")
        })
    })
}

/// A number that must be a power of two, at most `max`.
pub(crate) fn power_of_two(value: u32, name: &str, max: u32) -> Result<u32, SettingError> {
    if value == 0 {
        return Err(SettingError::new(format!("{name} must be at least 1, not 0")));
    }
    if !value.is_power_of_two() {
        let (below, above) = (1 << value.ilog2(), u64::from(value).next_power_of_two());
        let why = format!(
            "{name} must be a power of two, not {value}; the nearest are {below} and {above}"
        );
        return Err(SettingError::new(why));
    }
    if value > max {
        return Err(SettingError::new(format!("{name} must be at most {max}, not {value}")));
    }
    Ok(value)
}
