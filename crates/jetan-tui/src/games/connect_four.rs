//! On a screen: connect_four.
