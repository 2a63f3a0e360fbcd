//! Views of a step, as plain data: whoever shows it chooses the form.

pub mod changes;
pub mod data;
pub mod float;
pub mod frames;
pub mod stack;

use crate::trail::TakenJump;
use changes::MachineChanges;
use data::LabelData;
use frames::StackFrame;
use stack::StackWord;

use crate::post_mortem::PostMortem;
use crate::why::WhyPart;

/// The result of a command as data, for those who want more than its lines.
#[derive(Clone, Debug)]
pub enum DebugView {
    /// The calls that lead to this step, innermost first.
    Frames(Vec<StackFrame>),
    /// Words of the stack or of the heap, in order of address.
    Words(Vec<StackWord>),
    /// The program's data by label.
    Data(Vec<LabelData>),
    /// The differences from the last stop.
    Changes(MachineChanges),
    /// The last jumps, the newest first.
    Jumps(Vec<TakenJump>),
    /// Why something is as it is, a part for each line.
    Why(Vec<WhyPart>),
    /// All that is known about the end of the run.
    Aftermath(Box<PostMortem>),
}
