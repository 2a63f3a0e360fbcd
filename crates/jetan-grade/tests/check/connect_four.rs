//! connect_four.
