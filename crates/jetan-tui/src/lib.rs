#![doc = include_str!("../README.md")]

pub mod game;
pub mod look;
pub mod record;
pub mod settings;
pub mod thought;

pub mod games;
pub mod plain;
