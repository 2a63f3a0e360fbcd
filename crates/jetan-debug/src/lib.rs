#![doc = include_str!("../README.md")]

pub mod advice;
pub mod blame;
pub mod budget;
pub mod calls;
pub mod cause;
pub mod command;
pub mod coverage;
pub mod debugger;
pub mod decision;
pub mod endless;
pub mod notes;
pub mod peek;
pub mod point;
pub mod post_mortem;
pub mod profile;
pub mod recent;
pub mod tool_watch;
pub mod trace;
pub mod trail;
pub mod view;
pub mod why;

mod call_memory;
mod transfer;
mod watcher;

pub use jetan_expression as expression;
pub use jetan_sanitizer as checks;

pub use debugger::{Arrival, ArrivalPlan, Debugger, NthArrival, StepKind, StepPlan};
