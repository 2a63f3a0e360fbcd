//! Cycles for each class of instructions, as a course gives them.

use jetan_isa::ClassCost;
use jetan_isa::class::CLASS_COST_MAX;

use super::{InstructionClass, InstructionMix};
use crate::setting::{SettingError, number};

/// Cycles by class; 1 where nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostTable {
    costs: [Option<u32>; InstructionClass::COUNT],
}

impl CostTable {
    /// Reads `load=5,branch=3`; `branch` stands for both outcomes.
    pub fn parse(text: &str) -> Result<CostTable, SettingError> {
        let mut table = CostTable::default();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let Some((name, cycles)) = word.split_once('=') else {
                return Err(SettingError::new(format!("a cost is CLASS=CYCLES, not `{word}`")));
            };
            let cycles = number(cycles, "a cost")?;
            if cycles > CLASS_COST_MAX {
                let why = format!("a cost is at most {CLASS_COST_MAX} cycles, not {cycles}");
                return Err(SettingError::new(why));
            }
            table.set(name, cycles)?;
        }
        Ok(table)
    }

    fn set(&mut self, name: &str, cycles: u32) -> Result<(), SettingError> {
        let classes = InstructionClass::costed(name);
        if classes.is_empty() {
            let names = InstructionClass::ALL.map(InstructionClass::name).join(", ");
            let why = format!("there is no class `{name}` of instructions: {names} or branch");
            return Err(SettingError::new(why));
        }
        for &class in classes {
            self.costs[class as usize] = Some(cycles);
        }
        Ok(())
    }

    /// The costs of a course.
    pub fn of_course(costs: &[ClassCost]) -> CostTable {
        let mut table = CostTable::default();
        for cost in costs {
            table.costs[cost.class as usize] = Some(cost.cycles);
        }
        table
    }

    /// These costs, and those of another table where this one says nothing.
    #[must_use]
    pub fn over(&self, other: &CostTable) -> CostTable {
        let costs = std::array::from_fn(|class| self.costs[class].or(other.costs[class]));
        CostTable { costs }
    }

    /// The cycles of one class.
    pub fn cost(&self, class: InstructionClass) -> u32 {
        self.costs[class as usize].unwrap_or(1)
    }

    /// All cycles of a mix; the most that can be counted if there are more.
    pub fn cycles(&self, mix: &InstructionMix) -> u64 {
        let costs = InstructionClass::ALL.iter();
        let costs =
            costs.map(|&class| mix.class(class).saturating_mul(u64::from(self.cost(class))));
        costs.fold(0, u64::saturating_add)
    }

    /// Cycles for each instruction, 0 before the first.
    pub fn cpi(&self, mix: &InstructionMix) -> f64 {
        match mix.total() {
            0 => 0.0,
            total => self.cycles(mix) as f64 / total as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::WordFormat;

    #[test]
    fn costs_make_cpi() {
        let table = CostTable::parse("load=5,branch=3").unwrap();
        let mut mix = InstructionMix::default();
        for class in [InstructionClass::Load, InstructionClass::BranchTaken, InstructionClass::Alu]
        {
            mix.count(class, WordFormat::I, false);
        }
        assert_eq!(table.cycles(&mix), 9);
        assert!((table.cpi(&mix) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_typed_goes_before_the_course() {
        let load = ClassCost { class: InstructionClass::Load, cycles: 9 };
        let store = ClassCost { class: InstructionClass::Store, cycles: 4 };
        let course = CostTable::of_course(&[load, store]);
        let both = CostTable::parse("load=5").unwrap().over(&course);
        let classes = [InstructionClass::Load, InstructionClass::Store, InstructionClass::Alu];
        assert_eq!(classes.map(|class| both.cost(class)), [5, 4, 1]);
    }

    #[test]
    fn odd_costs_are_refused() {
        for text in ["load", "load=x", "load=-1", "lod=3", "load=99999999"] {
            assert!(CostTable::parse(text).is_err(), "{text}");
        }
    }
}
