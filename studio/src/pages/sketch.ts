/** Pictures of cases: boards as tables, the cells that differ marked by a sign and a frame. */

import { h } from "../base/dom";
import type { PicturePiece } from "../model/protocol";

type Board = Exclude<PicturePiece, { text: string }>;

/** What a cell looks like is chosen by its kind, so that one table serves all games. */
function cell(board: Board, row: number, column: number, different: boolean): HTMLElement {
  const { kind, text } = board.rows[row]?.[column] ?? { kind: "empty", text: "" };
  const isEmpty = kind === "empty";
  const side = board.boxSide;
  const isEdge = (at: number, count: number): boolean =>
    side > 0 && (at + 1) % side === 0 && at + 1 < count;
  const classes = [
    "cell",
    isEmpty && "empty",
    different && "different",
    isEdge(column, board.rows[row]?.length ?? 0) && "edge-right",
    isEdge(row, board.rows.length) && "edge-below",
  ];
  return h(
    "td",
    {
      class: classes.filter(Boolean).join(" "),
      "data-cell": kind,
      "data-letter": kind === "letter" ? text : undefined,
    },
    h("span", { class: "face" }, isEmpty ? "" : text),
    isEmpty && h("span", { class: "spoken" }, "empty"),
    different && h("span", { class: "spoken" }, ", differs"),
    different && h("span", { class: "mark", "aria-hidden": "true" }, "✗"),
  );
}

function board(one: Board, label: string): HTMLElement {
  const different = new Set(one.different.map(([row, column]) => `${row},${column}`));
  const isDifferent = (row: number, column: number): boolean => different.has(`${row},${column}`);
  const width = one.rows[0]?.length ?? 0;
  const title = one.title === "" ? label : `${label}: ${one.title}`;
  return h(
    "figure",
    { class: "sketch" },
    one.title !== "" && h("figcaption", {}, one.title),
    h(
      "table",
      { class: width > 9 ? "board fine" : "board", "aria-label": title },
      h(
        "tbody",
        {},
        one.rows.map((row, at) =>
          h(
            "tr",
            {},
            row.map((_, column) => cell(one, at, column, isDifferent(at, column))),
          ),
        ),
      ),
      one.labels.length > 0 &&
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            one.labels.map((text) => h("td", {}, text)),
          ),
        ),
    ),
  );
}

/** The parts of a picture, under a label for ears. */
export function sketch(pieces: readonly PicturePiece[], label: string): HTMLElement {
  return h(
    "div",
    { class: "pieces" },
    pieces.map((piece) =>
      "text" in piece
        ? h("pre", { tabindex: "0", role: "group", "aria-label": label }, piece.text)
        : board(piece, label),
    ),
  );
}

/** What should be and what is, side by side. */
export function compared(
  expected: readonly PicturePiece[],
  actual: readonly PicturePiece[],
): HTMLElement {
  const side = (title: string, pieces: readonly PicturePiece[]): HTMLElement =>
    h(
      "section",
      { class: "compared-side" },
      h("h4", {}, title),
      pieces.length === 0 ? h("p", { class: "quiet" }, "nothing") : sketch(pieces, title),
    );
  return h("div", { class: "compared" }, side("Expected", expected), side("Yours", actual));
}
