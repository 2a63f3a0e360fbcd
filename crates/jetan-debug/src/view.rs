//! Views of an instant, as plain data: whoever shows it chooses the form.

pub mod changes;
pub mod data;
pub mod frames;
pub mod stack;

use crate::trail::Jump;
use changes::Changes;
use data::Item;
use frames::Frame;
use stack::Word;

use crate::aftermath::Aftermath;
use crate::why::WhyPart;

/// The result of a command as data, for those who want more than its lines.
#[derive(Clone, Debug)]
pub enum View {
    /// The calls that lead to this instant, innermost first.
    Frames(Vec<Frame>),
    /// Words of the stack or of the heap, in order of address.
    Words(Vec<Word>),
    /// The program's data by label.
    Data(Vec<Item>),
    /// The differences from the last stop.
    Changes(Changes),
    /// The last jumps, the newest first.
    Jumps(Vec<Jump>),
    /// Why something is as it is, a part for each line.
    Why(Vec<WhyPart>),
    /// All that is known about the end of the run.
    Aftermath(Box<Aftermath>),
}
