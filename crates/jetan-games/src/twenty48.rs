//! 2048: sliding tiles on boards up to 4×4, searched and solved.
