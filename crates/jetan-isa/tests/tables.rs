//! Every row of every table is complete, and survives encoding with operands at their limits.

use jetan_isa::{
    EncodingFormat, Instruction, Mnemonic, Op, OperandSlot, PSEUDOS, SPECS, decode, disasm, encode,
};

/// Values at and around the edges of a field, as `decode` would return them.
fn boundaries(spec_index: usize, operand: usize) -> Vec<i32> {
    let field = SPECS[spec_index].fields[operand];
    let max = field.mask() as i32;
    if field.is_signed() {
        vec![i32::from(i16::MIN), -1, 0, 1, i32::from(i16::MAX)]
    } else {
        vec![0, 1, max / 2, max - 1, max]
    }
}

/// Calls `visit` with every combination of boundary operands of every row.
fn for_each_boundary(mut visit: impl FnMut(Instruction)) {
    for (index, spec) in SPECS.iter().enumerate() {
        let mut combinations = vec![[0; 3]];
        for operand in 0..spec.operand_count as usize {
            let values = boundaries(index, operand);
            combinations = combinations
                .iter()
                .flat_map(|base| {
                    values.iter().map(|&value| {
                        let mut operands = *base;
                        operands[operand] = value;
                        operands
                    })
                })
                .collect();
        }
        for operands in combinations {
            visit(Instruction { op: spec.op, operands });
        }
    }
}

#[test]
fn boundary_operands_survive_encoding_and_decoding() {
    for_each_boundary(|instruction| {
        let word = encode(&instruction);
        let decoded = decode(word).expect("an encoded instruction decodes");
        assert_eq!(encode(&decoded), word, "{instruction:?}");
        // Only a special case, such as `nop` for `sll $0,$0,0`, may come back as something else.
        if decoded != instruction {
            let (general, special) = (instruction.op.spec(), decoded.op.spec());
            assert_eq!(general.fixed_mask & special.fixed_mask, general.fixed_mask);
            assert_ne!(general.fixed_mask, special.fixed_mask);
        }
    });
}

#[test]
fn constants_outside_their_fields_are_cut() {
    for_each_boundary(|instruction| {
        let mut wide = instruction;
        for (operand, field) in wide.operands.iter_mut().zip(instruction.op.spec().fields) {
            *operand = operand.wrapping_add(1 << field.width);
        }
        assert_eq!(encode(&wide), encode(&instruction), "{wide:?}");
    });
}

#[test]
fn listings_never_leave_an_operand_out() {
    for_each_boundary(|instruction| {
        let count = instruction.op.spec().operand_count as usize;
        let basic = disasm::basic_text(&instruction, 0x0040_0000, None);
        let source = disasm::source_text(&instruction, 0x0040_0000, &mut |_| None);
        for text in [basic, source] {
            let operands = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
            assert_eq!(operands.count(), count + 1, "{text}");
        }
    });
}

#[test]
fn every_row_has_a_summary() {
    let summaries =
        SPECS.iter().map(|s| s.summary).chain(PSEUDOS.iter().map(|pseudo| pseudo.summary));
    for summary in summaries {
        assert!(summary.ends_with('.'), "{summary}");
        assert!(summary.starts_with(|first: char| first.is_ascii_uppercase()), "{summary}");
        assert_eq!(summary.trim(), summary);
        assert_eq!(summary.matches(". ").count(), 0, "one sentence: {summary}");
    }
}

#[test]
fn rows_are_indexed_by_their_op() {
    for (index, op) in Op::ALL.into_iter().enumerate() {
        assert_eq!(op as usize, index);
        assert_eq!(op.spec().op, op);
        assert_eq!(op.spec().slots.operand_count(), op.spec().operand_count as usize);
        assert_eq!(op.is_branch(), op.spec().format == EncodingFormat::B);
    }
}

#[test]
fn no_mnemonic_has_the_same_form_twice() {
    for mnemonic in Mnemonic::all() {
        let forms = mnemonic.forms();
        for (index, form) in forms.iter().enumerate() {
            let is_repeated = forms[..index].iter().any(|other| other.slots() == form.slots());
            assert!(!is_repeated, "{} {}", form.name(), form.syntax());
        }
    }
}

#[test]
fn expansions_leave_no_operand_unused() {
    for pseudo in &PSEUDOS {
        for compact in [false, true] {
            let text = pseudo.expansion_text(false, compact);
            let words = pseudo.syntax.split([' ', ',', '(', ')', '+']);
            // The only operand without an effect, and its row has to say so.
            let ignored = pseudo.summary.ends_with("; the code is ignored.").then_some("u16");
            for word in words.filter(|word| !word.is_empty() && Some(*word) != ignored) {
                assert!(text.contains(word), "{} {}: {text}", pseudo.name, pseudo.syntax);
            }
        }
        assert!(pseudo.slots.as_slice().iter().all(|&slot| slot != OperandSlot::Cp0));
    }
}

/// Instructions with three operands that have no form with two, and why.
const WITHOUT_SHORT_FORM: &[(&str, &str)] = &[
    ("div", "with two operands it is the instruction that leaves its results in LO and HI"),
    ("divu", "with two operands it is the instruction that leaves its results in LO and HI"),
    ("movn", "a register that is moved to itself does not change"),
    ("movz", "a register that is moved to itself does not change"),
    ("movn.s", "a register that is moved to itself does not change"),
    ("movz.s", "a register that is moved to itself does not change"),
    ("movn.d", "a register that is moved to itself does not change"),
    ("movz.d", "a register that is moved to itself does not change"),
    ("movf", "the form with two operands takes flag 0"),
    ("movt", "the form with two operands takes flag 0"),
    ("movf.s", "the form with two operands takes flag 0"),
    ("movt.s", "the form with two operands takes flag 0"),
    ("movf.d", "the form with two operands takes flag 0"),
    ("movt.d", "the form with two operands takes flag 0"),
];

/// Whether everything that fits the one slot fits the other.
fn covers(wide: OperandSlot, narrow: OperandSlot) -> bool {
    let is_number = |slot| matches!(slot, OperandSlot::U5 | OperandSlot::S16 | OperandSlot::U16);
    wide == narrow || wide == OperandSlot::I32 && is_number(narrow)
}

#[test]
fn whatever_computes_from_two_sources_can_work_in_place() {
    let mut exempt: Vec<&str> = Vec::new();
    for mnemonic in Mnemonic::all() {
        for form in mnemonic.forms() {
            let &[target, source, last] = form.slots().as_slice() else { continue };
            let is_register = matches!(target, OperandSlot::Reg | OperandSlot::FReg);
            // The first operand of a branch, and of a comparison with a flag, is not a target.
            if !is_register || target != source || last == OperandSlot::Label {
                continue;
            }
            // A trap with a code computes nothing.
            if form.name().starts_with('t') {
                continue;
            }
            if WITHOUT_SHORT_FORM.iter().any(|(name, _)| *name == form.name()) {
                exempt.push(form.name());
                continue;
            }
            let has_short = mnemonic.forms().iter().any(|short| {
                matches!(short.slots().as_slice(), &[first, second]
                    if first == target && covers(second, last))
            });
            assert!(has_short, "{} {} has no form with two operands", form.name(), form.syntax());
        }
    }
    for (name, reason) in WITHOUT_SHORT_FORM {
        assert!(exempt.contains(name), "{name} is not such an instruction ({reason})");
    }
}
