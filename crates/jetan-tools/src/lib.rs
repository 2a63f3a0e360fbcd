#![doc = include_str!("../README.md")]

pub mod bot;
pub mod bound;
pub mod branch;
pub mod cache;
pub mod counters;
pub mod datapath;
pub mod dinero;
pub mod faults;
pub mod float;
pub mod generator;
pub mod memory_map;
pub mod observe;
pub mod pipeline;
pub mod question;
pub mod reference;
pub mod setting;
