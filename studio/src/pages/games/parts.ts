/** What all game pages are made of: the face of a game, its actions, cards and questions. */

import { h, type Child } from "../../base/dom";
import { icon, type IconName } from "../../base/icons";
import { computed } from "../../base/reactive";
import { toast } from "../../base/toast";
import type { Games } from "../../model/games";
import type { GameAction, GameState } from "../../model/protocol";
import type { Studio } from "../../model/studio";
import type { Actions } from "../../shell/actions";

export interface Table {
  studio: Studio;
  games: Games;
  actions: Actions;
}

/** Something a player can ask for, with its key. */
export interface Action {
  title: string | (() => string);
  /** As `KeyboardEvent.key` has it. */
  key: string;
  icon: IconName;
  /** Whether it can be done now. */
  can(): boolean;
  /** Why it cannot be done now, where that is known. */
  reason?(): string | undefined;
  isOn?(): boolean;
  run(): void;
}

/** What the game says under its board. */
export interface Saying {
  text: string;
  kind: "plain" | "warning" | "hint" | "good" | "question";
  /** What stands in a card beside the board too, where there is room for one. */
  more?: string;
}

/** How one game looks and is played; made anew when another game comes to the table. */
export interface Face {
  readonly board: HTMLElement;
  /** Controls right under the board: digits, pieces, answers. */
  readonly under: Child;
  /** Cards beside the board, the most important first. */
  readonly cards: Child;
  readonly actions: readonly Action[];
  /** Shows a state; `before` is the one that was shown, if it is of the same game. */
  update(state: GameState, before: GameState | undefined): void;
  /** Takes a key that belongs to no action; whether it meant something. */
  key(key: string): boolean;
  /** What is more important than the game's own words now. */
  saying?(state: GameState): Saying | undefined;
  /** What just happened, for ears. */
  happened(state: GameState): string;
  /** The program's board beside it. */
  mirror(): Mirror;
  /** Ends what goes on by itself. */
  end?(): void;
}

/** A second board of the same kind, for what a program has in its memory. */
export interface Mirror {
  readonly element: HTMLElement;
  update(state: GameState): void;
}

/** The cells in which a program beside the game has something else. */
export function differing(state: GameState): number[] {
  return state.versus?.difference?.cells.map(({ cell }) => cell) ?? [];
}

/** An action of the protocol without anything to it. */
export function asked(
  table: Table,
  id: GameAction & ("undo" | "redo" | "hint" | "mistakes" | "solve"),
  title: string,
  key: string,
  name: IconName,
): Action {
  return {
    title,
    key,
    icon: name,
    can: () => table.games.can(id),
    ...(id === "undo" ? { reason: () => whyNotBack(table) } : {}),
    run: () => void table.games.ask(id, {}),
  };
}

/** Why no move can be taken back. */
function whyNotBack({ games }: Table): string | undefined {
  const state = games.state();
  if (state === undefined || games.can("undo")) return undefined;
  if (state.versus !== undefined) return "The program beside the game cannot go back.";
  if (state.replay !== undefined) return "This game is only watched.";
  if (state.moves === 0) return "No move has been made yet.";
  if (state.outcome !== undefined) return "The game is over.";
  if (state.turn === "computer") return "It is the computer’s turn.";
  if (state.settings["undo"] === "no" || state.settings["undo"] === "off") {
    return "This game was agreed to be played without taking back.";
  }
  return state.game === "four-in-a-row"
    ? "The game itself asks after each move whether to take it back."
    : "Nothing can be taken back now.";
}

/** The switch between quiet and analysis. */
export function analysis(table: Table, title: string, key: string): Action {
  const { games } = table;
  return {
    title,
    key,
    icon: "analyse",
    can: () => games.can("analyse") || games.isAnalysing(),
    isOn: () => games.isAnalysing(),
    run: () => void games.analyse(!games.isAnalysing.peek()),
  };
}

export function isThinkingOf(state: GameState, about: string): boolean {
  return state.thinking?.about === about;
}

/** Does it, or says why it cannot be done. */
export function act(action: Action): void {
  if (action.can()) {
    action.run();
    return;
  }
  const reason = action.reason?.();
  if (reason !== undefined) toast(reason);
}

export function actionButton(action: Action): HTMLElement {
  const title = (): string => (typeof action.title === "string" ? action.title : action.title());
  return h(
    "button",
    {
      class: "game-action",
      "aria-disabled": () => (action.can() ? null : "true"),
      "aria-pressed": action.isOn === undefined ? null : () => String(action.isOn?.() === true),
      "aria-keyshortcuts": action.key,
      title: () => action.reason?.(),
      onclick: () => {
        act(action);
      },
    },
    icon(action.icon),
    h("span", { class: "title" }, title),
    h("kbd", { "aria-hidden": "true" }, action.key.toUpperCase()),
  );
}

export function card(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "game-card" }, h("h2", {}, title), children);
}

/** A number with its name; `value` is asked again when the state changes. */
export function fact(name: string, value: () => Child): HTMLElement {
  return h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));
}

/**
 * Children that are made anew only when `key` changes, so that what has the focus keeps it.
 * `make` reads signals without depending on them.
 */
export function keyed(key: () => string, make: () => Child): () => Child {
  const current = computed(key);
  return () => {
    current();
    return make();
  };
}
