#![doc = include_str!("../README.md")]

pub mod pixels;

pub mod bitmap;
pub mod bot;
pub mod lab;
pub mod screen;

pub mod gif;
pub mod png;
pub mod terminal;

mod font;
mod paint;

pub use pixels::Pixels;
