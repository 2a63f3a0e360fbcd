//! The flow of control: basic blocks, and one order of them that does not depend on where they
//! stand in the text or which way a branch is written.

use std::collections::VecDeque;

use super::tokens::families::OpFamily;
use super::tokens::{CodeStatement, LabelNames, NamelessOperand, ZERO};

/// The way out of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum BlockEnd {
    /// Another block, by its number.
    To(usize),
    /// One if the condition at its end holds, another if it fails.
    Fork { holds: Option<usize>, fails: usize },
    /// Whoever called.
    Return,
    /// An address that is not known.
    Away,
    /// Nowhere.
    Stop,
}

/// A piece of code that is entered at its start and left at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct BasicBlock {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) leads: BlockEnd,
}

/// The blocks of a submission.
pub(super) struct FlowGraph {
    pub(super) blocks: Vec<BasicBlock>,
    /// The block that each name stands in front of, by the number of the name.
    pub(super) named: Vec<Option<usize>>,
    /// Blocks whose addresses are used other than by branches and calls.
    pub(super) addressed: Vec<usize>,
    /// From how many places each block is entered.
    entered: Vec<u32>,
    main: Option<usize>,
}

/// A branch as a condition without direction, and whether it is taken if the condition holds.
pub(super) fn condition(code: &CodeStatement) -> Option<(CodeStatement, bool)> {
    let mut plain = *code;
    let constant = |operand: NamelessOperand| {
        if operand == ZERO { NamelessOperand::Number(0) } else { operand }
    };
    let (family, one, other, holds) = match (code.family, code.operands()) {
        (OpFamily::BRANCH_FLAG, _) => {
            plain.rewrite(OpFamily::BRANCH_FLAG, &[]);
            return Some((plain, true));
        }
        (OpFamily::BRANCH_NO_FLAG, _) => {
            plain.rewrite(OpFamily::BRANCH_FLAG, &[]);
            return Some((plain, false));
        }
        (OpFamily::BRANCH_EQUAL, &[one, other, _]) => (OpFamily::BRANCH_EQUAL, one, other, true),
        (OpFamily::BRANCH_UNEQUAL, &[one, other, _]) => (OpFamily::BRANCH_EQUAL, one, other, false),
        (OpFamily::BRANCH_LESS, &[one, other, _]) => (OpFamily::BRANCH_LESS, one, other, true),
        (OpFamily::BRANCH_NOT_LESS, &[one, other, _]) => (OpFamily::BRANCH_LESS, one, other, false),
        (OpFamily::BRANCH_GREATER, &[one, other, _]) => (OpFamily::BRANCH_LESS, other, one, true),
        (OpFamily::BRANCH_NOT_GREATER, &[one, other, _]) => {
            (OpFamily::BRANCH_LESS, other, one, false)
        }
        _ => return None,
    };
    match (family, constant(one), constant(other)) {
        // n < x is not x < n + 1.
        (OpFamily::BRANCH_LESS, NamelessOperand::Number(number), other) => {
            let next = NamelessOperand::Number(number.saturating_add(1));
            plain.rewrite(family, &[other, next]);
            return Some((plain, !holds));
        }
        (_, one @ NamelessOperand::Number(_), other) => plain.rewrite(family, &[other, one]),
        (_, one, other) => plain.rewrite(family, &[one, other]),
    }
    Some((plain, holds))
}

impl FlowGraph {
    pub(super) fn new(
        code: &[CodeStatement],
        labels: &LabelNames,
        places: &[Option<usize>],
    ) -> FlowGraph {
        let stops = stops(code);
        let mut leads = vec![false; code.len() + 1];
        leads[0] = true;
        for (place, _) in places.iter().zip(&labels.used).filter(|(_, used)| **used) {
            // A used name without a place is data or missing. Marking the first statement is
            // harmless, because it begins a block anyway.
            leads[place.unwrap_or(0)] = true;
        }
        for (idx, code) in code.iter().enumerate() {
            leads[idx + 1] |= stops[idx] || is_jump(code) || condition(code).is_some();
        }
        let mut number_at = vec![0; code.len() + 1];
        let mut starts = Vec::new();
        for idx in 0..=code.len() {
            starts.extend(leads[idx].then_some(idx));
            // Statement 0 always begins a block, so this does not underflow.
            number_at[idx] = starts.len() - 1;
        }
        // An empty block at the end is where everything stops.
        if starts.last() != Some(&code.len()) {
            starts.push(code.len());
            number_at[code.len()] = starts.len() - 1;
        }
        let named: Vec<Option<usize>> =
            places.iter().map(|place| place.map(|place| number_at[place])).collect();
        let mut blocks: Vec<BasicBlock> = Vec::with_capacity(starts.len());
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(start);
            let last = end.checked_sub(1).filter(|last| *last >= start);
            let leads = match last {
                None => BlockEnd::Stop,
                Some(last) if stops[last] => BlockEnd::Stop,
                Some(last) => leads_to(&code[last], &named, number + 1),
            };
            blocks.push(BasicBlock { start, end, leads });
        }
        let mut entered = vec![0; blocks.len()];
        for block in &blocks {
            match block.leads {
                BlockEnd::To(next) => entered[next] += 1,
                BlockEnd::Fork { holds, fails } => {
                    entered[fails] += 1;
                    if let Some(holds) = holds {
                        entered[holds] += 1;
                    }
                }
                BlockEnd::Return | BlockEnd::Away | BlockEnd::Stop => {}
            }
        }
        let calls = code.iter().filter(|code| code.family == OpFamily::CALL);
        for called in calls.filter_map(|code| target(code, &named)) {
            entered[called] += 1;
        }
        let mut flow =
            FlowGraph { blocks, named, addressed: Vec::new(), entered, main: labels.main() };
        flow.main = flow.main.and_then(|name| flow.named.get(name).copied().flatten());
        flow.addressed = flow.addressed(code, labels);
        flow
    }

    /// Blocks with names that directives list or whose addresses are loaded, in their order.
    fn addressed(&self, code: &[CodeStatement], labels: &LabelNames) -> Vec<usize> {
        let mut is_addressed = vec![false; self.blocks.len()];
        let mut mark = |name: usize| {
            if let Some(&Some(block)) = self.named.get(name) {
                is_addressed[block] = true;
            }
        };
        (0..labels.listed.len()).filter(|&name| labels.listed[name]).for_each(&mut mark);
        for code in code.iter().filter(|code| code.family == OpFamily::LOAD_ADDRESS) {
            if let Some(&NamelessOperand::Name(name)) = code.operands().get(1) {
                mark(name as usize);
            }
        }
        (0..is_addressed.len()).filter(|&block| is_addressed[block]).collect()
    }

    /// The blocks in the order in which they would first be met, each with whether it is met
    /// directly after the only block that leads to it.
    pub(super) fn order(&self, code: &[CodeStatement]) -> Vec<(usize, bool)> {
        let mut walk = FlowWalk {
            flow: self,
            code,
            is_met: vec![false; self.blocks.len()],
            order: Vec::new(),
            procedures: VecDeque::new(),
            covered: 0,
        };
        // `main` first, then the first instruction: MARS starts there unless told otherwise.
        let roots = self.main.into_iter().chain([0]).chain(self.addressed.iter().copied());
        roots.for_each(|root| walk.procedure(root));
        // Procedures that only somebody else's program calls count, if they are most of it.
        // Otherwise code that is never called stays out, so that padding with it changes nothing.
        if walk.covered * 2 < code.len() {
            (0..self.blocks.len()).for_each(|block| walk.procedure(block));
        }
        walk.order
    }
}

/// A walk along the flow.
struct FlowWalk<'a> {
    flow: &'a FlowGraph,
    code: &'a [CodeStatement],
    is_met: Vec<bool>,
    order: Vec<(usize, bool)>,
    procedures: VecDeque<usize>,
    /// Statements met.
    covered: usize,
}

impl FlowWalk<'_> {
    /// Walks from a block, then from the procedures called, in the order of their first calls.
    fn procedure(&mut self, root: usize) {
        self.procedures.push_back(root);
        while let Some(first) = self.procedures.pop_front() {
            let mut later = vec![(first, false)];
            while let Some((block, follows)) = later.pop() {
                self.along(block, follows, &mut later);
            }
        }
    }

    fn along(&mut self, mut at: usize, mut follows: bool, later: &mut Vec<(usize, bool)>) {
        // Each block once, which also ends loops.
        while !std::mem::replace(&mut self.is_met[at], true) {
            let block = self.flow.blocks[at];
            self.order.push((at, follows));
            self.covered += block.end - block.start;
            for code in &self.code[block.start..block.end] {
                if code.family == OpFamily::CALL
                    && let Some(called) = target(code, &self.flow.named)
                {
                    self.procedures.push_back(called);
                }
            }
            let next = match block.leads {
                BlockEnd::To(next) => next,
                BlockEnd::Fork { holds, fails } => {
                    // A target that is not in the submission: only the way that is known goes on.
                    let Some(holds) = holds else { return later.push((fails, false)) };
                    let is_equality = condition(&self.code[block.end - 1])
                        .is_some_and(|(code, _)| code.family == OpFamily::BRANCH_EQUAL);
                    // Loops go on while something is less or not yet equal.
                    let (first, second) = if is_equality { (fails, holds) } else { (holds, fails) };
                    later.push((second, false));
                    first
                }
                BlockEnd::Return | BlockEnd::Away | BlockEnd::Stop => return,
            };
            // With a second way in the values known here do not hold there.
            follows = self.flow.entered[next] == 1;
            at = next;
        }
    }
}

fn is_jump(code: &CodeStatement) -> bool {
    matches!(
        code.family,
        OpFamily::JUMP | OpFamily::JUMP_REGISTER | OpFamily::RETURN_FROM_EXCEPTION
    )
}

/// The block that the name at the end of a statement stands in front of.
pub(super) fn target(code: &CodeStatement, named: &[Option<usize>]) -> Option<usize> {
    match code.operands().last() {
        Some(&NamelessOperand::Name(name)) => named.get(name as usize).copied().flatten(),
        _ => None,
    }
}

fn leads_to(last: &CodeStatement, named: &[Option<usize>], next: usize) -> BlockEnd {
    let target = target(last, named);
    if let Some((_, holds_if_taken)) = condition(last) {
        return match target {
            Some(taken) if holds_if_taken => BlockEnd::Fork { holds: Some(taken), fails: next },
            Some(taken) => BlockEnd::Fork { holds: Some(next), fails: taken },
            None => BlockEnd::Fork { holds: None, fails: next },
        };
    }
    match (last.family, last.operands()) {
        (OpFamily::JUMP, _) => target.map_or(BlockEnd::Stop, BlockEnd::To),
        (OpFamily::JUMP_REGISTER, [NamelessOperand::Register(31)]) => BlockEnd::Return,
        (OpFamily::JUMP_REGISTER, _) => BlockEnd::Away,
        (OpFamily::RETURN_FROM_EXCEPTION, _) => BlockEnd::Stop,
        _ => BlockEnd::To(next),
    }
}

/// Marks the statements that ask a service to end the program.
fn stops(code: &[CodeStatement]) -> Vec<bool> {
    let mut service = None;
    let mut stops = vec![false; code.len()];
    for (idx, code) in code.iter().enumerate() {
        match (code.family, code.operands()) {
            (
                OpFamily::LOAD_NUMBER,
                [NamelessOperand::Register(2), NamelessOperand::Number(number)],
            ) => {
                service = Some(*number);
            }
            (OpFamily::SERVICE, _) => {
                stops[idx] = matches!(service, Some(10 | 17));
                // Consumed: the next service needs a number of its own, because results overwrite
                // it.
                service = None;
            }
            (_, [NamelessOperand::Register(2), ..])
            | (OpFamily::CALL | OpFamily::CALL_REGISTER | OpFamily::MACRO, _) => service = None,
            _ => {}
        }
    }
    stops
}
