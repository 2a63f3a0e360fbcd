//! The words of the language by kind: what the grammars tell apart.

use std::collections::BTreeSet;

use super::json::JsonValue;
use crate::directives::DIRECTIVES;
use crate::mnemonics::{InstructionForm, Mnemonic};
use crate::registers::{FReg, REGISTERS};
use crate::syscalls::SERVICES;

/// The kinds of mnemonic that are coloured differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MnemonicKind {
    /// A branch or a jump of the machine.
    Control,
    /// Any other instruction of the machine.
    Basic,
    /// A word that is always expanded.
    Pseudo,
}

impl MnemonicKind {
    fn of(mnemonic: Mnemonic) -> MnemonicKind {
        match mnemonic.forms()[0] {
            InstructionForm::Basic(op) if op.is_branch() || op.is_jump() => MnemonicKind::Control,
            InstructionForm::Basic(_) => MnemonicKind::Basic,
            InstructionForm::Pseudo(_) => MnemonicKind::Pseudo,
        }
    }
}

/// The mnemonics of one kind, sorted.
pub(super) fn mnemonics(kind: MnemonicKind) -> BTreeSet<&'static str> {
    let all = Mnemonic::all().filter(|mnemonic| MnemonicKind::of(*mnemonic) == kind);
    all.map(Mnemonic::name).collect()
}

/// The directives without their dots, sorted.
pub(super) fn directives() -> BTreeSet<&'static str> {
    DIRECTIVES.iter().map(|row| row.name.trim_start_matches('.')).collect()
}

/// The names of the registers without their dollar signs, in the order of their numbers.
pub(super) fn registers() -> Vec<&'static str> {
    let floats = (0..32).map(|number| FReg::at_index(number).name());
    let names = REGISTERS.iter().map(|row| row.name).chain(floats);
    names.map(|name| name.trim_start_matches('$')).collect()
}

/// The numbers of the services.
pub(super) fn services() -> Vec<String> {
    SERVICES.iter().map(|row| row.number.to_string()).collect()
}

/// The file that `grammar.js` and its queries are made with.
pub(super) fn words() -> JsonValue {
    JsonValue::object([
        ("control", mnemonics(MnemonicKind::Control).into_iter().collect()),
        ("basic", mnemonics(MnemonicKind::Basic).into_iter().collect()),
        ("pseudo", mnemonics(MnemonicKind::Pseudo).into_iter().collect()),
        ("directives", directives().into_iter().collect()),
        ("registers", registers().into_iter().collect()),
        ("services", services().into_iter().collect()),
    ])
}
