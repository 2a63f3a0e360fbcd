#![doc = include_str!("../README.md")]

mod account;

pub mod files;

pub mod limits;

pub mod sandbox;

pub mod subject;

pub mod bench;
