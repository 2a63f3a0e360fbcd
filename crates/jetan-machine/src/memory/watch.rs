//! Which pages of a range have been written since somebody last asked, at no cost to stores.
//!
//! A page whose change has been taken loses its permission to be written without asking, so that
//! only the first store afterwards goes the slow way, and is noticed there.

use super::{FRAME_SHIFT, Memory, PAGE, PAGE_BITS, WRITE};

/// The watched pages. While one of them may be written without asking, it counts as changed.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    first: u32,
    is_changed: Vec<bool>,
    is_any_changed: bool,
}

impl Watch {
    /// The same pages for another memory, all of which are news there.
    pub(super) fn renewed(&self) -> Watch {
        let is_changed = vec![true; self.is_changed.len()];
        Watch { first: self.first, is_changed, is_any_changed: true }
    }

    pub(super) fn mark(&mut self, page: u32) {
        let idx = page.wrapping_sub(self.first) as usize;
        if let Some(is_changed) = self.is_changed.get_mut(idx) {
            *is_changed = true;
            self.is_any_changed = true;
        }
    }
}

impl Memory {
    /// Watches the pages of a range, instead of any watched before. At first, all count as changed.
    pub fn watch(&mut self, address: u32, bytes: u32) {
        let first = address >> PAGE_BITS;
        let last = address.saturating_add(bytes.saturating_sub(1)) >> PAGE_BITS;
        let is_changed = vec![true; (last - first + 1) as usize];
        self.watch = Some(Watch { first, is_changed, is_any_changed: true });
    }

    /// Appends the addresses of the watched pages that were written since the last call, in order.
    /// Whoever asks with the same vector again and again causes no allocation.
    pub fn take_changed(&mut self, pages: &mut Vec<u32>) {
        let Some(watch) = &mut self.watch else { return };
        if !std::mem::take(&mut watch.is_any_changed) {
            return;
        }
        for (page, is_changed) in (watch.first..).zip(&mut watch.is_changed) {
            if std::mem::take(is_changed) {
                pages.push(page << PAGE_BITS);
                if let Some(entry) = self.table.get_mut(page as usize) {
                    *entry &= !WRITE;
                }
            }
        }
    }

    /// The bytes of the page of an address without regard to access rules, if it was ever written.
    pub fn peek_page(&self, address: u32) -> Option<&[u8; PAGE]> {
        let page = address >> PAGE_BITS;
        match self.entry(page) {
            0 => self.frozen.get(page),
            entry => self.frames.get((entry >> FRAME_SHIFT) as usize),
        }
    }
}
