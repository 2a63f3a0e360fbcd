//! Cycles for each class of instructions, as a course gives them.

use super::{InstructionClass, InstructionMix};
use crate::setting::{SettingError, number};

/// The most cycles that a class may cost.
const COST_MAX: u32 = 1_000_000;

/// Cycles by class; 1 where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostTable {
    costs: [u32; InstructionClass::ALL.len()],
}

impl Default for CostTable {
    fn default() -> CostTable {
        CostTable { costs: [1; InstructionClass::ALL.len()] }
    }
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
            if cycles > COST_MAX {
                let why = format!("a cost is at most {COST_MAX} cycles, not {cycles}");
                return Err(SettingError::new(why));
            }
            table.set(name, cycles)?;
        }
        Ok(table)
    }

    fn set(&mut self, name: &str, cycles: u32) -> Result<(), SettingError> {
        if name == "branch" {
            self.costs[InstructionClass::BranchTaken as usize] = cycles;
            self.costs[InstructionClass::BranchNotTaken as usize] = cycles;
            return Ok(());
        }
        let Some(class) = InstructionClass::from_name(name) else {
            let names = InstructionClass::ALL.map(InstructionClass::name).join(", ");
            let why = format!("there is no class `{name}` of instructions: {names} or branch");
            return Err(SettingError::new(why));
        };
        self.costs[class as usize] = cycles;
        Ok(())
    }

    /// The cycles of one class.
    pub fn cost(&self, class: InstructionClass) -> u32 {
        self.costs[class as usize]
    }

    /// All cycles of a mix; the most that can be counted if there are more.
    pub fn cycles(&self, mix: &InstructionMix) -> u64 {
        let costs = InstructionClass::ALL.into_iter();
        let costs = costs.map(|class| mix.class(class).saturating_mul(u64::from(self.cost(class))));
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
    fn odd_costs_are_refused() {
        for text in ["load", "load=x", "load=-1", "lod=3", "load=99999999"] {
            assert!(CostTable::parse(text).is_err(), "{text}");
        }
    }
}
