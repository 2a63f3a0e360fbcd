//! The content of memory, without regard to access rules: reading, loading, comparing.

use std::hash::{Hash as _, Hasher as _};

use jetan_isa::MemoryMap;
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::{Memory, PAGE_BITS, PAGE_BYTES, PageBytes, ZERO_PAGE, tree};
use crate::fault::Fault;

impl Memory {
    /// Reads a byte without regard to access rules; unwritten memory is 0.
    pub fn peek(&self, address: u32) -> u8 {
        self.current(address >> PAGE_BITS)
            .map_or(0, |content| content[(address as usize) % PAGE_BYTES])
    }

    /// Reads an aligned word without regard to access rules.
    pub fn peek_word(&self, address: u32) -> u32 {
        let at = (address & !3) as usize % PAGE_BYTES;
        self.current(address >> PAGE_BITS).map_or(0, |content| {
            u32::from_le_bytes([0, 1, 2, 3].map(|offset| content[at + offset]))
        })
    }

    /// The bytes of the page of an address without regard to access rules, if it was ever written.
    pub fn peek_page(&self, address: u32) -> Option<&[u8; PAGE_BYTES]> {
        self.current(address >> PAGE_BITS)
    }

    fn current(&self, page: u32) -> Option<&PageBytes> {
        // A page that has a frame may be newer than its frozen copy.
        match self.homes.get(&page) {
            Some(&frame) => Some(self.frames.page(frame)),
            None => self.frozen.get(page),
        }
    }

    /// Writes bytes without regard to access rules, for loading a program.
    pub fn poke(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        let mut address = address;
        let mut rest = bytes;
        while !rest.is_empty() {
            let at = address as usize % PAGE_BYTES;
            let (now, later) = rest.split_at(rest.len().min(PAGE_BYTES - at));
            let frame = self.writable(address >> PAGE_BITS)?;
            self.frames.page_mut(frame)[at..at + now.len()].copy_from_slice(now);
            address = address.wrapping_add(now.len() as u32);
            rest = later;
        }
        Ok(())
    }

    /// Every page that was ever written, in order: its address and its bytes.
    pub fn written_pages(&self) -> Vec<(u32, &[u8; PAGE_BYTES])> {
        let resident = (0..).zip(&self.residents);
        let mut pages: Vec<(u32, &PageBytes)> = self
            .frozen
            .pages()
            .filter(|(page, _)| !self.homes.contains_key(page))
            .chain(resident.map(|(frame, resident)| (resident.page, self.frames.page(frame))))
            .map(|(page, content)| (page << PAGE_BITS, content))
            .collect();
        pages.sort_unstable_by_key(|&(address, _)| address);
        pages
    }

    /// Whether anything was ever written to the page of an address.
    pub fn is_written(&self, address: u32) -> bool {
        self.current(address >> PAGE_BITS).is_some()
    }

    /// A number that equal memories share and others practically never do.
    ///
    /// It reads the pages written since the last snapshot, and of frozen ones those that no
    /// fingerprint of this memory, or of one that it shares them with, has read before.
    pub fn fingerprint(&self) -> u128 {
        // Digests are added up, so a dirty page can replace its frozen digest without the others
        // being read.
        let dirty = self.dirty_contents().map(|(page, content)| {
            tree::digest(page, content).wrapping_sub(self.frozen.digest(page))
        });
        let sum = dirty.fold(self.frozen.sum(), u128::wrapping_add);
        let mut hasher = SipHasher13::new();
        self.rules().hash(&mut hasher);
        hasher.write(&sum.to_le_bytes());
        hasher.finish128().as_u128()
    }

    /// The number of pages [`Memory::fingerprint`] would have to read now.
    pub fn unread_pages(&self) -> usize {
        self.dirty.len() + self.frozen.unread_pages()
    }

    fn dirty_contents(&self) -> impl Iterator<Item = (u32, &PageBytes)> {
        let content = |&frame| (self.residents[frame as usize].page, self.frames.page(frame));
        self.dirty.iter().map(content)
    }

    /// The rules that decide how an access ends, besides what was written before.
    fn rules(&self) -> (MemoryMap, (bool, bool, bool), u32, u64) {
        let switches = (self.self_modifying, self.whole_segments, self.devices.is_some());
        // What is left decides when a store fails; how much was used before does not matter.
        let pages_left = self.pages_max.saturating_sub(self.pages_written) as u64;
        (self.map, switches, self.heap_end, pages_left)
    }
}

impl PartialEq for Memory {
    /// Reads only pages written since the last snapshot of either, and frozen ones not shared.
    fn eq(&self, other: &Memory) -> bool {
        let reads_same = |page| {
            self.current(page).unwrap_or(&ZERO_PAGE) == other.current(page).unwrap_or(&ZERO_PAGE)
        };
        let dirty = |memory: &Memory| memory.dirty_contents().all(|(page, _)| reads_same(page));
        self.rules() == other.rules()
            && dirty(self)
            && dirty(other)
            && self.frozen.unshared(&other.frozen).all(reads_same)
    }
}

impl Eq for Memory {}
