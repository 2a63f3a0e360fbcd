//! Reads what a service does, and where each thing that it needs comes from.
//!
//! An effect takes what it needs from the argument of the same name, unless the pack says in the
//! effect itself which argument or which number is meant.

use std::cell::RefCell;

use jetan_isa::Reg;
use jetan_isa::pack::effects::ParameterSource;
use jetan_isa::pack::{
    EFFECTS, EffectKind, EffectOperand, EffectParameter, EffectRow, ObjectOperands, ScreenStyle,
    ServiceArgument, ServiceEffect, ServiceResult,
};
use jetan_isa::suggest::closest;
use toml::Spanned;
use toml::de::DeValue;

use crate::codes;
use crate::error::{PackError, PackErrors};
use crate::fields::{SpannedValue, TableReader, TextSpan, listed, mismatch, suggested};

/// An argument or result with its places.
pub(crate) struct SpannedOperand<T> {
    pub(crate) value: T,
    /// The span of its name.
    pub(crate) place: TextSpan,
    /// The span of its register.
    pub(crate) register: Option<TextSpan>,
}

/// The arguments and results of a service.
#[derive(Clone, Copy)]
pub(crate) struct ServiceOperands<'p> {
    pub(crate) arguments: &'p [SpannedOperand<ServiceArgument>],
    pub(crate) results: &'p [SpannedOperand<ServiceResult>],
    /// Whether all of them could be read; otherwise what is missing may be among the others.
    pub(crate) is_whole: bool,
}

/// For an argument, by its position, the values that the effect takes.
pub(crate) type ArgumentRanges = Vec<(usize, (i32, i32))>;

/// Reads an effect: a name, or a table whose key `do` is the name.
pub(crate) fn read<'t>(
    value: &'t Spanned<DeValue<'t>>,
    parts: ServiceOperands<'_>,
    service: &TableReader<'t>,
) -> (ServiceEffect, ArgumentRanges) {
    let mistakes = service.mistakes;
    // Stands in for an effect that cannot be read; the mistake keeps the pack from being used.
    let nothing = (ServiceEffect::Refresh, Vec::new());
    let (name, table) = match value.get_ref() {
        DeValue::String(name) => (SpannedValue { value: name.as_ref(), place: value.span() }, None),
        DeValue::Table(entries) => {
            let table = TableReader::new(entries, value.span(), mistakes);
            let Some(name) = table.needed_text("do") else { return nothing };
            (name, Some(table))
        }
        _ => {
            mistakes.add(mismatch("effect", "the name of an effect or a table with `do`", value));
            return nothing;
        }
    };
    let Some(row) = EFFECTS.iter().find(|row| row.name == name.value) else {
        let names: Vec<&str> = EFFECTS.iter().map(|row| row.name).collect();
        let message = format!("there is no effect `{}`", name.value);
        let error = PackError::new(codes::UNKNOWN_EFFECT, &name.place, message);
        mistakes.add(error.help(suggested("effects", name.value, &names)));
        return nothing;
    };
    if let Some(table) = &table {
        let results = row.results.iter().map(|(name, _)| *name);
        let own = row.parameters.iter().map(|parameter| parameter.name);
        let keys: Vec<&str> = std::iter::once("do").chain(own).chain(results).collect();
        table.allow_only(&keys);
    }
    // In a cell, because the closures that read operands share the reader.
    let used = RefCell::default();
    let reader = EffectReader { row, place: name.place, table, parts, mistakes, used };
    let effect = reader.effect();
    // A built-in service is only described here, so no argument has to be of use.
    if row.kind != EffectKind::BuiltIn {
        reader.report_unused();
    }
    (effect, reader.used.into_inner().ranges)
}

/// The parameters an effect has taken so far.
#[derive(Default)]
struct UsedOperands {
    ranges: ArgumentRanges,
    results: Vec<usize>,
}

struct EffectReader<'r, 't> {
    row: &'static EffectRow,
    place: TextSpan,
    table: Option<TableReader<'t>>,
    parts: ServiceOperands<'r>,
    mistakes: &'t PackErrors,
    used: RefCell<UsedOperands>,
}

impl<'t> EffectReader<'_, 't> {
    fn effect(&self) -> ServiceEffect {
        let value = |name| self.operand(name);
        match self.row.kind {
            EffectKind::BuiltIn => ServiceEffect::BuiltIn,
            EffectKind::CreateScreen => ServiceEffect::CreateScreen {
                width: value("width"),
                height: value("height"),
                title: self.words("title").map_or(String::new(), |title| title.value.to_owned()),
                style: self.style(),
            },
            EffectKind::UpdateBoard => ServiceEffect::UpdateBoard {
                board: value("board"),
                rows: self.number("rows"),
                columns: self.number("columns"),
            },
            EffectKind::Refresh => ServiceEffect::Refresh,
            EffectKind::PlaySound => {
                ServiceEffect::PlaySound { sound: value("sound"), mode: value("mode") }
            }
            EffectKind::SetScore => ServiceEffect::SetScore { score: value("score") },
            EffectKind::SetTarget => ServiceEffect::SetTarget { target: value("target") },
            EffectKind::ShowText => ServiceEffect::ShowText {
                id: value("id"),
                x: value("x"),
                y: value("y"),
                text: value("text"),
            },
            EffectKind::CreateObject => {
                ServiceEffect::CreateObject { object: self.object(), colours: self.colours() }
            }
            EffectKind::MoveObject => {
                ServiceEffect::MoveObject { id: value("id"), x: value("x"), y: value("y") }
            }
            EffectKind::LocateObject => ServiceEffect::LocateObject {
                id: value("id"),
                x: self.result("x"),
                y: self.result("y"),
            },
            EffectKind::RandomInteger => ServiceEffect::RandomInteger {
                generator: value("generator"),
                bound: value("bound"),
                value: self.result("value"),
            },
        }
    }

    fn object(&self) -> ObjectOperands {
        let value = |name| self.operand(name);
        ObjectOperands {
            id: value("id"),
            kind: value("kind"),
            x: value("x"),
            y: value("y"),
            width: value("width"),
            height: value("height"),
            colour: value("colour"),
        }
    }

    fn colours(&self) -> Vec<u32> {
        let parameter = self.row.parameter("colours");
        let (Some(parameter), Some(table)) = (parameter, &self.table) else { return Vec::new() };
        let colours = table.list(parameter.name).into_iter();
        colours.map(|colour| self.constant(parameter, colour) as u32).collect()
    }

    /// The value that the effect itself gives to one of its parameters.
    fn said(&self, name: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.as_ref()?.get(name)
    }

    /// A value that comes from an argument, from the effect, or is the usual one.
    fn operand(&self, name: &str) -> EffectOperand {
        let Some(parameter) = self.row.parameter(name) else { return EffectOperand::Constant(0) };
        let place = &self.place;
        let found = match self.said(name) {
            Some(said) => match said.get_ref() {
                DeValue::String(argument) => {
                    return self.argument(parameter, argument, &said.span());
                }
                _ => return EffectOperand::Constant(self.constant(parameter, said)),
            },
            None => self.find_argument(name),
        };
        match (found, parameter.default) {
            (Some(_), _) => self.argument(parameter, name, place),
            (None, Some(default)) => EffectOperand::Constant(default),
            // An argument that could not be read may be the one that is missing: one mistake is
            // enough.
            (None, None) if !self.parts.is_whole => EffectOperand::Constant(0),
            (None, None) => {
                let message = format!("`{}` needs an argument `{name}`", self.row.name);
                if let Some(near) = self.misspelt(name) {
                    let given = &self.parts.arguments[near];
                    let help =
                        format!("is it the argument `{}`? call it `{name}`", given.value.name);
                    let error = PackError::new(codes::MISSING_ARGUMENT, &given.place, message);
                    self.mistakes.add(error.label(parameter.summary).help(help));
                    // Counts as used, so that the same slip is not reported twice.
                    self.used.borrow_mut().ranges.push((near, parameter.range));
                    return EffectOperand::Argument(near);
                }
                let help = format!(
                    "add `{{ name = \"{name}\", register = \"$a0\" }}` to the arguments, or say \
                     in the effect which one is meant: `{name} = \"NAME\"`"
                );
                let error = PackError::new(codes::MISSING_ARGUMENT, place, message);
                self.mistakes.add(error.label(parameter.summary).help(help));
                EffectOperand::Constant(0)
            }
        }
    }

    /// An argument that the effect does not know, with a name close to one that it does.
    fn misspelt(&self, name: &str) -> Option<usize> {
        let is_unknown = |argument: &&SpannedOperand<ServiceArgument>| {
            self.row.parameter(&argument.value.name).is_none()
        };
        let unknown = self.parts.arguments.iter().filter(is_unknown);
        let near = closest(name, unknown.map(|argument| argument.value.name.as_str()))?;
        self.find_argument(near)
    }

    fn find_argument(&self, name: &str) -> Option<usize> {
        self.parts.arguments.iter().position(|argument| argument.value.name == name)
    }

    /// The argument of some name, which must be of the right type.
    fn argument(&self, parameter: &EffectParameter, name: &str, place: &TextSpan) -> EffectOperand {
        // With arguments that could not be read, a name that is missing may be one of them.
        let Some(idx) = self.find_argument(name) else {
            if self.parts.is_whole {
                let message = format!("there is no argument `{name}`");
                let error = PackError::new(codes::MISSING_ARGUMENT, place, message);
                let names = self.parts.arguments.iter().map(|given| given.value.name.as_str());
                let names: Vec<&str> = names.collect();
                self.mistakes.add(if names.is_empty() {
                    error.help("the service has no arguments")
                } else {
                    error.help(suggested("arguments", name, &names))
                });
            }
            return EffectOperand::Constant(0);
        };
        let SpannedOperand { value: argument, place, .. } = &self.parts.arguments[idx];
        if let ParameterSource::Value(kind) = parameter.takes
            && kind != argument.kind
        {
            let message = format!("`{name}` must be of type `{}`", kind.name());
            let error = PackError::new(codes::WRONG_TYPE, place, message)
                .label(format!("this is of type `{}`", argument.kind.name()))
                .help(format!("add `type = \"{}\"` to the argument", kind.name()));
            self.mistakes.add(error);
        }
        self.used.borrow_mut().ranges.push((idx, parameter.range));
        EffectOperand::Argument(idx)
    }

    /// A number that the effect says.
    fn constant(&self, parameter: &EffectParameter, said: &Spanned<DeValue>) -> i32 {
        use jetan_isa::pack::ValueKind::{Address, Text};
        // A number in a pack cannot be an address in every program that uses it.
        if matches!(parameter.takes, ParameterSource::Value(Address | Text)) {
            let expected = "the name of an argument";
            self.mistakes.add(mismatch(parameter.name, expected, said));
            return 0;
        }
        let Some(number) = crate::fields::integer(parameter.name, said, self.mistakes) else {
            return 0;
        };
        let (low, high) = parameter.range;
        let fits = |value: &i32| (low..=high).contains(value);
        i32::try_from(number.value).ok().filter(fits).unwrap_or_else(|| {
            let message = format!("`{}` must be from {low} to {high}", parameter.name);
            self.mistakes.add(PackError::new(codes::RANGE, &number.place, message));
            0
        })
    }

    /// A number that only the effect can say.
    fn number(&self, name: &str) -> u32 {
        let Some(parameter) = self.row.parameter(name) else { return 0 };
        let number = match self.said(name) {
            Some(said) => self.constant(parameter, said),
            None => parameter.default.unwrap_or(0),
        };
        u32::try_from(number).unwrap_or(0)
    }

    fn words(&self, name: &str) -> Option<SpannedValue<&'t str>> {
        self.table.as_ref()?.text(name)
    }

    fn style(&self) -> ScreenStyle {
        let Some(typed) = self.words("style") else { return ScreenStyle::default() };
        let known = ScreenStyle::ALL.iter().find(|(name, _)| *name == typed.value);
        if known.is_none() {
            let message = format!("there is no style `{}`", typed.value);
            let help = suggested("styles", typed.value, &ScreenStyle::ALL.map(|(name, _)| name));
            let error = PackError::new(codes::BAD_VALUE, &typed.place, message);
            self.mistakes.add(error.help(help));
        }
        known.map_or(ScreenStyle::default(), |(_, style)| *style)
    }

    /// The register of a result.
    fn result(&self, name: &str) -> Reg {
        let typed = if self.said(name).is_some() { self.words(name) } else { None };
        let wanted = typed.as_ref().map_or(name, |typed| typed.value);
        let place = typed.as_ref().map_or(&self.place, |typed| &typed.place);
        let found = self.parts.results.iter().position(|result| result.value.name == wanted);
        let Some(idx) = found else {
            if !self.parts.is_whole {
                return Reg::V0;
            }
            let message = format!("`{}` needs a result `{wanted}`", self.row.name);
            let help =
                format!("add `{{ name = \"{wanted}\", register = \"$v0\" }}` to the results");
            let error = PackError::new(codes::MISSING_ARGUMENT, place, message);
            self.mistakes.add(error.help(help));
            return Reg::V0;
        };
        self.used.borrow_mut().results.push(idx);
        self.parts.results[idx].value.reg
    }

    fn report_unused(&self) {
        let used = self.used.borrow();
        let arguments = self.parts.arguments.iter().enumerate();
        let arguments = arguments
            // The second of two arguments of one name was reported already.
            .filter(|(idx, argument)| self.find_argument(&argument.value.name) == Some(*idx))
            .filter(|(idx, _)| used.ranges.iter().all(|(taken, _)| taken != idx))
            .map(|(_, argument)| ("argument", &argument.value.name, &argument.place));
        let results = self.parts.results.iter().enumerate();
        let results = results
            .filter(|(idx, _)| !used.results.contains(idx))
            .map(|(_, result)| ("result", &result.value.name, &result.place));
        for (what, name, place) in arguments.chain(results) {
            // A missing name was reported where it is missing.
            if name.is_empty() {
                continue;
            }
            let message = format!("`{}` does not use the {what} `{name}`", self.row.name);
            let names: Vec<&str> = match what {
                "argument" => self.row.arguments().map(|parameter| parameter.name).collect(),
                _ => self.row.results.iter().map(|(name, _)| *name).collect(),
            };
            let error = PackError::new(codes::UNUSED, place, message);
            self.mistakes.add(if self.row.parameter(name).is_some() {
                let help =
                    format!("say it in the effect: `{{ do = \"{}\", {name} = … }}`", self.row.name);
                error.help(help)
            } else if names.is_empty() {
                error.help(format!("it has no {what}s"))
            } else {
                error.help(format!("its {what}s are {}", listed(&names)))
            });
        }
    }
}
