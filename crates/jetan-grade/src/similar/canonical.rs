//! The form of a program that disguises do not reach: macros written out, values followed, code
//! that nobody needs removed, and blocks in the order in which they are met.

use super::flow::{FlowGraph, condition};
use super::live;
use super::stack;
use super::tokens::families::OpFamily;
use super::tokens::{CodeStatement, LabelNames, NamelessOperand};
use super::values::KnownValues;

/// Each round may make further code dead.
const ROUNDS_MAX: usize = 4;

/// Brings code into that form.
pub(super) fn canonical(mut code: Vec<CodeStatement>, labels: &LabelNames) -> Vec<CodeStatement> {
    let mut places = labels.places.clone();
    for round in 0..ROUNDS_MAX {
        let flow = FlowGraph::new(&code, labels, &places);
        let order = flow.order(&code);
        let mut values = KnownValues::default();
        for &(block, follows) in &order {
            // What was known at the end of the block before holds only if it is the one way in.
            if !follows {
                values = KnownValues::default();
            }
            let block = flow.blocks[block];
            code[block.start..block.end].iter_mut().for_each(|code| values.step(code));
        }
        // What branches lead to may be known better now.
        let flow = FlowGraph::new(&code, labels, &places);
        let order = flow.order(&code);
        let mut dead = vec![true; code.len()];
        for &(block, _) in &order {
            let block = flow.blocks[block];
            // Blocks that nobody reaches stay marked.
            dead[block.start..block.end].fill(false);
        }
        // Before the registers: where `$sp` is needed no more, what gives room back is not either.
        stack::mark_unread_room(&code, &flow, &mut dead);
        live::mark_unneeded(&code, &flow, &order, &mut dead);
        for (dead, code) in dead.iter_mut().zip(&code) {
            *dead |= code.family == OpFamily::NOTHING || is_idle(code);
        }
        // The first round is always followed by another: values that were rewritten may fold
        // further.
        if round > 0 && !dead.contains(&true) {
            break;
        }
        super::dead::compact(&mut code, &dead, &mut places);
    }
    emitted(&code, labels, &places)
}

fn is_idle(code: &CodeStatement) -> bool {
    matches!((code.family, code.operands()), (OpFamily::MOVE, [to, from]) if to == from)
}

fn emitted(
    code: &[CodeStatement],
    labels: &LabelNames,
    places: &[Option<usize>],
) -> Vec<CodeStatement> {
    let flow = FlowGraph::new(code, labels, places);
    let mut emitted: Vec<CodeStatement> = Vec::with_capacity(code.len());
    // When each register was last written: that does not depend on its name.
    let mut written = [0; 64];
    for (block, _) in flow.order(code) {
        let block = flow.blocks[block];
        for code in &code[block.start..block.end] {
            let mut code = match condition(code) {
                Some((plain, _)) => plain,
                // In the order of the flow a jump says nothing: what it leads to follows.
                None if code.family == OpFamily::JUMP => continue,
                None => *code,
            };
            order_operands(&mut code, &written);
            if let Some(to) = super::effects::result(&code) {
                written[to as usize & 63] = emitted.len() + 1;
            }
            emitted.push(code);
        }
    }
    emitted
}

/// Operands that may be exchanged: what was written last comes first, numbers come last.
fn order_operands(code: &mut CodeStatement, written: &[usize; 64]) {
    const EXCHANGEABLE: [OpFamily; 6] = [
        OpFamily::ADD,
        OpFamily::AND,
        OpFamily::OR,
        OpFamily::XOR,
        OpFamily::MULTIPLY,
        OpFamily::BRANCH_EQUAL,
    ];
    let count = code.operands().len();
    let first = usize::from(code.family != OpFamily::BRANCH_EQUAL);
    if !EXCHANGEABLE.contains(&code.family) || count != first + 2 {
        return;
    }
    let rank = |operand: NamelessOperand| match operand {
        NamelessOperand::Register(number) => written[number as usize & 63] + 1,
        _ => 0,
    };
    let (one, other) = (code.operands()[first], code.operands()[first + 1]);
    // By time and not by number, because registers may be renamed.
    if rank(one) < rank(other) {
        code.set(first, other);
        code.set(first + 1, one);
    }
}

#[cfg(test)]
mod tests {
    use crate::similar::SubmissionDocument;

    fn shapes(text: &str) -> Vec<(u64, [u8; 4])> {
        let met = SubmissionDocument::new([text.as_bytes()]).met;
        met.iter().map(|it| (it.shape, it.registers)).collect()
    }

    const PLAIN: &str = "
        main: li $t0 0
        li $t1 0
        again: lw $t2 0($a0)
        blt $t2 $t1 next
        move $t1 $t2
        next: addi $a0 $a0 4
        addi $t0 $t0 1
        bne $t0 $a1 again
        move $a0 $t1
        li $v0 1
        syscall
        li $v0 10
        syscall\n";

    #[test]
    fn disguises_change_nothing() {
        for (from, to) in [
            ("lw $t2 0($a0)", "lw $t2 0($a0)\naddiu $k1 $k1 1"),
            ("lw $t2 0($a0)", "lw $t2 ($a0)\nadd $at $t2 $t1\nxor $s7 $at $t0"),
            ("lw $t2 0($a0)", "lw $t2 0($a0)\nlw $k0 junk\naddi $k0 $k0 1\nsw $k0 junk"),
            ("lw $t2 0($a0)", "lw $t2 0($a0)\nsw $t2 -400($sp)"),
            ("lw $t2 0($a0)", "li $k0 3\nbeqz $k0 next\nlw $t2 0($a0)"),
            ("blt $t2 $t1 next", "slt $at $t2 $t1\nbne $at $zero next"),
            ("blt $t2 $t1 next", "bge $t2 $t1 on\nj next\non:"),
            ("blt $t2 $t1 next", "sge $t9 $t2 $t1\nbeqz $t9 next"),
            ("move $t1 $t2", "move $t8 $t2\nor $t1 $zero $t8"),
            ("addi $t0 $t0 1", "li $t8 1\nadd $t0 $t8 $t0"),
            ("bne $t0 $a1 again", "beq $a1 $t0 out\nj again\nout:"),
            ("li $v0 1", "ori $v0 $0 1"),
            ("move $t1 $t2\n", ".macro keep (%a)\nmove $t1 %a\n.end_macro\nkeep ($t2)\n"),
            ("addi $t0 $t0 1", ".macro none\n.end_macro\nnone\naddi $t0 $t0 1"),
            ("move $t1 $t2", "addi $sp $sp -4\nsw $t2 ($sp)\nlw $t1 0($sp)\nsubi $sp $sp -4"),
            (
                "lw $t2 0($a0)",
                "subu $sp $sp 8\nsw $a0 4($sp)\nsw $t0 0($sp)\nlw $t0 0($sp)\nlw $a0 4($sp)\n\
                 addu $sp $sp 8\nlw $t2 0($a0)",
            ),
        ] {
            let changed = PLAIN.replace(from, to);
            assert_ne!(changed, PLAIN);
            assert_eq!(shapes(&changed), shapes(PLAIN), "{changed}");
        }
        assert_eq!(shapes(PLAIN).len(), 13);
    }

    #[test]
    fn products_and_room_on_the_stack_that_nobody_reads_are_nothing() {
        let plain = "main: li $t0 7\nmult $a0 $t0\nmflo $t1\ndiv $t1 $a1\nmfhi $v0\njr $ra\n";
        for junk in [
            "mult $k0 $k1\nmflo $k0\n",
            "div $k1 $k0\nmfhi $k1\n",
            "addiu $sp $sp -4\nsw $t1 0($sp)\naddiu $sp $sp 4\n",
        ] {
            let changed = plain.replace("div $t1", &format!("{junk}div $t1"));
            assert_eq!(shapes(&changed), shapes(plain), "{junk}");
        }
        // What a procedure reads is needed.
        let called = "f: addiu $sp $sp -4\nsw $a0 0($sp)\njal g\naddiu $sp $sp 4\nli $v0 10\n\
                      syscall\ng: lw $v0 0($sp)\njr $ra\n";
        assert_ne!(shapes(called), shapes(&called.replace("sw $a0 0($sp)\n", "")));
    }

    #[test]
    fn a_block_elsewhere_is_met_in_its_place() {
        let moved = PLAIN.replace("blt $t2 $t1 next\n        move $t1 $t2", "bge $t2 $t1 set")
            + "set: move $t1 $t2\nj next\n";
        assert_eq!(shapes(&moved), shapes(PLAIN));
        let while_loop = "main: li $t0 0\nj test\nbody: add $t1 $t1 $t0\naddi $t0 $t0 1\n\
             test: blt $t0 $a0 body\nmove $v0 $t1\njr $ra\n";
        let do_loop = "main: li $t0 0\ntest: bge $t0 $a0 out\nadd $t1 $t1 $t0\n\
             addi $t0 $t0 1\nj test\nout: move $v0 $t1\njr $ra\n";
        assert_eq!(shapes(while_loop), shapes(do_loop));
    }

    #[test]
    fn what_does_something_else_differs() {
        for (from, to) in [
            ("blt $t2 $t1 next", "blt $t1 $t2 next"),
            ("addi $a0 $a0 4", "addi $a0 $a0 400"),
            ("lw $t2 0($a0)", "lb $t2 0($a0)"),
            ("move $t1 $t2", "sw $t2 4($a0)"),
        ] {
            assert_ne!(shapes(&PLAIN.replace(from, to)), shapes(PLAIN), "{to}");
        }
    }

    #[test]
    fn macros_that_call_themselves_end() {
        let text = ".macro more\nmore\nmore\nadd $t0 $t0 $t1\n.end_macro\n";
        let calls = "more\n".repeat(10_000);
        assert!(!SubmissionDocument::new([(text.to_owned() + &calls).as_bytes()]).met.is_empty());
    }
}
