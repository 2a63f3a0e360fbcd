#![doc = include_str!("../README.md")]

pub mod game;
pub mod look;
pub mod paint;

pub mod games;
pub mod menu;
pub mod plain;

pub mod app;
pub mod debugger;
pub mod store;
pub mod terminal;
