//! The course projects as they come with Jetan, so that they can be played from anywhere.

use std::collections::BTreeMap;

use jetan_asm::SourceSet;
use jetan_games::Name;

use crate::files::{self, Root};

/// A program of ours.
pub(crate) struct Shipped {
    /// The files to assemble, the first one leading.
    roots: &'static [&'static str],
    /// These and what they include: name and text.
    files: &'static [(&'static str, &'static str)],
    /// Whether it draws.
    pub(crate) has_screen: bool,
}

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../", $name)))),*]
    };
}

const TETRISITO: Shipped = Shipped {
    roots: &["programs/tetrisito/c.asm"],
    files: sources![
        "programs/tetrisito/c.asm",
        "programs/tetrisito/parts/main.asm",
        "programs/tetrisito/parts/input.asm",
        "programs/tetrisito/parts/grid.asm",
        "programs/tetrisito/parts/backtrack.asm",
    ],
    has_screen: false,
};

const FOUR_IN_A_ROW: Shipped = Shipped {
    roots: &["programs/four-in-a-row/main.asm"],
    files: sources!["programs/four-in-a-row/main.asm", "programs/four-in-a-row/parts/game.asm"],
    has_screen: false,
};

const SUDOKU: Shipped = Shipped {
    roots: &["programs/sudoku/9x9.asm"],
    files: sources![
        "programs/sudoku/9x9.asm",
        "programs/sudoku/parts/read-integers.asm",
        "programs/sudoku/parts/backtracking.asm",
        "programs/sudoku/parts/print.asm",
    ],
    has_screen: false,
};

const TWENTY48: Shipped = Shipped {
    roots: &["programs/2048/main.asm"],
    files: sources!["programs/2048/main.asm", "programs/2048/game.asm", "programs/2048/tasks.asm",],
    has_screen: true,
};

const CONNECT_FOUR: Shipped = Shipped {
    roots: &[
        "programs/connect-four/main.asm",
        "programs/connect-four/display.asm",
        "programs/connect-four/io.asm",
        "programs/connect-four/state.asm",
    ],
    files: sources![
        "programs/connect-four/main.asm",
        "programs/connect-four/display.asm",
        "programs/connect-four/io.asm",
        "programs/connect-four/state.asm",
    ],
    has_screen: true,
};

/// Our program of a project.
pub(crate) fn shipped(name: Name) -> &'static Shipped {
    match name {
        Name::Tetrisito => &TETRISITO,
        Name::FourInARow => &FOUR_IN_A_ROW,
        Name::Sudoku => &SUDOKU,
        Name::Twenty48 => &TWENTY48,
        Name::ConnectFour => &CONNECT_FOUR,
    }
}

impl Shipped {
    /// Its sources.
    pub(crate) fn sources(&self) -> SourceSet {
        let root = |name: &&str| Root { name: (*name).to_owned(), path: None };
        let roots: Vec<Root> = self.roots.iter().map(root).collect();
        let texts = self.files.iter().map(|&(name, text)| (name.to_owned(), text.into()));
        files::with_texts(&roots, texts.collect::<BTreeMap<String, Vec<u8>>>())
    }

    /// Whether its files are a project that starts at `main`.
    pub(crate) fn is_project(&self) -> bool {
        self.roots.len() > 1
    }
}

#[cfg(test)]
mod tests {
    use jetan_asm::{Options, assemble};

    use super::*;

    #[test]
    fn every_program_has_all_its_files() {
        for name in Name::ALL {
            let shipped = shipped(name);
            let sources = shipped.sources();
            assert_eq!(sources.len(), shipped.files.len(), "{}", name.typed());
            let options = Options { start_at_main: shipped.is_project(), ..Options::default() };
            let (program, diagnostics) = assemble(&sources, &options);
            assert!(program.is_some(), "{}: {diagnostics:?}", name.typed());
        }
    }
}
