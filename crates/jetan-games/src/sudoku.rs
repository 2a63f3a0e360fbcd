//! Sudoku on 4×4, 9×9 and 16×16 grids: solving, generating, explaining.
