//! Expansions that differ from MARS's because MARS's are wrong.
//!
//! A row names the switch of [`Dialect`] it belongs to, when it applies, the form, and what the
//! form becomes, in the notation of the table of pseudo-instructions. That table stays MARS's.

use jetan_isa::template::text::{parse_templates, template_count};
use jetan_isa::{InstructionForm, Template};

use crate::dialect::Dialect;
use crate::statement::OPERANDS_MAX;

/// A repaired expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repair(&'static [Template]);

impl Repair {
    pub(crate) fn templates(self) -> &'static [Template] {
        self.0
    }

    /// The repair a form needs with these operands, if it needs one.
    pub(crate) fn of(
        form: InstructionForm,
        operands: &[i32; OPERANDS_MAX],
        dialect: Dialect,
    ) -> Option<Repair> {
        let pseudo = form.pseudo()?;
        ROWS.iter()
            .find(|row| {
                // Names first: nearly every form is through with this row here.
                row.name == pseudo.name
                    && row.syntax == pseudo.syntax
                    && !(row.mars)(&dialect)
                    && row.when.holds(operands)
            })
            .map(|row| Repair(row.templates))
    }
}

/// The operands for which a repair applies.
#[derive(Clone, Copy)]
enum RepairCondition {
    Always,
    /// The operand with this index has this value.
    Is(usize, i32),
    /// The operand with this index is the same register as the first.
    OwnBase(usize),
}

impl RepairCondition {
    fn holds(self, operands: &[i32; OPERANDS_MAX]) -> bool {
        match self {
            RepairCondition::Always => true,
            RepairCondition::Is(index, value) => operands[index] == value,
            RepairCondition::OwnBase(index) => operands[index] == operands[0],
        }
    }
}

struct RepairRow {
    mars: fn(&Dialect) -> bool,
    when: RepairCondition,
    name: &'static str,
    syntax: &'static str,
    templates: &'static [Template],
}

macro_rules! repairs {
    ($($switch:ident $when:expr, $name:literal, $syntax:literal => $expansion:literal;)*) => {
        static ROWS: &[RepairRow] = &[$(RepairRow {
            mars: |dialect| dialect.$switch,
            when: $when,
            name: $name,
            syntax: $syntax,
            templates: {
                const TEMPLATES: &[Template] =
                    &parse_templates::<{ template_count($expansion) }>($expansion, $syntax);
                TEMPLATES
            },
        },)*];
    };
}

use RepairCondition::{Always, Is, OwnBase};

repairs! {
    comparison_overflow Is(1, i32::MAX), "bgt", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt $at, $at, rs; bne $at, $zero, label";
    comparison_overflow Is(1, i32::MAX), "ble", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt $at, $at, rs; beq $at, $zero, label";
    comparison_overflow Always, "ble", "rs, s16, label" =>
        "addi $at, $zero, lo(s16); slt $at, $at, rs; beq $at, $zero, label";

    division_by_literal_zero Is(2, 0), "div", "rd, rs, s16" =>
        "break; div rs, $zero; mflo rd";
    division_by_literal_zero Is(2, 0), "divu", "rd, rs, s16" =>
        "break; divu rs, $zero; mflo rd";
    division_by_literal_zero Is(2, 0), "rem", "rd, rs, s16" =>
        "break; div rs, $zero; mfhi rd";
    division_by_literal_zero Is(2, 0), "remu", "rd, rs, s16" =>
        "break; divu rs, $zero; mfhi rd";

    base_destroyed OwnBase(1), "ulw", "rt, (rs)" =>
        "lwl $at, 3(rs); lwr $at, 0(rs); addu rt, $zero, $at";
    base_destroyed OwnBase(2), "ulw", "rt, s16(rs)" =>
        "lui $at, ha(s16+3); addu $at, $at, rs; lwl $at, lo(s16+3)($at); lwr $at, lo(s16)(rs); \
         addu rt, $zero, $at";
    base_destroyed OwnBase(2), "ulw", "rt, i32(rs)" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rt, rs, $at; \
         lwl $at, 3(rt); lwr $at, 0(rt); addu rt, $zero, $at";
    base_destroyed OwnBase(2), "ulw", "rt, label(rs)" =>
        "lui $at, hi(label); ori $at, $at, lou(label); addu rt, rs, $at; \
         lwl $at, 3(rt); lwr $at, 0(rt); addu rt, $zero, $at";
    base_destroyed OwnBase(3), "ulw", "rt, label+i32(rs)" =>
        "lui $at, hi(label+i32); ori $at, $at, lou(label+i32); addu rt, rs, $at; \
         lwl $at, 3(rt); lwr $at, 0(rt); addu rt, $zero, $at";

    base_destroyed OwnBase(1), "ulh", "rt, (rs)" =>
        "lb $at, 1(rs); lbu rt, 0(rs); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulh", "rt, s16(rs)" =>
        "lui $at, ha(s16+1); addu $at, $at, rs; lb $at, lo(s16+1)($at); lbu rt, lo(s16)(rs); \
         sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulh", "rt, i32(rs)" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rt, rs, $at; \
         lb $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulh", "rt, label(rs)" =>
        "lui $at, hi(label); ori $at, $at, lou(label); addu rt, rs, $at; \
         lb $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(3), "ulh", "rt, label+i32(rs)" =>
        "lui $at, hi(label+i32); ori $at, $at, lou(label+i32); addu rt, rs, $at; \
         lb $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";

    base_destroyed OwnBase(1), "ulhu", "rt, (rs)" =>
        "lbu $at, 1(rs); lbu rt, 0(rs); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulhu", "rt, s16(rs)" =>
        "lui $at, ha(s16+1); addu $at, $at, rs; lbu $at, lo(s16+1)($at); lbu rt, lo(s16)(rs); \
         sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulhu", "rt, i32(rs)" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rt, rs, $at; \
         lbu $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(2), "ulhu", "rt, label(rs)" =>
        "lui $at, hi(label); ori $at, $at, lou(label); addu rt, rs, $at; \
         lbu $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";
    base_destroyed OwnBase(3), "ulhu", "rt, label+i32(rs)" =>
        "lui $at, hi(label+i32); ori $at, $at, lou(label+i32); addu rt, rs, $at; \
         lbu $at, 1(rt); lbu rt, 0(rt); sll $at, $at, 8; or rt, rt, $at";

    base_destroyed OwnBase(1), "ld", "rt, (rs)" =>
        "lw next(rt), 4(rs); lw rt, 0(rs)";
    base_destroyed OwnBase(2), "ld", "rt, s16(rs)" =>
        "lui $at, ha(s16+4); addu $at, $at, rs; lw next(rt), lo(s16+4)($at); lw rt, lo(s16)(rs)";
    base_destroyed OwnBase(2), "ld", "rt, i32(rs)" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rt, rs, $at; \
         lw next(rt), 4(rt); lw rt, 0(rt)";
    base_destroyed OwnBase(2), "ld", "rt, label(rs)" =>
        "lui $at, hi(label); ori $at, $at, lou(label); addu rt, rs, $at; \
         lw next(rt), 4(rt); lw rt, 0(rt)";
    base_destroyed OwnBase(3), "ld", "rt, label+i32(rs)" =>
        "lui $at, hi(label+i32); ori $at, $at, lou(label+i32); addu rt, rs, $at; \
         lw next(rt), 4(rt); lw rt, 0(rt)";
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_isa::PSEUDOS;

    #[test]
    fn every_repair_belongs_to_a_form_of_the_table() {
        for row in ROWS {
            let found = PSEUDOS.iter().any(|p| p.name == row.name && p.syntax == row.syntax);
            assert!(found, "{} {}", row.name, row.syntax);
        }
    }
}
