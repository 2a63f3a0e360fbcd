//! On a screen: four_in_a_row.
