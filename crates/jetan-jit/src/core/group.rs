//! Regions that were translated together: what they were made of, and whose code they call.
//!
//! Code may run if nothing of it is broken, and nothing of what it calls. Each group names the
//! groups it calls instead of holding a copy of everything below it: copies grow with the cube of
//! the number of procedures.

use std::sync::Arc;

use jetan_machine::code::{CODE_PAGE_WORDS, CodePage, TextSegment};

/// A group of regions.
pub(super) struct RegionGroup {
    /// The addresses of its instructions, ascending and apart.
    ranges: Vec<(u32, u32)>,
    /// The pages of text that it was made of.
    pages: Vec<(usize, Arc<CodePage>)>,
    /// The earlier groups that it calls directly, by index.
    callees: Vec<usize>,
    /// Whether the text is still what it was made of, for its callees too.
    pub(super) is_valid: bool,
    /// Whether besides no breakpoint is in it or in what it calls.
    pub(super) is_enabled: bool,
}

impl RegionGroup {
    pub(super) fn new(
        text: &TextSegment,
        ranges: Vec<(u32, u32)>,
        callees: Vec<usize>,
    ) -> RegionGroup {
        let ranges = joined(ranges);
        let pages = pages_of(text, &ranges);
        RegionGroup { ranges, pages, callees, is_valid: true, is_enabled: true }
    }

    fn is_current(&self, text: &TextSegment) -> bool {
        // Comparing references is enough: the group holds its pages, so whoever changes one changes
        // a copy.
        self.pages
            .iter()
            .all(|(idx, page)| text.pages().get(*idx).is_some_and(|now| Arc::ptr_eq(now, page)))
    }

    fn is_broken(&self, breakpoints: &[u32]) -> bool {
        self.ranges.iter().any(|&(from, to)| {
            let first = breakpoints.partition_point(|&address| address < from);
            breakpoints.get(first).is_some_and(|&address| address < to)
        })
    }
}

/// Notes which groups were made of another text. Callees come first, so one pass is enough.
pub(super) fn invalidate(groups: &mut [RegionGroup], text: &TextSegment) {
    for idx in 0..groups.len() {
        // Groups call only earlier ones and themselves, so all callees are in `before`.
        let (before, rest) = groups.split_at_mut(idx);
        let group = &mut rest[0];
        let is_sound = group.callees.iter().all(|&callee| before[callee].is_valid);
        group.is_valid = group.is_valid && is_sound && group.is_current(text);
    }
}

/// Notes which groups may run with these breakpoints, which ascend.
pub(super) fn enable(groups: &mut [RegionGroup], breakpoints: &[u32]) {
    for idx in 0..groups.len() {
        let (before, rest) = groups.split_at_mut(idx);
        let group = &mut rest[0];
        let is_sound = group.callees.iter().all(|&callee| before[callee].is_enabled);
        group.is_enabled = group.is_valid && is_sound && !group.is_broken(breakpoints);
    }
}

/// Ranges in ascending order, with those that touch as one.
fn joined(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (from, to) in ranges {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// The pages of text that addresses are in.
fn pages_of(text: &TextSegment, ranges: &[(u32, u32)]) -> Vec<(usize, Arc<CodePage>)> {
    let page = |address: u32| (address.wrapping_sub(text.base()) / 4) as usize / CODE_PAGE_WORDS;
    let mut pages: Vec<usize> =
        // Ranges end past their last instruction. Without the subtraction, one that ends with its
        // page would depend on the next page as well.
        ranges.iter().flat_map(|&(from, to)| page(from)..=page(to.wrapping_sub(4))).collect();
    pages.sort_unstable();
    pages.dedup();
    pages
        .into_iter()
        .filter_map(|idx| text.pages().get(idx).map(|page| (idx, Arc::clone(page))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn ranges_that_touch_or_overlap_are_one() {
        assert_eq!(joined(vec![(20, 24), (0, 8), (8, 12), (4, 8)]), [(0, 12), (20, 24)]);
        assert_eq!(joined(Vec::new()), []);
    }
}
