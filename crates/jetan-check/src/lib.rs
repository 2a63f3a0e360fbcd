#![doc = include_str!("../README.md")]

pub mod verdict;

pub mod adapter;

pub mod project;

pub mod projects;

pub mod check;
pub mod companion;

pub mod judged;

pub mod measure;

pub mod picture;

pub mod source;

// What runs a program is written here as if it were of this crate.
use jetan_sandbox::{escapes, limits, program, runner, sandbox};
