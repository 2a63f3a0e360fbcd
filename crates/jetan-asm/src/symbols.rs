//! Names and the tables that give them addresses.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::store::LineSite;

/// A name that occurs in the sources, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NameId(pub(crate) u32);

/// Every name, once.
#[derive(Default)]
pub(crate) struct NameInterner {
    ids: FxHashMap<Rc<str>, NameId>,
    texts: Vec<Rc<str>>,
}

impl NameInterner {
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        // Shared by the list and the map, so that a name is in memory once.
        let text: Rc<str> = Rc::from(text);
        self.texts.push(Rc::clone(&text));
        self.ids.insert(text, id);
        id
    }

    pub(crate) fn get(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    pub(crate) fn text(&self, id: NameId) -> &str {
        &self.texts[id.0 as usize]
    }
}

/// A label with its address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolEntry {
    pub(crate) name: NameId,
    pub(crate) address: u32,
    pub(crate) is_data: bool,
    /// The location of the definition.
    pub(crate) site: LineSite,
    /// Not listed here: moved to the global table by `.globl`, or without a name of its own.
    moved: bool,
}

/// A table of labels: those of one file, or the global ones.
#[derive(Default)]
pub(crate) struct SymbolTable {
    entries: Vec<SymbolEntry>,
    by_name: FxHashMap<NameId, u32>,
    /// Entries by address, as far as `indexed`; filled only when an alignment moves labels.
    by_address: FxHashMap<u32, Vec<u32>>,
    indexed: usize,
}

impl SymbolTable {
    pub(crate) fn get(&self, name: NameId) -> Option<&SymbolEntry> {
        self.by_name.get(&name).map(|&idx| &self.entries[idx as usize])
    }

    /// Adds a label, or returns the one that has the name already.
    pub(crate) fn define(
        &mut self,
        name: NameId,
        address: u32,
        is_data: bool,
        site: LineSite,
    ) -> Result<(), SymbolEntry> {
        let idx = self.entries.len() as u32;
        match self.by_name.entry(name) {
            std::collections::hash_map::Entry::Occupied(first) => {
                Err(self.entries[*first.get() as usize])
            }
            std::collections::hash_map::Entry::Vacant(vacant) => {
                vacant.insert(idx);
                self.entries.push(SymbolEntry { name, address, is_data, site, moved: false });
                Ok(())
            }
        }
    }

    /// Adds a label that is found by its name, and listed nowhere.
    pub(crate) fn define_hidden(
        &mut self,
        name: NameId,
        address: u32,
        is_data: bool,
        site: LineSite,
    ) {
        let idx = self.entries.len() as u32;
        // Cannot hide another label: names of hidden ones contain a `#`, and a number that counts
        // up.
        self.by_name.insert(name, idx);
        self.entries.push(SymbolEntry { name, address, is_data, site, moved: true });
    }

    /// Takes a label out, for the global table.
    pub(crate) fn take(&mut self, name: NameId) -> Option<SymbolEntry> {
        let idx = self.by_name.remove(&name)?;
        let entry = &mut self.entries[idx as usize];
        // The entry stays where it is, because both maps hold positions in the list.
        entry.moved = true;
        Some(*entry)
    }

    /// Makes a label one of data, at an address there.
    pub(crate) fn move_to_data(&mut self, name: NameId, address: u32) {
        let Some(&idx) = self.by_name.get(&name) else { return };
        let entry = &mut self.entries[idx as usize];
        if (idx as usize) < self.indexed {
            if let Some(there) = self.by_address.get_mut(&entry.address) {
                there.retain(|&one| one != idx);
            }
            self.by_address.entry(address).or_default().push(idx);
        }
        (entry.address, entry.is_data) = (address, true);
    }

    /// Moves every label at one address to another.
    ///
    /// MARS: an alignment moves the labels before it, whatever they were put there for.
    pub(crate) fn move_labels(&mut self, from: u32, to: u32) {
        for idx in self.indexed..self.entries.len() {
            self.by_address.entry(self.entries[idx].address).or_default().push(idx as u32);
        }
        self.indexed = self.entries.len();
        let Some(moved) = self.by_address.remove(&from) else { return };
        for &idx in &moved {
            self.entries[idx as usize].address = to;
        }
        self.by_address.entry(to).or_default().extend(moved);
    }

    /// The number of labels ever defined.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The labels in order of definition.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &SymbolEntry> {
        self.entries.iter().filter(|entry| !entry.moved)
    }
}
