//! Reads a service: its number, what it takes and gives, and what it does.

use jetan_isa::pack::{
    PackService, ServiceArgument, ServiceEffect, ServiceResult, ValueKind, is_reserved,
};
use jetan_isa::{Reg, Service};
use jetan_order::SharedSort;
use toml::Spanned;
use toml::de::DeValue;

use crate::codes;
use crate::effect::{self, ServiceOperands, SpannedOperand};
use crate::error::PackError;
use crate::fields::{SpannedValue, TableReader, TextSpan, integer, mismatch, suggested};

const KEYS: &[&str] = &["number", "name", "summary", "arguments", "results", "effect"];
const ARGUMENT_KEYS: &[&str] = &["name", "register", "type", "range", "usual", "values", "summary"];
const RESULT_KEYS: &[&str] = &["name", "register", "summary"];

/// Reads a service, and where its number stands if it has one.
pub(crate) fn read(fields: &TableReader) -> (Option<SpannedValue<u32>>, PackService) {
    fields.allow_only(KEYS);
    let number = number(fields);
    let text = |key| fields.needed_text(key).map_or(String::new(), |text| text.value.to_owned());
    let (name, summary) = (text("name"), text("summary"));
    let mut arguments = arguments(fields);
    let results = results(fields);
    // Known before the effect is read, because the check of the number depends on it.
    let is_built_in = is_built_in(fields);
    if let Some(number) = &number {
        check_number(number, is_built_in, fields);
    }
    // Whatever could not be read, or was misspelled, may be what the effect seems to lack.
    let is_whole = arguments.len() == fields.count("arguments")
        && results.len() == fields.count("results")
        && arguments.iter().all(|argument| !argument.value.name.is_empty())
        && results.iter().all(|result| !result.value.name.is_empty())
        && fields.has_spelt("arguments")
        && fields.has_spelt("results");
    let parts = ServiceOperands { arguments: &arguments, results: &results, is_whole };
    let (effect, ranges) = match fields.need("effect").and_then(|()| fields.get("effect")) {
        Some(value) => effect::read(value, parts, fields),
        None => (ServiceEffect::Refresh, Vec::new()),
    };
    for (idx, range) in ranges {
        if let Some(argument) = arguments.get_mut(idx) {
            limit(&mut argument.value, &argument.place, range, fields);
        }
    }
    let arguments = arguments.into_iter().map(|argument| argument.value).collect();
    let results = results.into_iter().map(|result| result.value).collect();
    let value = number.as_ref().map_or(0, |number| number.value);
    (number, PackService { number: value, name, summary, arguments, results, effect })
}

fn number(fields: &TableReader) -> Option<SpannedValue<u32>> {
    fields.need("number")?;
    let number = fields.integer_in("number", 0, i64::from(i32::MAX))?;
    Some(SpannedValue { value: number.value as u32, place: number.place })
}

/// Whether a row only describes what MARS has.
fn is_built_in(fields: &TableReader) -> bool {
    let value = fields.get("effect").map(Spanned::get_ref);
    let name = match value {
        Some(DeValue::Table(table)) => table.get("do").and_then(|name| name.get_ref().as_str()),
        Some(value) => value.as_str(),
        None => None,
    };
    name == Some("built-in")
}

fn check_number(number: &SpannedValue<u32>, is_built_in: bool, fields: &TableReader) {
    let SpannedValue { value, place } = number;
    let known = Service::from_number(*value);
    if is_built_in && known.is_none() {
        let message = format!("there is no built-in service {value}");
        fields.mistakes.add(PackError::new(codes::RESERVED, place, message));
    } else if is_reserved(*value) && !is_built_in {
        let error =
            PackError::new(codes::RESERVED, place, format!("MARS keeps {value} for itself"))
                .label("1 to 17, 30 to 44 and 50 to 60 are taken");
        let help = match known {
            Some(service) => format!(
                "{value} is `{}`: to describe it here, write `effect = \"built-in\"`",
                service.row().name
            ),
            None => "use another number; courses usually start at 100 or 200".to_owned(),
        };
        fields.mistakes.add(error.help(help));
    }
}

fn arguments(fields: &TableReader) -> Vec<SpannedOperand<ServiceArgument>> {
    let mut arguments: Vec<SpannedOperand<ServiceArgument>> = Vec::new();
    for table in fields.tables("arguments") {
        table.allow_only(ARGUMENT_KEYS);
        let (name, place) = own_name(&table, arguments.iter().map(|other| &*other.value.name));
        let taken = arguments.iter().map(|other| (other.value.reg, &other.register));
        let (reg, register) = register(&table, taken, Reg::V0);
        let kind = kind(&table);
        let argument = ServiceArgument {
            name,
            // Never used: without a register there is a mistake, and so no pack.
            reg: reg.unwrap_or(Reg::A0),
            kind,
            range: range(&table, "range", kind),
            usual: range(&table, "usual", kind),
            values: values(&table),
            summary: summary(&table),
        };
        arguments.push(SpannedOperand { value: argument, place, register });
    }
    arguments
}

fn results(fields: &TableReader) -> Vec<SpannedOperand<ServiceResult>> {
    let mut results: Vec<SpannedOperand<ServiceResult>> = Vec::new();
    for table in fields.tables("results") {
        table.allow_only(RESULT_KEYS);
        let (name, place) = own_name(&table, results.iter().map(|other| &*other.value.name));
        let taken = results.iter().map(|other| (other.value.reg, &other.register));
        let (reg, register) = register(&table, taken, Reg::ZERO);
        let reg = reg.unwrap_or(Reg::V0);
        results.push(SpannedOperand {
            value: ServiceResult { name, reg, summary: summary(&table) },
            place,
            register,
        });
    }
    results
}

fn summary(fields: &TableReader) -> String {
    fields.text("summary").map_or(String::new(), |text| text.value.to_owned())
}

/// A name that none of the others has, and where it stands.
fn own_name<'n>(fields: &TableReader, others: impl Iterator<Item = &'n str>) -> (String, TextSpan) {
    let Some(name) = fields.needed_text("name") else {
        return (String::new(), fields.place.clone());
    };
    if others.into_iter().any(|other| other == name.value) {
        let message = format!("`{}` is there already", name.value);
        fields.mistakes.add(PackError::new(codes::NAME_TWICE, &name.place, message));
    }
    (name.value.to_owned(), name.place)
}

/// A register of its own, none if there is none or it cannot be used.
fn register<'r>(
    fields: &TableReader,
    taken: impl Iterator<Item = (Reg, &'r Option<TextSpan>)>,
    forbidden: Reg,
) -> (Option<Reg>, Option<TextSpan>) {
    let Some(typed) = fields.needed_text("register") else { return (None, None) };
    let numbered = || typed.value.strip_prefix('$')?.parse().ok().and_then(Reg::new);
    let error = |message: String| PackError::new(codes::REGISTER, &typed.place, message);
    let Some(reg) = Reg::from_name(typed.value).or_else(numbered) else {
        let message = format!("`{}` is not a CPU register", typed.value);
        fields.mistakes.add(error(message).help("registers are `$a0` to `$a3`, `$v1`, `$t0` …"));
        // No place: the register that stands in for it is free for others.
        return (None, None);
    };
    if reg == forbidden || reg == Reg::ZERO {
        let why = if reg == Reg::ZERO { "which is always 0" } else { "which has the number" };
        fields.mistakes.add(error(format!("`{reg}`, {why}, cannot be used here")));
        return (None, None);
    }
    let mut taken = taken;
    if let Some((_, Some(first))) = taken.find(|(other, first)| *other == reg && first.is_some()) {
        let error = error(format!("`{reg}` is used twice")).other(first, "first used here");
        fields.mistakes.add(error);
    }
    (Some(reg), Some(typed.place.clone()))
}

fn kind(fields: &TableReader) -> ValueKind {
    let Some(typed) = fields.text("type") else { return ValueKind::Integer };
    let known = ValueKind::ALL.iter().find(|(name, _)| *name == typed.value);
    if known.is_none() {
        let names = ValueKind::ALL.map(|(name, _)| name);
        let message = format!("there is no type `{}`", typed.value);
        let error = PackError::new(codes::BAD_VALUE, &typed.place, message);
        fields.mistakes.add(error.help(suggested("types", typed.value, &names)));
    }
    known.map_or(ValueKind::Integer, |(_, kind)| *kind)
}

/// The least and the greatest value, as `[least, greatest]`.
fn range(fields: &TableReader, key: &str, kind: ValueKind) -> Option<(i32, i32)> {
    let value = fields.get(key)?;
    let bad = |message: &str| PackError::new(codes::RANGE, &value.span(), message);
    let Some(items) = value.get_ref().as_array().filter(|items| items.len() == 2) else {
        fields.mistakes.add(mismatch(key, "a list of two numbers, `[least, greatest]`", value));
        return None;
    };
    let ends: Vec<i64> = items
        .iter()
        .filter_map(|item| integer(key, item, fields.mistakes))
        .map(|end| end.value)
        .collect();
    let [low, high] = ends[..] else { return None };
    if kind != ValueKind::Integer {
        fields.mistakes.add(bad("only integers have a range"));
    }
    if low > high {
        let help = format!("the least comes first: `[{high}, {low}]`");
        fields.mistakes.add(bad("the range is upside down").help(help));
    }
    if let (Ok(low), Ok(high)) = (i32::try_from(low), i32::try_from(high)) {
        return Some((low, high));
    }
    fields.mistakes.add(bad("a register holds -2147483648 to 2147483647"));
    None
}

/// The values that mean something.
fn values(fields: &TableReader) -> Vec<(i32, String)> {
    let Some(value) = fields.get("values") else { return Vec::new() };
    let Some(table) = TableReader::of_value(value, "values", fields.mistakes) else {
        return Vec::new();
    };
    let mut values = Vec::new();
    for (key, _) in table.entries() {
        let Ok(number) = key.value.parse::<i32>() else {
            let message = format!("`{}` is not a number", key.value);
            let error = PackError::new(codes::BAD_VALUE, &key.place, message);
            fields.mistakes.add(error.help("write what each number means: `0 = \"once\"`"));
            continue;
        };
        if let Some(text) = table.text(key.value) {
            values.push((number, text.value.to_owned()));
        }
    }
    // The keys of a TOML table are texts: sorted as such, 10 would come before 2.
    values.shared_sort_by_key(|(number, _)| *number);
    values
}

/// Gives an argument the range that the effect takes, or compares its own with it.
fn limit(
    argument: &mut ServiceArgument,
    place: &TextSpan,
    allowed: (i32, i32),
    fields: &TableReader,
) {
    let (low, high) = allowed;
    if (low, high) == (i32::MIN, i32::MAX) {
        return;
    }
    match argument.range {
        None => argument.range = Some(allowed),
        Some((own_low, own_high)) if own_low < low || own_high > high => {
            let message = format!(
                "`{}` goes from {own_low} to {own_high}, but the effect takes {low} to {high}",
                argument.name
            );
            fields.mistakes.add(PackError::new(codes::RANGE, place, message));
        }
        Some(_) => {}
    }
}
