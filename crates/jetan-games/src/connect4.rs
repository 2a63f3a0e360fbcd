//! Connect Four and Four in a Row: one board, the rules of two courses, an exact solver.
