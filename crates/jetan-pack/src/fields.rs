//! Values out of a TOML table, each with its place, and what is wrong with those that are not
//! what they should be.

use jetan_order::SharedSort;
use std::cell::RefCell;
use std::ops::Range;

use jetan_isa::suggest::closest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::codes;
use crate::error::{PackError, PackErrors};

/// A span of the text, in bytes.
pub type TextSpan = Range<usize>;

/// A value with its place.
#[derive(Clone, Debug)]
pub struct SpannedValue<T> {
    /// The value.
    pub value: T,
    /// The span of it.
    pub place: TextSpan,
}

/// A table that is being read.
#[derive(Clone)]
pub struct TableReader<'t> {
    entries: &'t DeTable<'t>,
    /// The span at which the table begins.
    pub place: TextSpan,
    /// The mistakes found so far.
    pub mistakes: &'t PackErrors,
    /// Keys that somebody probably meant by others, which are reported: they are not missing.
    meant: RefCell<Vec<String>>,
}

impl<'t> TableReader<'t> {
    /// A reader of a table that begins at a span.
    pub fn new(entries: &'t DeTable<'t>, place: TextSpan, mistakes: &'t PackErrors) -> Self {
        TableReader { entries, place, mistakes, meant: RefCell::default() }
    }

    /// A value that must be a table.
    pub fn of_value(
        value: &'t Spanned<DeValue<'t>>,
        what: &str,
        mistakes: &'t PackErrors,
    ) -> Option<TableReader<'t>> {
        if let DeValue::Table(entries) = value.get_ref() {
            return Some(TableReader::new(entries, value.span(), mistakes));
        }
        mistakes.add(mismatch(what, "a table in braces", value));
        None
    }

    /// Reports every key that is not one of these.
    pub fn allow_only(&self, keys: &[&str]) {
        for key in self.entries.keys() {
            if !keys.contains(&key.get_ref().as_ref()) {
                let message = format!("there is no key `{}` here", key.get_ref());
                let help = suggested("keys", key.get_ref(), keys);
                let meant = closest(key.get_ref(), keys.iter().copied());
                // Noted, so that `need` does not also report the key it was meant to be.
                self.meant.borrow_mut().extend(meant.map(str::to_owned));
                let error = PackError::new(codes::UNKNOWN_KEY, &key.span(), message).help(help);
                self.mistakes.add(error);
            }
        }
    }

    /// The value of a key, whatever it is.
    pub fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.entries.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// Keys and values in the order of the text.
    pub fn entries(&self) -> Vec<(SpannedValue<&'t str>, &'t Spanned<DeValue<'t>>)> {
        let placed = |key: &'t Spanned<_>| {
            let name: &std::borrow::Cow<'t, str> = key.get_ref();
            SpannedValue { value: name.as_ref(), place: key.span() }
        };
        let mut entries: Vec<_> =
            self.entries.iter().map(|(key, value)| (placed(key), value)).collect();
        entries.shared_sort_by_key(|(key, _)| key.place.start);
        entries
    }

    /// A text that need not be there.
    pub fn text(&self, key: &str) -> Option<SpannedValue<&'t str>> {
        let value = self.get(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.mistakes.add(mismatch(key, "a text in quotes", value));
        }
        text.map(|text| SpannedValue { value: text, place: value.span() })
    }

    /// A text that must be there and must say something.
    pub fn needed_text(&self, key: &str) -> Option<SpannedValue<&'t str>> {
        self.need(key)?;
        let text = self.text(key)?;
        // An empty text is as good as none to whoever reads the manual.
        if text.value.trim().is_empty() {
            let message = format!("`{key}` is empty");
            self.mistakes.add(PackError::new(codes::BAD_VALUE, &text.place, message));
            return None;
        }
        Some(text)
    }

    /// A text that need not be there but must say something.
    pub fn needed_if_there(&self, key: &str) -> Option<SpannedValue<&'t str>> {
        self.get(key)?;
        self.needed_text(key)
    }

    /// A number that need not be there.
    pub fn integer(&self, key: &str) -> Option<SpannedValue<i64>> {
        integer(key, self.get(key)?, self.mistakes)
    }

    /// A number from a range, which need not be there.
    pub fn integer_in(&self, key: &str, low: i64, high: i64) -> Option<SpannedValue<i64>> {
        let number = self.integer(key)?;
        if (low..=high).contains(&number.value) {
            return Some(number);
        }
        let message = format!("`{key}` is {}, and must be from {low} to {high}", number.value);
        self.mistakes.add(PackError::new(codes::BAD_VALUE, &number.place, message));
        None
    }

    /// A list, empty if it is not there.
    pub fn list(&self, key: &str) -> Vec<&'t Spanned<DeValue<'t>>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        if let DeValue::Array(values) = value.get_ref() {
            return values.iter().collect();
        }
        self.mistakes.add(mismatch(key, "a list", value));
        Vec::new()
    }

    /// The number of values of a list, whatever they are; a value that is not a list counts as one.
    pub fn count(&self, key: &str) -> usize {
        match self.get(key).map(Spanned::get_ref) {
            Some(DeValue::Array(values)) => values.len(),
            // `list` reports it; here it only has to differ from what could be read.
            Some(_) => 1,
            None => 0,
        }
    }

    /// Whether no other key was probably meant to be this one.
    pub fn has_spelt(&self, key: &str) -> bool {
        !self.meant.borrow().iter().any(|meant| meant == key)
    }

    /// A list of tables, empty if it is not there.
    pub fn tables(&self, key: &str) -> Vec<TableReader<'t>> {
        let values = self.list(key).into_iter();
        values.filter_map(|value| TableReader::of_value(value, key, self.mistakes)).collect()
    }

    /// Reports a key that is not there.
    pub fn need(&self, key: &str) -> Option<()> {
        if self.get(key).is_none() {
            if !self.has_spelt(key) {
                return None;
            }
            let message = format!("`{key}` is missing");
            self.mistakes.add(PackError::new(codes::MISSING_KEY, &self.place, message));
            return None;
        }
        Some(())
    }
}

/// A number that fits 64 bits.
pub fn integer(
    what: &str,
    value: &Spanned<DeValue>,
    mistakes: &PackErrors,
) -> Option<SpannedValue<i64>> {
    let Some(number) = value.get_ref().as_integer() else {
        mistakes.add(mismatch(what, "a whole number", value));
        return None;
    };
    // TOML has numbers in other bases; the parser leaves digits and base apart.
    let parsed = i64::from_str_radix(number.as_str(), number.radix());
    if parsed.is_err() {
        let message = format!("`{what}` is larger than any number here can be");
        mistakes.add(PackError::new(codes::BAD_VALUE, &value.span(), message));
    }
    parsed.ok().map(|number| SpannedValue { value: number, place: value.span() })
}

/// A value that is not of the type it should be.
pub fn mismatch(what: &str, expected: &str, value: &Spanned<DeValue>) -> PackError {
    let found = match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    PackError::new(codes::WRONG_TYPE, &value.span(), format!("`{what}` must be {expected}"))
        .label(format!("this is {found}"))
}

/// The suggestion for a name that does not exist: the one that was probably meant, or any.
pub fn suggested(what: &str, typed: &str, names: &[&str]) -> String {
    match closest(typed, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the {what} are {}", listed(names)),
    }
}

/// Names as people list them.
pub fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
