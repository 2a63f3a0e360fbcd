//! Reads the cycles that a course gives each class of instructions.

use jetan_isa::class::{CLASS_COST_MAX, ClassCost, InstructionClass};

use crate::codes;
use crate::error::PackError;
use crate::fields::{SpannedValue, TableReader, integer, suggested};

/// The cycles by class, each class at most once.
pub(crate) fn read(fields: &TableReader) -> Vec<ClassCost> {
    let Some(value) = fields.get("costs") else { return Vec::new() };
    let Some(table) = TableReader::of_value(value, "costs", fields.mistakes) else {
        return Vec::new();
    };
    let mut costs: Vec<ClassCost> = Vec::new();
    for (name, value) in table.entries() {
        let classes = InstructionClass::costed(name.value);
        if classes.is_empty() {
            table.mistakes.add(unknown(&name));
        }
        let Some(cycles) = integer(name.value, value, table.mistakes) else { continue };
        let is_possible = (0..=i64::from(CLASS_COST_MAX)).contains(&cycles.value);
        if !is_possible {
            let message = format!(
                "`{}` costs {} cycles, and a class costs from 0 to {CLASS_COST_MAX}",
                name.value, cycles.value
            );
            table.mistakes.add(PackError::new(codes::COST, &cycles.place, message));
            continue;
        }
        for &class in classes {
            if costs.iter().any(|cost| cost.class == class) {
                let message = format!("`{}` has a cost already", class.name());
                let error = PackError::new(codes::COST, &name.place, message);
                table.mistakes.add(error.help("`branch` is both outcomes of a branch"));
            }
            costs.push(ClassCost { class, cycles: cycles.value as u32 });
        }
    }
    costs
}

fn unknown(name: &SpannedValue<&str>) -> PackError {
    let names = InstructionClass::ALL.map(InstructionClass::name);
    let names: Vec<&str> = names.into_iter().chain(["branch"]).collect();
    let message = format!("there is no class `{}` of instructions", name.value);
    let help = suggested("classes", name.value, &names);
    PackError::new(codes::COST, &name.place, message).help(help)
}
