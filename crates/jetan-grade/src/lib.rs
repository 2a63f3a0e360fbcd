#![doc = include_str!("../README.md")]

pub mod rubric;

pub mod grade;

pub mod setup;

pub mod submission;

pub mod intake;

pub mod decisions;

pub mod similar;

pub mod statistics;

pub mod wall_time;

pub mod roster;

// What runs and judges a program is written here as if it were of this crate.
use jetan_check::{adapter, check, verdict};
use jetan_sandbox::{limits, program, runner, sandbox};
