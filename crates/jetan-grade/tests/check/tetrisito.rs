//! tetrisito.
