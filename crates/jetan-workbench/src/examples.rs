//! The programs that come with Jetan, so that there is something to run wherever one starts.

use jetan_asm::SourceSet;
use jetan_asm::source::UnreadableFile;
use jetan_games::GameTitle;

macro_rules! texts {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// Every source, by its path.
const TEXTS: &[(&str, &str)] = texts![
    "programs/2048/game.asm",
    "programs/2048/main.asm",
    "programs/2048/skeleton.asm",
    "programs/2048/tasks.asm",
    "programs/connect-four/display.asm",
    "programs/connect-four/io.asm",
    "programs/connect-four/main.asm",
    "programs/connect-four/state.asm",
    "programs/examples/snake.asm",
    "programs/four-in-a-row/main.asm",
    "programs/four-in-a-row/parts/game.asm",
    "programs/four-in-a-row/random-start.asm",
    "programs/sudoku/4x4.asm",
    "programs/sudoku/9x9-masks.asm",
    "programs/sudoku/9x9-strings.asm",
    "programs/sudoku/9x9.asm",
    "programs/sudoku/parts/backtracking.asm",
    "programs/sudoku/parts/print.asm",
    "programs/sudoku/parts/read-integers.asm",
    "programs/tetrisito/a.asm",
    "programs/tetrisito/b.asm",
    "programs/tetrisito/c-clear.asm",
    "programs/tetrisito/c-masks.asm",
    "programs/tetrisito/c.asm",
    "programs/tetrisito/parts/backtrack.asm",
    "programs/tetrisito/parts/grid.asm",
    "programs/tetrisito/parts/input.asm",
    "programs/tetrisito/parts/main.asm",
];

const GRID_4: &str = include_str!("../../../programs/sudoku/cases/4x4-clues.in");
const GRID_9: &str = include_str!("../../../programs/sudoku/cases/9x9-hard.in");
const PIECES: &str = include_str!("../../../programs/tetrisito/cases/c-any-order.in");

/// A program that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedExample {
    /// By which it is asked for.
    pub id: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// In a sentence.
    pub summary: &'static str,
    /// The project that it is the program of.
    pub project: Option<GameTitle>,
    /// The files to assemble, the first one leading.
    pub roots: &'static [&'static str],
    /// Input with which it shows something at once; none if it is played.
    pub input: Option<&'static str>,
}

/// The programs of the five projects, in the order of the menu.
pub const PROJECTS: &[ShippedExample] = &[
    ShippedExample {
        id: "tetrisito",
        title: "Tetrisito",
        summary: "Can pieces, dropped in any order, turn one field into another?",
        project: Some(GameTitle::Tetrisito),
        roots: &["programs/tetrisito/c.asm"],
        input: Some(PIECES),
    },
    ShippedExample {
        id: "four-in-a-row",
        title: "Four in a Row",
        summary: "Two players in text, with trials and moves taken back.",
        project: Some(GameTitle::FourInARow),
        roots: &["programs/four-in-a-row/main.asm"],
        input: None,
    },
    ShippedExample {
        id: "sudoku",
        title: "Sudoku",
        summary: "Solves a grid of nine by nine by backtracking.",
        project: Some(GameTitle::Sudoku),
        roots: &["programs/sudoku/9x9.asm"],
        input: Some(GRID_9),
    },
    ShippedExample {
        id: "2048",
        title: "2048",
        summary: "Slide tiles together on a course's own screen.",
        project: Some(GameTitle::Twenty48),
        roots: &["programs/2048/main.asm"],
        input: None,
    },
    ShippedExample {
        id: "connect-four",
        title: "Connect Four",
        summary: "Four files, a bitmap display and falling pieces.",
        project: Some(GameTitle::ConnectFour),
        roots: &[
            "programs/connect-four/main.asm",
            "programs/connect-four/display.asm",
            "programs/connect-four/io.asm",
            "programs/connect-four/state.asm",
        ],
        input: None,
    },
];

/// Programs that belong to none of the five projects.
pub const OTHERS: &[ShippedExample] = &[
    ShippedExample {
        id: "snake",
        title: "Snake",
        summary: "Keyboard and Bitmap Display: w, a, s and d turn.",
        project: None,
        roots: &["programs/examples/snake.asm"],
        input: None,
    },
    ShippedExample {
        id: "2048-skeleton",
        title: "2048, the hand-out",
        summary: "Five procedures to be written.",
        project: None,
        roots: &["programs/2048/skeleton.asm"],
        input: None,
    },
    ShippedExample {
        id: "sudoku-4x4",
        title: "Sudoku 4 × 4",
        summary: "The small grid, by backtracking.",
        project: None,
        roots: &["programs/sudoku/4x4.asm"],
        input: Some(GRID_4),
    },
    ShippedExample {
        id: "sudoku-masks",
        title: "Sudoku with candidate masks",
        summary: "The same answers with far fewer instructions.",
        project: None,
        roots: &["programs/sudoku/9x9-masks.asm"],
        input: Some(GRID_9),
    },
    ShippedExample {
        id: "sudoku-strings",
        title: "Sudoku by lines",
        summary: "Reads every row as a string.",
        project: None,
        roots: &["programs/sudoku/9x9-strings.asm"],
        input: Some(GRID_9),
    },
    ShippedExample {
        id: "tetrisito-masks",
        title: "Tetrisito as an exact cover",
        summary: "The same answers, found with bit masks.",
        project: None,
        roots: &["programs/tetrisito/c-masks.asm"],
        input: Some(PIECES),
    },
    ShippedExample {
        id: "tetrisito-clear",
        title: "Tetrisito with line clearing",
        summary: "Full rows vanish after every drop.",
        project: None,
        roots: &["programs/tetrisito/c-clear.asm"],
        input: Some(PIECES),
    },
    ShippedExample {
        id: "tetrisito-b",
        title: "Tetrisito in order",
        summary: "Pieces are dropped in the order given.",
        project: None,
        roots: &["programs/tetrisito/b.asm"],
        input: Some(PIECES),
    },
    ShippedExample {
        id: "tetrisito-a",
        title: "Tetrisito with one piece",
        summary: "One piece, dropped once or not at all.",
        project: None,
        roots: &["programs/tetrisito/a.asm"],
        input: Some(PIECES),
    },
    ShippedExample {
        id: "four-in-a-row-random",
        title: "Four in a Row, random start",
        summary: "Chance decides who begins.",
        project: None,
        roots: &["programs/four-in-a-row/random-start.asm"],
        input: None,
    },
];

/// The program of a project.
///
/// # Panics
/// Never: there is one for each.
pub fn of(name: GameTitle) -> &'static ShippedExample {
    let own = PROJECTS.iter().find(|example| example.project == Some(name));
    own.expect("every project has a program")
}

/// An example by its id.
pub fn find(id: &str) -> Option<&'static ShippedExample> {
    PROJECTS.iter().chain(OTHERS).find(|example| example.id == id)
}

/// The text of a source that comes with Jetan.
pub fn text(path: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == path).map(|&(_, text)| text)
}

impl ShippedExample {
    /// The example's files and those they include.
    pub fn sources(&self) -> SourceSet {
        let roots: Vec<String> = self.roots.iter().map(|root| (*root).to_owned()).collect();
        let mut read = |name: &str| {
            text(name).map(|text| text.as_bytes().to_vec()).ok_or(UnreadableFile::Missing)
        };
        // Cannot fail, which a test makes sure of for every example; an empty set is better than a
        // panic in a tab.
        SourceSet::load(&roots, &mut read).unwrap_or_default()
    }

    /// Whether its files are a project that starts at `main`.
    pub fn is_project(&self) -> bool {
        self.roots.len() > 1
    }

    /// Whether it draws, by a pack's services or on a bitmap.
    pub fn has_screen(&self) -> bool {
        matches!(self.project, Some(GameTitle::Twenty48 | GameTitle::ConnectFour))
    }
}

#[cfg(test)]
mod tests {
    use jetan_asm::{AssemblyOptions, assemble_all};

    use super::*;

    #[test]
    fn every_example_has_all_its_files() {
        for example in PROJECTS.iter().chain(OTHERS) {
            let options = AssemblyOptions {
                start_at_main: example.is_project(),
                ..AssemblyOptions::default()
            };
            let assembly = assemble_all(&example.sources(), &options);
            assert!(assembly.program.is_some(), "{}: {:?}", example.id, assembly.diagnostics);
        }
    }

    #[test]
    fn every_project_has_a_program() {
        for name in GameTitle::ALL {
            assert_eq!(of(name).id, name.typed());
        }
    }

    #[test]
    fn every_text_belongs_to_an_example() {
        let sets: Vec<SourceSet> =
            PROJECTS.iter().chain(OTHERS).map(ShippedExample::sources).collect();
        for (path, _) in TEXTS {
            assert!(sets.iter().any(|set| set.id(path).is_some()), "{path}");
        }
    }
}
