//! The predictors: a guess before the outcome, a lesson after it.

use super::BranchEvent;
use super::settings::PredictorSettings;

/// A predictor with its state.
#[derive(Clone, Debug)]
pub struct BranchPredictor {
    settings: PredictorSettings,
    /// Counters of two bits, or the last outcomes.
    counters: Vec<u8>,
    /// Counters that the local histories lead to.
    patterns: Vec<u8>,
    /// Histories of branches, the newest outcome in the lowest bit.
    histories: Vec<u32>,
    /// From 2 on the global history is believed.
    choosers: Vec<u8>,
    /// Outcomes of all branches, the newest in the lowest bit.
    global: u32,
}

/// Counters from here on predict that a branch is taken.
const TAKEN_FROM: u8 = 2;

impl BranchPredictor {
    /// A predictor that has seen nothing yet.
    pub fn new(settings: PredictorSettings) -> BranchPredictor {
        let mut one = BranchPredictor {
            settings,
            counters: Vec::new(),
            patterns: Vec::new(),
            histories: Vec::new(),
            choosers: Vec::new(),
            global: 0,
        };
        match settings {
            PredictorSettings::Taken | PredictorSettings::NotTaken | PredictorSettings::Btfn => {}
            // Of two bits in a row the upper one is the prediction, the lower one the last outcome.
            PredictorSettings::OneBit { entries } | PredictorSettings::TwoInARow { entries } => {
                one.counters = vec![0; entries as usize];
            }
            PredictorSettings::TwoBit { entries, start }
            | PredictorSettings::Gshare { entries, start, .. } => {
                one.counters = vec![start; entries as usize];
            }
            PredictorSettings::Local { entries, history, start } => {
                one.histories = vec![0; entries as usize];
                one.patterns = vec![start; 1 << history];
            }
            PredictorSettings::Tournament { entries, history } => {
                one.counters = vec![1; entries as usize];
                one.histories = vec![0; entries as usize];
                one.patterns = vec![1; 1 << history];
                one.choosers = vec![1; entries as usize];
            }
        }
        one
    }

    /// The settings.
    pub fn settings(&self) -> PredictorSettings {
        self.settings
    }

    /// The guess for a branch; its outcome is not looked at.
    #[inline]
    pub fn predict(&self, event: &BranchEvent) -> bool {
        match self.settings {
            PredictorSettings::Taken => true,
            PredictorSettings::NotTaken => false,
            PredictorSettings::Btfn => event.is_backward(),
            PredictorSettings::OneBit { .. } => self.counters[self.entry(event.pc)] != 0,
            PredictorSettings::TwoBit { .. } | PredictorSettings::TwoInARow { .. } => {
                self.counters[self.entry(event.pc)] >= TAKEN_FROM
            }
            PredictorSettings::Gshare { .. } => self.by_global(event.pc),
            PredictorSettings::Local { .. } => self.by_local(event.pc),
            PredictorSettings::Tournament { .. } => {
                let is_global = self.choosers[self.chooser(event.pc)] >= TAKEN_FROM;
                if is_global { self.by_global(event.pc) } else { self.by_local(event.pc) }
            }
        }
    }

    /// Learns from an outcome.
    #[inline]
    pub fn update(&mut self, event: &BranchEvent) {
        let is_taken = event.is_taken;
        match self.settings {
            PredictorSettings::Taken | PredictorSettings::NotTaken | PredictorSettings::Btfn => {}
            PredictorSettings::OneBit { .. } => {
                let entry = self.entry(event.pc);
                self.counters[entry] = u8::from(is_taken);
            }
            PredictorSettings::TwoBit { .. } => {
                let entry = self.entry(event.pc);
                saturate(&mut self.counters[entry], is_taken);
            }
            PredictorSettings::TwoInARow { .. } => {
                let entry = self.entry(event.pc);
                let state = self.counters[entry];
                let (is_predicted, was_taken) = (state >= TAKEN_FROM, state & 1 == 1);
                let flips = is_predicted != is_taken && was_taken == is_taken;
                let prediction = u8::from(is_predicted ^ flips);
                self.counters[entry] = prediction << 1 | u8::from(is_taken);
            }
            PredictorSettings::Gshare { .. } => self.teach_global(event),
            PredictorSettings::Local { .. } => self.teach_local(event),
            PredictorSettings::Tournament { .. } => {
                let (global, local) = (self.by_global(event.pc), self.by_local(event.pc));
                if global != local {
                    let chooser = self.chooser(event.pc);
                    saturate(&mut self.choosers[chooser], global == is_taken);
                }
                self.teach_global(event);
                self.teach_local(event);
            }
        }
    }

    fn entry(&self, pc: u32) -> usize {
        (pc >> 2) as usize & (self.counters.len() - 1)
    }

    fn chooser(&self, pc: u32) -> usize {
        (pc >> 2) as usize & (self.choosers.len() - 1)
    }

    fn global_entry(&self, pc: u32) -> usize {
        (pc >> 2 ^ self.global) as usize & (self.counters.len() - 1)
    }

    fn by_global(&self, pc: u32) -> bool {
        self.counters[self.global_entry(pc)] >= TAKEN_FROM
    }

    fn own_history(&self, pc: u32) -> usize {
        (pc >> 2) as usize & (self.histories.len() - 1)
    }

    fn by_local(&self, pc: u32) -> bool {
        self.patterns[self.histories[self.own_history(pc)] as usize] >= TAKEN_FROM
    }

    fn teach_global(&mut self, event: &BranchEvent) {
        let entry = self.global_entry(event.pc);
        saturate(&mut self.counters[entry], event.is_taken);
        let (PredictorSettings::Gshare { history, .. }
        | PredictorSettings::Tournament { history, .. }) = self.settings
        else {
            return;
        };
        self.global = (self.global << 1 | u32::from(event.is_taken)) & ((1 << history) - 1);
    }

    fn teach_local(&mut self, event: &BranchEvent) {
        let own = self.own_history(event.pc);
        let history = self.histories[own];
        saturate(&mut self.patterns[history as usize], event.is_taken);
        let mask = self.patterns.len() as u32 - 1;
        self.histories[own] = (history << 1 | u32::from(event.is_taken)) & mask;
    }
}

/// Counts up to 3 or down to 0.
fn saturate(counter: &mut u8, up: bool) {
    *counter = if up { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
}
