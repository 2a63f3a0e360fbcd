//! Branches, jumps, traps, coprocessor 0 and what ends a program.

use super::super::processor::{Effect, Exception, Processor};

pub(crate) fn effect(name: &str, operands: usize) -> Option<Effect> {
    branch(name, operands).or_else(|| trap(name)).or_else(|| system(name, operands))
}

fn branch(name: &str, operands: usize) -> Option<Effect> {
    Some(match (name, operands) {
        ("beq", _) => |p, o| p.branch_if(p.get(o.a) == p.get(o.b), o.c),
        ("bne", _) => |p, o| p.branch_if(p.get(o.a) != p.get(o.b), o.c),
        ("bgez", _) => |p, o| p.branch_if(p.signed(o.a) >= 0, o.b),
        ("bgtz", _) => |p, o| p.branch_if(p.signed(o.a) > 0, o.b),
        ("blez", _) => |p, o| p.branch_if(p.signed(o.a) <= 0, o.b),
        ("bltz", _) => |p, o| p.branch_if(p.signed(o.a) < 0, o.b),
        ("bgezal", _) => |p, o| link_and_branch_if(p, p.signed(o.a) >= 0, o.b),
        ("bltzal", _) => |p, o| link_and_branch_if(p, p.signed(o.a) < 0, o.b),
        ("bc1t", 1) => |p, o| p.branch_if(p.flag(0), o.a),
        ("bc1t", _) => |p, o| p.branch_if(p.flag(o.a), o.b),
        ("bc1f", 1) => |p, o| p.branch_if(!p.flag(0), o.a),
        ("bc1f", _) => |p, o| p.branch_if(!p.flag(o.a), o.b),
        ("j", _) => |p, o| p.jump(p.jump_target(o.a)),
        ("jal", _) => |p, o| {
            p.link(31)?;
            p.jump(p.jump_target(o.a))
        },
        ("jr", _) => |p, o| p.jump(p.get(o.a)),
        ("jalr", 1) => |p, o| link_and_jump(p, 31, o.a),
        ("jalr", _) => |p, o| link_and_jump(p, o.a, o.b),
        _ => return None,
    })
}

fn link_and_branch_if(p: &mut Processor, holds: bool, offset: i32) -> Result<(), Exception> {
    if holds {
        p.link(31)?;
    }
    p.branch_if(holds, offset)
}

/// MARS writes the link first; what users want is the other way round (S36).
fn link_and_jump(p: &mut Processor, link: i32, target: i32) -> Result<(), Exception> {
    let before = p.get(target);
    p.link(link)?;
    let after = p.get(target);
    p.jump(if p.is_mars { after } else { before })
}

fn trap(name: &str) -> Option<Effect> {
    Some(match name {
        "teq" => |p, o| trap_if(p.get(o.a) == p.get(o.b)),
        "tne" => |p, o| trap_if(p.get(o.a) != p.get(o.b)),
        "tge" => |p, o| trap_if(p.signed(o.a) >= p.signed(o.b)),
        "tgeu" => |p, o| trap_if(p.get(o.a) >= p.get(o.b)),
        "tlt" => |p, o| trap_if(p.signed(o.a) < p.signed(o.b)),
        "tltu" => |p, o| trap_if(p.get(o.a) < p.get(o.b)),
        "teqi" => |p, o| trap_if(p.signed(o.a) == i64::from(o.b)),
        "tnei" => |p, o| trap_if(p.signed(o.a) != i64::from(o.b)),
        "tgei" => |p, o| trap_if(p.signed(o.a) >= i64::from(o.b)),
        "tgeiu" => |p, o| trap_if(p.get(o.a) >= o.b as u32),
        "tlti" => |p, o| trap_if(p.signed(o.a) < i64::from(o.b)),
        "tltiu" => |p, o| trap_if(p.get(o.a) < o.b as u32),
        _ => return None,
    })
}

fn trap_if(holds: bool) -> Result<(), Exception> {
    if holds { Err(Exception::new(13, "trap")) } else { Ok(()) }
}

fn system(name: &str, operands: usize) -> Option<Effect> {
    Some(match (name, operands) {
        ("break", 0) => |_, _| Err(Exception::new(9, "break instruction executed; no code given.")),
        ("break", _) => |_, o| {
            let text = format!("break instruction executed; code = {}.", o.a);
            Err(Exception::new(9, &text))
        },
        ("syscall", _) => |p, _| p.service(),
        ("mfc0", _) => |p, o| {
            let value = match o.b {
                8 => p.vaddr,
                12 => p.status,
                13 => p.cause,
                14 => p.epc,
                _ => 0,
            };
            p.put(o.a, value)
        },
        ("mtc0", _) => |p, o| {
            let value = p.get(o.a);
            match o.b {
                8 => p.vaddr = value,
                12 => p.status = value,
                13 => p.cause = value,
                14 => p.epc = value,
                _ => {}
            }
            Ok(())
        },
        ("eret", _) => |p, _| {
            p.status &= !2;
            p.next = p.epc;
            Ok(())
        },
        _ => return None,
    })
}
