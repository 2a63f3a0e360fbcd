/** Short sounds for what happens on a board. */

import type { GameState } from "../../model/protocol";
import { Speaker } from "../../model/sound";

type Cue = "drop" | "slide" | "merge" | "write" | "won" | "lost" | "refused";

const NOTES: Record<Cue, readonly [pitch: number, ms: number, after: number][]> = {
  drop: [[50, 70, 0]],
  slide: [[57, 40, 0]],
  merge: [[64, 70, 0]],
  write: [[69, 35, 0]],
  won: [
    [67, 110, 0],
    [71, 110, 110],
    [74, 220, 220],
  ],
  lost: [
    [57, 160, 0],
    [52, 260, 160],
  ],
  refused: [[43, 90, 0]],
};

/** What is to be heard when `state` follows `before`. */
export function cueOf(state: GameState, before: GameState | undefined): Cue | undefined {
  if (state.kind === "replay" || before === undefined || before.game !== state.game)
    return undefined;
  if (state.kind === "over" && before.kind === "playing") {
    return state.outcome?.isWon === false ? "lost" : "won";
  }
  if (state.moves === before.moves) return undefined;
  switch (state.game) {
    case "2048":
      if (state.motion === undefined) return undefined;
      return state.motion.slid.some((tile) => tile.isMerged) ? "merge" : "slide";
    case "sudoku":
      return "write";
    case "tetrisito":
      return state.motion === undefined ? undefined : "drop";
    default:
      return (state.motion?.fallen.length ?? 0) > 0 ? "drop" : undefined;
  }
}

/** Sounds that follow each other faster are noise. */
const APART_MS = 70;

export class Cues {
  private readonly speaker: Speaker;
  private last = -Infinity;

  constructor(private readonly isMuted: () => boolean) {
    this.speaker = new Speaker(isMuted);
  }

  play(cue: Cue): void {
    const now = performance.now();
    if (this.isMuted() || now - this.last < APART_MS) return;
    this.last = now;
    for (const [pitch, ms, after] of NOTES[cue]) {
      setTimeout(() => {
        this.speaker.play({ kind: "note", pitch, ms, instrument: 11, volume: 60 });
      }, after);
    }
  }
}
