//! Checks of a source against a policy.

use std::collections::BTreeSet;

use jetan_asm::Program;
use jetan_isa::{InstructionForm, Mnemonic};

use crate::program::ProgramUnderTest;
use crate::rubric::SourcePolicy;
use crate::verdict::{CaseFailure, FailureKind, Verdict};

/// Looks at the instructions as they were typed.
pub(super) fn judge(policy: &SourcePolicy, subject: &ProgramUnderTest) -> Verdict {
    let program = subject.program();
    let statements = (0..program.statement_count() as u32).filter_map(|it| program.statement(it));
    for statement in statements {
        let Some(mnemonic) = Mnemonic::lookup(statement.mnemonic) else { continue };
        let is_allowed = policy.allowed.is_empty() || policy.allowed.contains(&mnemonic);
        // A mnemonic that is also a machine instruction, such as `add` with an immediate, is
        // permitted.
        let is_pseudo =
            mnemonic.forms().iter().all(|form| matches!(form, InstructionForm::Pseudo(_)));
        let why = if !is_allowed || policy.banned.contains(&mnemonic) {
            "is not permitted"
        } else if policy.no_pseudo && is_pseudo {
            "is a pseudo-instruction, and these are not permitted"
        } else {
            continue;
        };
        return fail(format!("line {}: `{}` {why}", statement.number, mnemonic.name()));
    }
    if let Some(label) = policy.labels.iter().find(|label| subject.symbol(label).is_none()) {
        return fail(format!("there is no label `{label}`"));
    }
    // Machine instructions after expansion, which is what the size of a program means.
    if policy.size.is_some_and(|size| program.code.len() > size) {
        return fail(format!("the program has {} instructions", program.code.len()));
    }
    let calls = ProcedureCalls::of(program, subject, &policy.recursive);
    if let Some(name) = policy.recursive.iter().find(|name| !calls.is_recursive(subject, name)) {
        return fail(format!("`{name}` does not call itself"));
    }
    Verdict::passed(0)
}

fn fail(summary: String) -> Verdict {
    CaseFailure::new(FailureKind::Wrong, summary, 0).into()
}

/// The call graph of procedures, by their addresses.
struct ProcedureCalls {
    /// The addresses at which procedures begin.
    starts: BTreeSet<u32>,
    /// Callers and callees.
    edges: Vec<(u32, u32)>,
}

impl ProcedureCalls {
    fn of(program: &Program, subject: &ProgramUnderTest, named: &[String]) -> ProcedureCalls {
        let mut starts: BTreeSet<u32> =
            named.iter().filter_map(|name| subject.symbol(name)).collect();
        let mut calls = Vec::new();
        // One entry for each statement: an expansion has several instructions.
        for code in program.code.iter().filter(|code| code.is_first) {
            let Some(statement) = program.statement(code.statement) else { continue };
            let is_call = statement.mnemonic.eq_ignore_ascii_case("jal");
            let text = statement.text.split('#').next().unwrap_or_default();
            let label = text.split_whitespace().next_back().unwrap_or_default();
            if let Some(callee) = subject.symbol(label).filter(|_| is_call) {
                starts.insert(callee);
                calls.push((code.address, callee));
            }
        }
        let caller = |at: u32| starts.range(..=at).next_back().copied();
        // A call before the first procedure is made by the start of the program, which nobody can
        // call.
        let edges = calls.iter().filter_map(|&(at, callee)| Some((caller(at)?, callee))).collect();
        ProcedureCalls { starts, edges }
    }

    /// Whether calls lead from a procedure back to it.
    fn is_recursive(&self, subject: &ProgramUnderTest, name: &str) -> bool {
        let Some(start) = subject.symbol(name) else { return false };
        let mut reached: BTreeSet<u32> = BTreeSet::new();
        let mut ahead = vec![start];
        while let Some(at) = ahead.pop() {
            for &(_, callee) in self.edges.iter().filter(|(caller, _)| *caller == at) {
                if reached.insert(callee) {
                    ahead.push(callee);
                }
            }
        }
        // The start is not reached by being where the search begins, only by a call.
        self.starts.contains(&start) && reached.contains(&start)
    }
}
