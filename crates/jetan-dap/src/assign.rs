//! Changing registers and memory: a value is put where it fits, as what is there, and what is there
//! then is the answer.

use jetan_debug::cause::StorageLocation;
use jetan_debug::view::float;
use jetan_wire::{Computed, DataItem, Evaluate, LabelFilter};

use crate::adapter::{
    AdapterHost, CommandError, CommandResult, DebugAdapter, RequestCall, ask, done,
};
use crate::look::{element_bytes, element_text, value_text};
use crate::protocol::ValueFormat;
use crate::protocol::arguments::{SetExpressionArguments, SetVariableArguments};
use crate::protocol::bodies::ValueSet;
use crate::variables::VariableGroup;

/// What is to be changed.
enum ChangedPlace {
    /// A place in the words of the debugger.
    Named(String),
    /// An element of data, with the kind that it has.
    Element(u32, String),
}

impl DebugAdapter {
    pub(crate) fn set_variable(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetVariableArguments,
    ) -> CommandResult {
        let SetVariableArguments { variables_reference, name, value, format } = arguments;
        let group = VariableGroup::of(variables_reference);
        let group = group.ok_or_else(|| CommandError::new("there are no such variables"))?;
        let place = match group {
            VariableGroup::Coprocessor => {
                return Err(CommandError::new("registers of coprocessor 0 cannot be changed"));
            }
            VariableGroup::Arguments(_) => {
                let why = format!("this is what the call was given; change `{name}` itself");
                return Err(CommandError(why));
            }
            VariableGroup::Symbols => match self.data_at(&name, call.host)? {
                Some(item) => only_element(item)?,
                None => return Err(CommandError::new("there is no such variable")),
            },
            VariableGroup::Elements(idx) => {
                let (address, kind) = self.element(idx, &name, call.host)?;
                ChangedPlace::Element(address, kind)
            }
            _ => ChangedPlace::Named(self.place_of(group, &name, call.host)?),
        };
        self.change(place, &value, format, call.host)
    }

    pub(crate) fn set_expression(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetExpressionArguments,
    ) -> CommandResult {
        let SetExpressionArguments { expression, value, format } = arguments;
        let expression = expression.trim();
        let place = match self.data_at(expression, call.host)? {
            Some(item) => only_element(item)?,
            None => ChangedPlace::Named(expression.to_owned()),
        };
        self.change(place, &value, format, call.host)
    }

    /// The data at a label.
    pub(crate) fn data_at(
        &mut self,
        label: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<Option<DataItem>> {
        let data = ask!(self, host, Data(LabelFilter { part: label.to_owned() }))?;
        Ok(data.items.into_iter().find(|item| item.name == label))
    }

    /// Address and kind of an element such as `[2]`.
    pub(crate) fn element(
        &mut self,
        idx: u32,
        name: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<(u32, String)> {
        let item = self.data_item(idx, host)?;
        let size = element_bytes(&item.kind);
        let index = name.trim_start_matches('[').trim_end_matches(']').parse::<u32>().ok();
        let index = index.filter(|index| *index < item.bytes / size);
        let index = index.ok_or_else(|| CommandError::new("no such element"))?;
        Ok((item.address.wrapping_add(index * size), item.kind))
    }

    /// Changes a place, and says what is there now: a register may not take what it is given, and
    /// an expression may be about what it has changed.
    fn change(
        &mut self,
        place: ChangedPlace,
        value: &str,
        format: Option<ValueFormat>,
        host: &mut dyn AdapterHost,
    ) -> CommandResult {
        let is_hex = self.is_hex(format);
        let value = match place {
            ChangedPlace::Named(place) => {
                self.set_place(&place, value, host)?;
                self.value_of(&place, is_hex, host)?
            }
            ChangedPlace::Element(address, kind) => {
                self.change_element(address, &kind, value, host)?;
                element_text(&kind, &self.bytes(address, element_bytes(&kind))?, is_hex)
            }
        };
        done(&ValueSet { value })
    }

    fn change_element(
        &mut self,
        address: u32,
        kind: &str,
        value: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<()> {
        let number = |computed: Computed| match computed {
            Computed::Word(word) => f64::from(word),
            Computed::Float(number) => number,
        };
        let expression = Evaluate { expression: value.to_owned() };
        let words = match kind {
            "float" => {
                let single = number(ask!(self, host, Evaluate(expression))?.value) as f32;
                vec![single.to_bits()]
            }
            "double" => {
                let bits = number(ask!(self, host, Evaluate(expression))?.value).to_bits();
                vec![bits as u32, (bits >> 32) as u32]
            }
            _ => {
                let place = format!("{address:#x},{}", element_bytes(kind));
                return self.set_place(&place, value, host);
            }
        };
        for (at, word) in (address..).step_by(4).zip(words) {
            self.set_place(&format!("{at:#x},4"), &word.cast_signed().to_string(), host)?;
        }
        Ok(())
    }

    /// What a place has, as it is shown.
    fn value_of(
        &mut self,
        place: &str,
        is_hex: bool,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<String> {
        let found = self.bench.debugger().and_then(|debugger| debugger.place(place).ok());
        if let Some(StorageLocation::Memory(address, bytes)) = found {
            let kind = match bytes {
                1 => "byte",
                2 => "half",
                _ => "word",
            };
            return Ok(element_text(kind, &self.bytes(address, element_bytes(kind))?, is_hex));
        }
        // `$f2.bits` is a way to change a register; the register is what is shown.
        let expression = place.strip_suffix(".bits").unwrap_or(place).to_owned();
        let now = ask!(self, host, Evaluate(Evaluate { expression }))?;
        Ok(match now.value {
            Computed::Word(word) => value_text(word.cast_unsigned(), is_hex),
            // A single is computed as a double, which has digits that nobody has typed.
            Computed::Float(number) if place.strip_suffix(".d").is_none() => {
                float::single(number as f32)
            }
            Computed::Float(_) => now.text,
        })
    }
}

/// The place of data that is one value; of several it is not known which is meant.
fn only_element(item: DataItem) -> CommandResult<ChangedPlace> {
    match item.bytes / element_bytes(&item.kind) {
        0 => Err(CommandError(format!("there is nothing at `{}`", item.name))),
        1 => Ok(ChangedPlace::Element(item.address, item.kind)),
        count => {
            let why = format!("`{}` has {count} elements: change one of them", item.name);
            Err(CommandError(why))
        }
    }
}
