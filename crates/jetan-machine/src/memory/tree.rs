//! Pages as of the last snapshot: a tree whose unchanged parts all snapshots share.

use std::sync::Arc;

use super::{PAGE_BITS, Page};

const LEVEL_BITS: u32 = (32 - PAGE_BITS) / 2;
const WIDTH: usize = 1 << LEVEL_BITS;

type Leaf = Vec<Option<Arc<Page>>>;

#[derive(Clone, Default)]
pub(super) struct Tree {
    root: Arc<Vec<Option<Arc<Leaf>>>>,
}

impl Tree {
    pub(super) fn get(&self, page: u32) -> Option<&Page> {
        let leaf = self.root.get(page as usize >> LEVEL_BITS)?.as_ref()?;
        leaf.get(page as usize % WIDTH)?.as_deref()
    }

    pub(super) fn insert(&mut self, page: u32, content: &Page) {
        let root = Arc::make_mut(&mut self.root);
        root.resize(WIDTH, None);
        let leaf = root[page as usize >> LEVEL_BITS].get_or_insert_default();
        let leaf = Arc::make_mut(leaf);
        leaf.resize(WIDTH, None);
        leaf[page as usize % WIDTH] = Some(Arc::new(*content));
    }

    /// All pages, in order.
    pub(super) fn pages(&self) -> impl Iterator<Item = (u32, &Page)> {
        let leaves = (0..).zip(self.root.iter());
        leaves.filter_map(|(idx, leaf)| Some((idx, leaf.as_ref()?))).flat_map(|(idx, leaf)| {
            (0..)
                .zip(leaf.iter())
                .filter_map(move |(low, page)| Some((idx << LEVEL_BITS | low, page.as_deref()?)))
        })
    }
}
