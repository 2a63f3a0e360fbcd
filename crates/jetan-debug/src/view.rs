//! What there is to see at an instant, as plain data: whoever shows it chooses the form.

pub mod changes;
pub mod data;
pub mod frames;
pub mod stack;

use crate::trail::Jump;
use changes::Changes;
use data::Item;
use frames::Frame;
use stack::Word;

/// What a command has found, for those who want more than its lines.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// The calls that lead to this instant, innermost first.
    Frames(Vec<Frame>),
    /// Words of the stack or of the heap, in order of address.
    Words(Vec<Word>),
    /// The program's data by label.
    Data(Vec<Item>),
    /// What is other than at the last stop.
    Changes(Changes),
    /// The last jumps, the newest first.
    Jumps(Vec<Jump>),
}
