/** The games' page without a page: addresses, words of moves, and what is said of boards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sign } from "../../src/boards/digits";
import { fieldInWords } from "../../src/boards/field";
import { stonesInWords } from "../../src/boards/stones";
import { tileLevel, tilesInWords } from "../../src/boards/tiles";
import { hashOf, newestOnly, routeOf } from "../../src/model/games";
import type { GameState, SudokuGame, TetrisitoGame } from "../../src/model/protocol";
import { cueOf } from "../../src/pages/games/cues";
import { beginning } from "../../src/pages/games/settings";
import { cellName, clock, emptyWord, wordFor } from "../../src/pages/games/sudoku";
import { nearest, nextPiece } from "../../src/pages/games/tetrisito";
import { cellWords } from "../../src/pages/games/versus";
import { swipeOf } from "../../src/pages/games/twenty48";
import { expand, squeeze } from "../../src/model/share";
import { entries, stateOf } from "../support/mock-games";

test("addresses lead to the lobby, to a game, to a link and nowhere else", () => {
  assert.deepEqual(routeOf("#play"), { kind: "lobby" });
  assert.deepEqual(routeOf("#play/2048"), { kind: "game", game: "2048" });
  assert.deepEqual(routeOf("#game=abc"), { kind: "link", packed: "abc" });
  for (const other of ["", "#", "#share=x", "#play/go", "#play/", "#player"]) {
    assert.deepEqual(routeOf(other), { kind: "other" }, other);
  }
  assert.equal(hashOf(false, "sudoku"), "");
  for (const game of [undefined, "sudoku", "2048"] as const) {
    const route = routeOf(hashOf(true, game));
    assert.equal(route.kind === "game" ? route.game : undefined, game);
  }
});

test("a game survives the way through a link, and a damaged one does not", async () => {
  const record = 'version = 1\ngame = "2048"\nmoves = "a s d w"\n';
  const packed = await squeeze(record);
  assert.match(packed, /^[\w-]+$/);
  assert.equal(await expand(packed, 1000), record);
  await assert.rejects(expand(packed, 10));
  await assert.rejects(expand("AAAA", 1000));
});

test("of requests that come too fast only the newest is sent", async () => {
  const sent: number[] = [];
  const ends: (() => void)[] = [];
  const seek = newestOnly((at: number) => {
    sent.push(at);
    return new Promise<void>((done) => ends.push(done));
  });
  for (const at of [1, 2, 3, 4]) seek(at);
  assert.deepEqual(sent, [1]);
  ends.shift()?.();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent, [1, 4]);
  ends.shift()?.();
  await new Promise((done) => setImmediate(done));
  seek(5);
  assert.deepEqual(sent, [1, 4, 5]);
});

test("cells, digits and notes are written in the words of the record", () => {
  const state = stateOf("sudoku") as SudokuGame;
  assert.equal(cellName(9, 0), "r1c1");
  assert.equal(cellName(16, 255), "r16c16");
  assert.equal(wordFor(state, 2, 4, false), "r1c3=4");
  assert.equal(wordFor(state, 2, 4, true), "r1c3~12", "a note that is there goes away");
  assert.equal(wordFor(state, 2, 3, true), "r1c3~1234");
  const alone = { ...state, board: { ...state.board, notes: [[7]] } };
  assert.equal(wordFor(alone, 0, 7, true), "r1c1~.");
  assert.equal(wordFor(state, 80, 16, false), "r9c9=g");
  assert.equal(emptyWord(state, 0), "r1c1=.");
  assert.equal(emptyWord(state, 2), "r1c3~.");
  assert.deepEqual([9, 10, 16].map(sign), ["9", "A", "G"]);
  assert.deepEqual([0, 61_999, 3_600_000].map(clock), ["0:00", "1:01", "1:00:00"]);
});

test("fingers slide, and a tap does not", () => {
  assert.equal(swipeOf(-80, 10), "L");
  assert.equal(swipeOf(80, -79), "R");
  assert.equal(swipeOf(5, -60), "U");
  assert.equal(swipeOf(-30, 60), "D");
  assert.equal(swipeOf(9, -12), undefined);
});

test("a piece stays where it can be dropped, and used ones are passed over", () => {
  const { pieces } = (stateOf("tetrisito") as TetrisitoGame).board;
  const [used, square, tee] = pieces;
  assert.ok(used && square && tee);
  assert.equal(nearest(square, 9), 4);
  assert.equal(nearest(square, -3), 0);
  assert.equal(nearest(tee, 4), 3);
  assert.equal(nearest(used, 2), 0, "nothing is possible: nothing breaks");
  assert.equal(nextPiece(pieces, 2, 1), 3);
  assert.equal(nextPiece(pieces, 3, 1), 2);
  assert.equal(nextPiece(pieces, 2, -1), 3);
  assert.equal(nextPiece([used], 1, 1), 1);
});

test("a new game begins with what was agreed last, where that still exists", () => {
  const entry = entries()[0];
  assert.ok(entry);
  assert.deepEqual(beginning(entry, {}), { opponent: "hard" });
  assert.deepEqual(beginning(entry, undefined), { opponent: "medium" }, "against somebody");
  assert.deepEqual(beginning(entry, { opponent: "easy", seed: "4" }), { opponent: "easy" });
  assert.deepEqual(beginning(entry, { opponent: "gone" }), { opponent: "hard" });
});

test("boards are told in words", () => {
  const view = { columns: 3, rows: 2, cells: [0, 0, 0, 1, 0, 2] };
  assert.equal(stonesInWords(view, ["you", "computer"]), "Row 2: you, empty, computer.");
  assert.equal(
    stonesInWords({ ...view, cells: [0, 0, 0, 0, 0, 0] }, ["a", "b"]),
    "The board is empty.",
  );
  assert.equal(tilesInWords({ side: 2, cells: [2, 0, 0, 4] }), "Row 1: 2, empty. Row 2: empty, 4.");
  const field = { columns: 2, rows: 2, hidden: 0, cells: [0, 0, -1, 3] };
  assert.equal(fieldInWords(field), "Row 2: columns 1, 2 filled.");
  assert.equal(cellWords(stateOf("connect-four"), 17), "row 3, column 4");
  assert.equal(cellWords(stateOf("2048"), 15), "row 4, column 4");
  assert.deepEqual([2, 4, 2048, 131_072, 262_144].map(tileLevel), [1, 2, 11, 17, 17]);
});

test("what happens is heard once, and a replay is silent", () => {
  const before = stateOf("connect-four");
  const after: GameState = {
    ...before,
    moves: before.moves + 1,
    motion: { fallen: [{ cell: 3, player: 1 }], taken: [] },
  } as GameState;
  assert.equal(cueOf(after, before), "drop");
  assert.equal(cueOf(after, undefined), undefined);
  assert.equal(cueOf(before, before), undefined);
  assert.equal(cueOf({ ...after, kind: "replay" }, before), undefined);
  const over = { kind: "over", outcome: { words: "lost", isWon: false } } as const;
  assert.equal(cueOf({ ...after, ...over }, before), "lost");
});
