//! Pages as of the last snapshot: a tree whose unchanged parts all snapshots share, with the hash
//! of every page and the sum of every leaf once somebody has asked for them.

use std::hash::Hasher as _;
use std::sync::{Arc, OnceLock};

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::{PAGE_BITS, PageBytes, ZERO_PAGE};

const LEVEL_BITS: u32 = (32 - PAGE_BITS) / 2;
const WIDTH: usize = 1 << LEVEL_BITS;

struct SharedLeaf {
    content: PageBytes,
    digest: OnceLock<u128>,
}

#[derive(Clone, Default)]
struct TreeLeaf {
    pages: Vec<Option<Arc<SharedLeaf>>>,
    /// The digests of its pages added up.
    sum: OnceLock<u128>,
}

#[derive(Clone, Default)]
pub(super) struct PageTree {
    root: Arc<Vec<Option<Arc<TreeLeaf>>>>,
}

/// The digest of a page in the fingerprint of a memory. An empty page adds as much as none, so they
/// can be added up in any order and taken away again.
pub(super) fn digest(page: u32, content: &PageBytes) -> u128 {
    if *content == ZERO_PAGE {
        return 0;
    }
    // The number of the page is part of the key, so that equal pages at two addresses do not look
    // alike in the sum.
    let mut hasher = SipHasher13::new_with_keys(u64::from(page), 0);
    hasher.write(content);
    hasher.finish128().as_u128()
}

impl PageTree {
    fn shared(&self, page: u32) -> Option<&Arc<SharedLeaf>> {
        let leaf = self.root.get(page as usize >> LEVEL_BITS)?.as_ref()?;
        leaf.pages.get(page as usize % WIDTH)?.as_ref()
    }

    pub(super) fn get(&self, page: u32) -> Option<&PageBytes> {
        self.shared(page).map(|shared| &shared.content)
    }

    pub(super) fn insert(&mut self, page: u32, content: &PageBytes) {
        let root = Arc::make_mut(&mut self.root);
        // Full width with the first entry, so that an empty tree takes no memory.
        root.resize(WIDTH, None);
        let leaf = root[page as usize >> LEVEL_BITS].get_or_insert_default();
        let leaf = Arc::make_mut(leaf);
        leaf.pages.resize(WIDTH, None);
        leaf.sum = OnceLock::new();
        let shared = SharedLeaf { content: *content, digest: OnceLock::new() };
        leaf.pages[page as usize % WIDTH] = Some(Arc::new(shared));
    }

    /// All pages, in order.
    pub(super) fn pages(&self) -> impl Iterator<Item = (u32, &PageBytes)> {
        self.all_shared().map(|(page, shared)| (page, &shared.content))
    }

    fn all_shared(&self) -> impl Iterator<Item = (u32, &SharedLeaf)> {
        let leaves = (0..).zip(self.root.iter());
        leaves.filter_map(|(high, leaf)| Some((high, leaf.as_ref()?))).flat_map(|(high, leaf)| {
            leaf.pages().map(move |(low, shared)| (high << LEVEL_BITS | low, shared))
        })
    }

    /// The digest of a page, 0 if there is none.
    pub(super) fn digest(&self, page: u32) -> u128 {
        self.shared(page).map_or(0, |shared| shared.digest(page))
    }

    /// The digests of all pages added up. Reads only pages that no sum has read before.
    pub(super) fn sum(&self) -> u128 {
        let leaves = (0..).zip(self.root.iter());
        leaves
            .filter_map(|(high, leaf)| Some(leaf.as_ref()?.sum(high << LEVEL_BITS)))
            .fold(0, u128::wrapping_add)
    }

    /// The number of pages the next sum has to read.
    pub(super) fn unread_pages(&self) -> usize {
        self.all_shared().filter(|(_, shared)| shared.digest.get().is_none()).count()
    }

    /// The pages that are not the same piece of the host's memory in both trees.
    pub(super) fn unshared<'a>(&'a self, other: &'a PageTree) -> impl Iterator<Item = u32> + 'a {
        let is_same = Arc::ptr_eq(&self.root, &other.root);
        let width = if is_same { 0 } else { WIDTH };
        let leaf = |tree: &'a PageTree, high| tree.root.get(high).and_then(Option::as_ref);
        (0..width)
            .filter(move |&high| !is_one(leaf(self, high), leaf(other, high)))
            .flat_map(|high| (0..WIDTH).map(move |low| (high << LEVEL_BITS | low) as u32))
            .filter(|&page| !is_one(self.shared(page), other.shared(page)))
    }
}

/// Whether both are the same, or neither is anything.
fn is_one<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

impl TreeLeaf {
    fn pages(&self) -> impl Iterator<Item = (u32, &SharedLeaf)> {
        (0..).zip(&self.pages).filter_map(|(low, page)| Some((low, page.as_deref()?)))
    }

    fn sum(&self, first: u32) -> u128 {
        let digests = || self.pages().map(|(low, shared)| shared.digest(first | low));
        *self.sum.get_or_init(|| digests().fold(0, u128::wrapping_add))
    }
}

impl SharedLeaf {
    fn digest(&self, page: u32) -> u128 {
        *self.digest.get_or_init(|| digest(page, &self.content))
    }
}
