//! The budget that the searches of all games share.

/// The work a search may do before it must answer with what it has.
///
/// Libraries read no clock: a caller who wants to stop after a time passes a callback that looks
/// at one.
pub struct SearchBudget<'a> {
    nodes_left: u64,
    until_asked: u32,
    should_stop: Option<&'a mut dyn FnMut() -> bool>,
    is_spent: bool,
}

impl std::fmt::Debug for SearchBudget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("nodes_left", &self.nodes_left)
            .field("is_spent", &self.is_spent)
            .finish_non_exhaustive()
    }
}

/// Nodes between two questions to the callback: well under a millisecond in any of the searches.
const NODES_PER_QUESTION: u32 = 1024;

impl SearchBudget<'static> {
    /// As long as it takes.
    pub fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// At most so many positions.
    pub fn nodes(nodes: u64) -> Self {
        let until_asked = NODES_PER_QUESTION;
        Self { nodes_left: nodes, until_asked, should_stop: None, is_spent: false }
    }
}

impl<'a> SearchBudget<'a> {
    /// Until the callback says stop; it is asked about every thousand positions.
    pub fn until(should_stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { should_stop: Some(should_stop), ..SearchBudget::unlimited() }
    }

    /// Accounts for one position; false once the search must end.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.nodes_left == 0 {
            self.is_spent = true;
            return false;
        }
        self.nodes_left -= 1;
        self.until_asked -= 1;
        if self.until_asked == 0 {
            self.ask();
        }
        !self.is_spent
    }

    /// True once the search had to end before it was done.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    #[cold]
    fn ask(&mut self) {
        self.until_asked = NODES_PER_QUESTION;
        if let Some(should_stop) = &mut self.should_stop {
            // Once stopped, a search stays stopped, whatever the callback says later.
            self.is_spent |= should_stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_nodes_ends_after_them() {
        let mut budget = SearchBudget::nodes(3);
        let granted = (0..10).filter(|_| budget.spend()).count();
        assert_eq!(granted, 3);
        assert!(budget.is_spent());
    }

    #[test]
    fn a_callback_ends_the_search_soon_after_it_says_so() {
        let mut asked = 0;
        let mut should_stop = || {
            asked += 1;
            asked == 2
        };
        let mut budget = SearchBudget::until(&mut should_stop);
        let granted = (0..1_000_000).take_while(|_| budget.spend()).count();
        assert_eq!(granted, 2 * NODES_PER_QUESTION as usize - 1);
        assert!(budget.is_spent());
    }
}
