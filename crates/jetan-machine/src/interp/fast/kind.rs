//! The instructions that the fast loop executes itself, alone and in pairs.

use jetan_isa::Op;

use super::burst::Pause;
use crate::code::{CodeWord, DecodedInstruction, TextSegment};
use crate::interp::branch;
use crate::registers::R;

/// Calls a macro with the lists of kinds: `simple` ones go on to the next instruction, `ending`
/// ones may go elsewhere, `pairs` are two simple ones, `ended` a simple one before an ending one.
///
/// The pairs are those that come up most in compute-bound programs and in the expansions of
/// pseudo-instructions.
macro_rules! with_kinds {
    ($call:ident) => {
        $call! {
            simple {
                Addu Addiu Subu Add Addi Sub And Or Xor Nor Andi Ori Xori Lui Sll Srl Sra
                Slt Sltu Slti Sltiu Mult Mul Div Divu Mfhi Mflo
                Lw Lb Lbu Lh Lhu Sw Sh Sb Lwc1 Swc1
                AddS SubS MulS DivS MovS CEqS CLeS CLtS AddD SubD MulD DivD
            }
            ending { Beq Bne Bgez Bgtz Blez Bltz Bc1t Bc1f J Jal Jr }
            pairs {
                AddiuAddiu = Addiu Addiu;
                SllAddu = Sll Addu;
                AdduLw = Addu Lw;
                AdduSw = Addu Sw;
                AdduLb = Addu Lb;
                AdduLbu = Addu Lbu;
                AdduSb = Addu Sb;
                LwAddu = Lw Addu;
                LwAddiu = Lw Addiu;
                AddiuLw = Addiu Lw;
                LuiOri = Lui Ori;
                LuiLw = Lui Lw;
                LwLw = Lw Lw;
                SwSw = Sw Sw;
                AddiuSw = Addiu Sw;
                SwAddiu = Sw Addiu;
                SwAddu = Sw Addu;
                MulAddu = Mul Addu;
                AdduAddu = Addu Addu;
                LbAddiu = Lb Addiu;
                LbuAddiu = Lbu Addiu;
                SbAddiu = Sb Addiu;
                AddiuSb = Addiu Sb;
                LwMul = Lw Mul;
                LwSll = Lw Sll;
                LwSw = Lw Sw;
                DivMflo = Div Mflo;
                DivMfhi = Div Mfhi;
                MfloMul = Mflo Mul;
                MulSMulS = MulS MulS;
                MulSAddS = MulS AddS;
                AddSSubS = AddS SubS;
                SubSAddS = SubS AddS;
                MulSSubS = MulS SubS;
                AddSAddS = AddS AddS;
                AddSMulS = AddS MulS;
                AddiuAddu = Addiu Addu;
                AdduAddiu = Addu Addiu;
                XorSll = Xor Sll;
                SllXor = Sll Xor;
                SrlXor = Srl Xor;
                AddAdd = Add Add;
                AddiAddi = Addi Addi;
                SllAdd = Sll Add;
                AddLw = Add Lw;
                AddSw = Add Sw;
                AddiLw = Addi Lw;
                LwAdd = Lw Add;
                LwAddi = Lw Addi;
                LuiAddu = Lui Addu;
                OriAddu = Ori Addu;
                SllSll = Sll Sll;
                AndAddu = And Addu;
                AdduXor = Addu Xor;
                AdduAnd = Addu And;
            }
            ended {
                AddiuBne = Addiu Bne;
                AddiuBeq = Addiu Beq;
                AddiuJ = Addiu J;
                AddiBne = Addi Bne;
                AddiBeq = Addi Beq;
                AddiJ = Addi J;
                SltBne = Slt Bne;
                SltBeq = Slt Beq;
                SltiBne = Slti Bne;
                SltiBeq = Slti Beq;
                SltuBne = Sltu Bne;
                SltuBeq = Sltu Beq;
                SltiuBeq = Sltiu Beq;
                SltiuBne = Sltiu Bne;
                LwBeq = Lw Beq;
                LwBne = Lw Bne;
                LbBeq = Lb Beq;
                LbBne = Lb Bne;
                LbuBeq = Lbu Beq;
                LbuBne = Lbu Bne;
                AddiuJal = Addiu Jal;
                AdduJal = Addu Jal;
                AdduJr = Addu Jr;
                AddiuJr = Addiu Jr;
                LwJr = Lw Jr;
                CLtSBc1t = CLtS Bc1t;
                CLtSBc1f = CLtS Bc1f;
                CLeSBc1t = CLeS Bc1t;
                CLeSBc1f = CLeS Bc1f;
                CEqSBc1t = CEqS Bc1t;
                CEqSBc1f = CEqS Bc1f;
                AdduBne = Addu Bne;
                AdduBeq = Addu Beq;
                AndiBeq = Andi Beq;
                AndiBne = Andi Bne;
                SwJ = Sw J;
                AdduJ = Addu J;
                AddJ = Add J;
                SwBne = Sw Bne;
            }
        }
    };
}
pub(super) use with_kinds;

macro_rules! define {
    (
        simple { $($s:ident)* } ending { $($e:ident)* }
        pairs { $($p:ident = $p1:ident $p2:ident;)* }
        ended { $($q:ident = $q1:ident $q2:ident;)* }
    ) => {
        /// The action of the fast loop at an index.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Kind {
            $($s,)* $($e,)* $($p,)* $($q,)*
            /// An instruction done by the general function.
            Other,
            /// A service.
            Service,
            /// An instruction with a breakpoint.
            Break,
            /// Nothing that the loop can execute: it leaves.
            Rare,
        }

        fn single(op: Op) -> Kind {
            match op {
                $(Op::$s => Kind::$s,)*
                $(Op::$e => Kind::$e,)*
                Op::Syscall => Kind::Service,
                _ => Kind::Other,
            }
        }

        pub(super) fn pair(first: Kind, second: Kind) -> Option<Kind> {
            match (first, second) {
                $((Kind::$p1, Kind::$p2) => Some(Kind::$p),)*
                $((Kind::$q1, Kind::$q2) => Some(Kind::$q),)*
                _ => None,
            }
        }
    };
}

with_kinds!(define);

/// The number of kinds.
pub(super) const KINDS: usize = Kind::Rare as usize + 1;

impl Kind {
    /// Why the loop pauses before an instruction of a kind that it does not execute.
    pub(super) fn pause(self) -> Pause {
        match self {
            Kind::Other => Pause::Other,
            Kind::Service => Pause::Service,
            Kind::Break => Pause::Look,
            _ => Pause::Rare,
        }
    }
}

/// Whether the loop executes neighbours as one, which makes its compiled form longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::interp) enum PairFusion {
    None,
    All,
}

impl PairFusion {
    pub(super) const fn any(self) -> bool {
        matches!(self, PairFusion::All)
    }
}

/// An instruction of the fast loop. Branches and jumps have the index of their target.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastOp {
    pub(super) kind: Kind,
    a: R,
    b: R,
    c: R,
    imm: i32,
}

impl FastOp {
    const RARE: FastOp = FastOp { kind: Kind::Rare, a: R::R0, b: R::R0, c: R::R0, imm: 0 };

    /// The operands.
    #[inline(always)]
    pub(super) fn decoded(&self) -> DecodedInstruction {
        DecodedInstruction { op: Op::Nop, a: self.a, b: self.b, c: self.c, imm: self.imm }
    }
}

/// Translates a text segment, each instruction by itself. One more, which ends the loop, stands
/// after the last.
pub(super) fn translate(text: &TextSegment) -> Vec<FastOp> {
    let (base, len) = (text.base(), text.len());
    let mut ops: Vec<FastOp> = Vec::with_capacity(len + 1);
    for (pc, word) in (base..).step_by(4).zip(text.words()) {
        ops.push(match word {
            CodeWord::Instruction(instruction) => translate_one(*instruction, pc, base, len),
            CodeWord::Absent | CodeWord::Undefined(_) => FastOp::RARE,
        });
    }
    ops.push(FastOp::RARE);
    ops
}

fn translate_one(instruction: DecodedInstruction, pc: u32, base: u32, len: usize) -> FastOp {
    let DecodedInstruction { op, a, b, c, mut imm } = instruction;
    let mut kind = single(op);
    let target = match op {
        Op::J | Op::Jal => Some(branch::jump_target(pc, instruction)),
        _ if op.is_branch() => Some(branch::target(pc, instruction)),
        _ => None,
    };
    if let Some(target) = target {
        let offset = target.wrapping_sub(base);
        if offset.is_multiple_of(4) && ((offset / 4) as usize) < len {
            imm = (offset / 4) as i32;
        } else {
            // The general function gives an address as target, which need not have an index.
            kind = Kind::Other;
        }
    }
    FastOp { kind, a, b, c, imm }
}
