#![doc = include_str!("../README.md")]

mod budget;

pub mod escapes;

pub mod files;

pub mod limits;

pub mod sandbox;

pub mod program;

pub mod runner;
