//! Names that `=`, `.equ` and `.set` give a value that depends on the line they stand on, such as
//! `size = . - list`. All other names of this kind are replaced in the text when it is read.

use super::LayoutPass;
use super::expression::{KnownName, is_here};
use crate::store::{LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

impl LayoutPass<'_, '_> {
    /// Gives the name of an assignment its value: the tokens from `name` on are the name and, after
    /// the sign, the value. Nothing is done where reading has replaced the name already.
    pub(super) fn define_constant(&mut self, line: LineIdx, name: usize, value: usize) {
        let text = self.store.text(line).to_owned();
        let is_open = |token: &SourceToken| is_here(*token, &text);
        if !self.tokens.get(value..).is_some_and(|rest| rest.iter().any(is_open)) {
            return;
        }
        let Some(&token) = self.tokens.get(name) else { return };
        if token.kind != TokenKind::Identifier || !self.fold(line, value, true) {
            return;
        }
        let name = self.names.intern(token.text(&text));
        match self.tokens.get(value..).unwrap_or_default() {
            [number] if number.is_integer() => {
                self.file.constants.insert(name, i64::from(number.value));
            }
            // The place itself, or one at a distance from it.
            [place] if place.kind == TokenKind::Address => {
                let made = self.addresses.get(place.value as usize).copied();
                let Some(made) = made.filter(|made| made.minus.is_none()) else { return };
                let (_, is_data) = self.here();
                let Some(base) = self.address(self.file.unit, made.name) else { return };
                let address = base.wrapping_add(made.addend as u32);
                let site = LineSite::token(line, token);
                let symbols = &mut self.units[self.file.unit as usize].symbols;
                // A name that is taken keeps its place; labels are not given another one.
                let _ = symbols.define(name, address, is_data, site);
            }
            _ => {}
        }
    }

    /// Whether a name has a value that reading did not put in its place.
    pub(super) fn is_constant(&self, token: SourceToken, text: &str) -> bool {
        !self.file.constants.is_empty()
            && token.kind == TokenKind::Identifier
            && self.constant(token, text).is_some()
    }

    fn constant(&self, token: SourceToken, text: &str) -> Option<i64> {
        self.file.constants.get(&self.names.get(token.text(text))?).copied()
    }

    /// The address of the line, and whether it is one of data.
    pub(super) fn here(&self) -> (u32, bool) {
        let is_data = self.file.in_data;
        let counter = if is_data { &self.data_counter } else { &self.text_counter };
        (counter.get(), is_data)
    }

    /// The names among some tokens that are known so far, by where they start.
    pub(super) fn known_names(
        &mut self,
        line: LineIdx,
        text: &str,
        tokens: &[SourceToken],
    ) -> Vec<(u32, KnownName)> {
        // Looked up only where addresses may be subtracted, which hardly any line does.
        let is_subtracting = tokens.iter().any(|token| token.kind == TokenKind::Minus);
        if !is_subtracting && self.file.constants.is_empty() {
            return Vec::new();
        }
        let mut known = Vec::new();
        for &token in tokens {
            let number = self.constant(token, text).map(KnownName::Number);
            let found = match token.kind {
                TokenKind::Identifier if number.is_some() => number,
                _ if is_here(token, text) => Some(KnownName::Address(self.here().0)),
                TokenKind::Identifier | TokenKind::Mnemonic => {
                    let name = self.names.get(token.text(text));
                    name.and_then(|name| self.address(self.file.unit, name)).map(KnownName::Address)
                }
                TokenKind::Local => {
                    let name = self.local_label(line, token);
                    name.and_then(|name| self.address(self.file.unit, name)).map(KnownName::Address)
                }
                _ => None,
            };
            known.extend(found.map(|found| (token.start, found)));
        }
        known
    }
}
