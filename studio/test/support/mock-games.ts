/** Made-up states of the five games: the forms are those of the protocol, the rest is invented. */

import type {
  GameEntry,
  GameName,
  GameState,
  SudokuGame,
  StonesGame,
  TetrisitoGame,
  Twenty48Game,
  BesideProgram,
} from "../../src/model/protocol";

type Common = Omit<SudokuGame, "game" | "board" | "hint" | "mistakes">;

function common(title: string, more: Partial<Common> = {}): Common {
  return {
    title,
    settings: { seed: "7" },
    kind: "playing",
    turn: "person",
    moves: 8,
    legal: [],
    can: ["undo", "hint", "analyse"],
    progress: "8 moves",
    counts: true,
    isSaved: true,
    ...more,
  };
}

const STONES = [".......", ".......", "...1...", "..121..", ".1212..", "2121221"].join("");

function stones(game: "connect-four" | "four-in-a-row"): StonesGame {
  const isRow = game === "four-in-a-row";
  const keys = isRow ? "1234567" : "0123456";
  const allowance = isRow ? { trials: 2, undos: 3 } : {};
  return {
    ...common(isRow ? "Four in a Row" : "Connect Four"),
    can: isRow ? ["hint", "analyse", "level"] : ["undo", "hint", "analyse", "level"],
    settings: { opponent: "hard", seed: "7" },
    game,
    board: {
      columns: 7,
      rows: 6,
      cells: [...STONES].map((sign) => (sign === "." ? 0 : Number(sign))),
      line: [],
      newest: 17,
    },
    asks: {
      what: "column",
      player: 2,
      text: "your turn: a column",
      answers: [...keys].map((move) => ({ move, title: `column ${move}` })),
    },
    players: [
      {
        player: 1,
        name: "you",
        sign: isRow ? "O" : "1",
        isComputer: false,
        stones: 8,
        ...allowance,
      },
      {
        player: 2,
        name: "computer",
        sign: isRow ? "X" : "2",
        isComputer: true,
        stones: 7,
        ...allowance,
      },
    ],
  };
}

/** The same with what every column is worth. */
export function analysed(state: StonesGame): StonesGame {
  const texts = ["-9", "-7", "=", "+6", "+12", "-3", "?"];
  const outcome = (text: string): "win" | "draw" | "loss" | undefined =>
    text === "=" ? "draw" : text.startsWith("+") ? "win" : text === "?" ? undefined : "loss";
  return {
    ...state,
    analysis: {
      columns: texts.map((text, column) => {
        const known = outcome(text);
        return {
          column,
          text,
          words: `worth ${text}`,
          ...(known === undefined ? {} : { outcome: known }),
          isBest: text === "+6",
        };
      }),
      line: [
        { column: 3, cell: 10, player: 2 },
        { column: 3, cell: 3, player: 1 },
        { column: 4, cell: 18, player: 2 },
      ],
      isFinal: true,
    },
  };
}

const GRID = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

function sudoku(): SudokuGame {
  const cells = [...GRID].map(Number);
  return {
    ...common("Sudoku", { progress: "0 of 51 cells filled", elapsedMs: 187_000 }),
    can: ["undo", "hint", "solve", "mistakes"],
    game: "sudoku",
    board: {
      side: 9,
      box: 3,
      cells,
      clues: cells.flatMap((value, cell) => (value === 0 ? [] : [cell])),
      notes: cells.map((value, cell) => (value === 0 && cell < 18 ? [1, 2, 4] : [])),
      clashes: [],
      difficulty: "easy",
      rating: "1.2",
    },
  };
}

/** The same with a technique drawn on it. */
export function hinted(state: SudokuGame): SudokuGame {
  return {
    ...state,
    hint: {
      title: "naked pair",
      text: "r1c3 and r2c3 can only be 2 and 4, so no other cell of column 3 is 2 or 4: r4c3 loses 2.",
      focus: 29,
      move: "r4c3~159",
      houses: [[2, 11, 20, 29, 38, 47, 56, 65, 74]],
      cells: [
        { cell: 2, role: "reason" },
        { cell: 11, role: "reason" },
        { cell: 29, role: "target" },
      ],
      candidates: [
        { cell: 2, value: 2, role: "pattern" },
        { cell: 2, value: 4, role: "pattern" },
        { cell: 11, value: 2, role: "pattern" },
        { cell: 11, value: 4, role: "pattern" },
        { cell: 29, value: 2, role: "target", effect: "remove" },
      ],
      links: [{ from: { cell: 2, value: 2 }, to: { cell: 29, value: 2 }, isStrong: false }],
    },
  };
}

function twenty48(): Twenty48Game {
  return {
    ...common("2048", { settings: { target: "2048", seed: "7" } }),
    can: ["undo", "hint", "analyse", "autoplay"],
    legal: ["U", "L", "D"],
    game: "2048",
    board: {
      side: 4,
      tiles: [2, 0, 4, 2, 8, 16, 32, 4, 64, 128, 256, 8, 2048, 1024, 512, 16],
      score: 31_412,
      largest: 2048,
      target: 2048,
    },
    hint: { move: "L", text: "left is best" },
    analysis: {
      moves: [
        { move: "U", title: "up", value: 41_022, isBest: false },
        { move: "L", title: "left", value: 48_201, isBest: true },
        { move: "D", title: "down", value: 39_870, isBest: false },
        { move: "R", title: "right", isBest: false },
      ],
      depth: 5,
      isFinal: true,
    },
  };
}

function tetrisito(): TetrisitoGame {
  const field = ["......", "......", "......", "......", "s....1", "ss.111"].join("");
  const goal = ["......", "......", "......", "3.....", "33.221", "332211"].join("");
  const owner = (sign: string): number => (sign === "." ? 0 : sign === "s" ? -1 : Number(sign));
  const square: [number, number][] = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ];
  const drops = [0, 1, 2, 3, 4].map((offset) => ({
    move: `2@${offset}`,
    offset,
    rows: 7,
    cells: [24 + offset, 25 + offset, 18 + offset, 19 + offset],
  }));
  return {
    ...common("Tetrisito", { progress: "1 of 3 pieces dropped" }),
    can: ["undo", "hint", "solve"],
    game: "tetrisito",
    board: {
      columns: 6,
      rows: 6,
      hidden: 4,
      cells: [...field].map(owner),
      goal: [...goal].map((sign) => (sign === "." ? 0 : 1)),
      toFill: 7,
      tooMany: 1,
      pieces: [
        {
          number: 1,
          cells: [
            [0, 2],
            [1, 0],
            [1, 1],
            [1, 2],
          ],
          isUsed: true,
          refusal: "it was dropped already",
          drops: [],
        },
        { number: 2, cells: square, isUsed: false, drops },
        {
          number: 3,
          cells: [
            [0, 0],
            [0, 1],
            [0, 2],
            [1, 1],
          ],
          isUsed: false,
          drops: drops.slice(0, 4).map((drop) => ({ ...drop, move: drop.move.replace("2", "3") })),
        },
      ],
    },
  };
}

export const DIFFERENT: BesideProgram = {
  kind: "different",
  text: "the boards differ",
  cells: [...STONES].map((sign, at) => (at === 17 ? 2 : sign === "." ? 0 : Number(sign))),
  steps: 8,
  difference: {
    step: 8,
    cells: [{ cell: 17, expected: 1, actual: 2 }],
    text: "row 3, column 4 has player 2, not player 1",
    address: 0x10010014,
    count: 41_173,
    place: { path: "connect-four/state.asm", line: 40 },
  },
};

export function stateOf(game: GameName): GameState {
  switch (game) {
    case "sudoku":
      return sudoku();
    case "2048":
      return twenty48();
    case "tetrisito":
      return tetrisito();
    default:
      return stones(game);
  }
}

const RULES: Record<GameName, [title: string, rules: string]> = {
  "connect-four": ["Connect Four", "Four in line win; stones fall to the lowest free place."],
  "four-in-a-row": ["Four in a Row", "The same with three trials and three undos."],
  sudoku: ["Sudoku", "Every row, column and box has every digit once."],
  "2048": ["2048", "Slide equal tiles together until one reaches the target."],
  tetrisito: ["Tetrisito", "Drop pieces until the field is the goal."],
};

export function entries(): GameEntry[] {
  return (Object.keys(RULES) as GameName[]).map((game) => ({
    game,
    title: RULES[game][0],
    rules: RULES[game][1],
    options: [
      {
        name: "opponent",
        title: "Opponent",
        values: ["person", "easy", "medium", "hard", "perfect"].map((value) => ({
          value,
          title: value,
        })),
        default: "hard",
      },
    ],
    ...(game === "sudoku"
      ? { saved: { progress: "12 of 51 cells filled", settings: { size: "9" } } }
      : {}),
    scores: game === "2048" ? [{ class: "target 2048", shown: "20,412", seed: "3" }] : [],
    replays:
      game === "tetrisito"
        ? [{ replay: "r1", words: "won in 3 drops", moves: 3, progress: "3 moves" }]
        : [],
  }));
}
