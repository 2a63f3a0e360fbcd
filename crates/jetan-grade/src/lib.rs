#![doc = include_str!("../README.md")]

mod account;
mod escapes;

pub mod base64;

pub mod files;

pub mod limits;

pub mod sandbox;

pub mod subject;

pub mod bench;

pub mod verdict;

pub mod adapter;

pub mod project;

pub mod projects;

pub mod check;
pub mod companion;

pub mod judged;

pub mod sketch;

pub mod source;

pub mod rubric;

pub mod grade;

pub mod similar;
