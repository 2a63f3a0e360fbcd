//! Branch prediction: outcomes as they happened, and what predictors would have said.

mod history_table;
mod predictor;
mod settings;
mod target;

pub use history_table::{HistoryEntry, HistoryTable, MarsBranch, TableSettings};
pub use predictor::BranchPredictor;
pub use settings::PredictorSettings;
pub use target::{ReturnStack, TargetBuffer};

use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

/// A conditional branch that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchEvent {
    /// The address of the branch.
    pub pc: u32,
    /// The address it goes to if it is taken.
    pub target: u32,
    /// Whether it was taken.
    pub is_taken: bool,
}

impl BranchEvent {
    /// Whether the target lies before the branch, or is the branch itself.
    #[inline]
    pub const fn is_backward(&self) -> bool {
        self.target <= self.pc
    }
}

/// The executions of one branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BranchSite {
    /// All executions.
    pub executed: u64,
    /// Executions that took it.
    pub taken: u64,
    /// Sequences of equal outcomes.
    pub runs: u64,
    /// Whether the last one was taken.
    pub last_taken: bool,
    /// Executions that the predictor foresaw.
    pub correct: u64,
}

/// A predictor that is watched.
#[derive(Clone, Debug)]
pub struct BranchTool {
    predictor: BranchPredictor,
    executed: u64,
    taken: u64,
    correct: u64,
    sites: FxHashMap<u32, BranchSite>,
}

impl BranchTool {
    /// A predictor that has seen nothing yet.
    pub fn new(settings: PredictorSettings) -> BranchTool {
        BranchTool {
            predictor: BranchPredictor::new(settings),
            executed: 0,
            taken: 0,
            correct: 0,
            sites: FxHashMap::default(),
        }
    }

    /// The settings.
    pub fn settings(&self) -> PredictorSettings {
        self.predictor.settings()
    }

    /// Branches that were executed.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// Branches that were taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Branches whose outcome was foreseen.
    pub fn correct(&self) -> u64 {
        self.correct
    }

    /// Counts a branch; whether its outcome was foreseen.
    #[inline]
    pub fn count(&mut self, event: BranchEvent) -> bool {
        let is_correct = self.predictor.predict(&event) == event.is_taken;
        self.predictor.update(&event);
        self.executed += 1;
        self.taken += u64::from(event.is_taken);
        self.correct += u64::from(is_correct);
        let site = self.sites.entry(event.pc).or_default();
        let is_new_run = site.executed == 0 || site.last_taken != event.is_taken;
        site.runs += u64::from(is_new_run);
        site.last_taken = event.is_taken;
        site.executed += 1;
        site.taken += u64::from(event.is_taken);
        site.correct += u64::from(is_correct);
        is_correct
    }

    /// The branches by address.
    pub fn sites(&self) -> impl Iterator<Item = (u32, &BranchSite)> {
        let mut sites: Vec<_> = self.sites.iter().map(|(&pc, site)| (pc, site)).collect();
        sites.shared_sort_by_key(|&(pc, _)| pc);
        sites.into_iter()
    }

    /// Other branches that share the first table's entry with this one.
    pub fn partners(&self, pc: u32) -> Vec<u32> {
        let Some(entries) = self.settings().indexed_entries() else { return Vec::new() };
        let entry = |pc: u32| (pc >> 2) & (entries - 1);
        let others = self.sites.keys().copied().filter(|&other| other != pc);
        let mut partners: Vec<u32> = others.filter(|&other| entry(other) == entry(pc)).collect();
        partners.sort_unstable();
        partners
    }
}
