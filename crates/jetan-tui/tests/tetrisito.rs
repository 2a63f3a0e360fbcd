//! Tetrisito on a screen.
