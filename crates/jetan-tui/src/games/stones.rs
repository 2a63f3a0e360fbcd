//! Shared by the two games with falling stones: the screen, the picture of the board, stones on
//! their way down, thinking, the panel beside the board.

pub(crate) mod screen;

pub(crate) mod keys;

pub(crate) mod controls;

pub(crate) mod view;

pub(crate) mod scene;

pub(crate) mod shape;

pub(crate) mod place;

mod solid;

mod lined;

mod quads;

pub(crate) mod panel;

pub(crate) mod pen;

pub(crate) mod colours;

pub(crate) mod fall;

pub(crate) mod cursor;
