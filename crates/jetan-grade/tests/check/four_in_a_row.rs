//! four_in_a_row.
