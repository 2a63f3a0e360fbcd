//! Tetrisito: can dropping these pieces turn the start field into the goal?
