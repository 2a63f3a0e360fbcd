/** The games' page: the lobby, or the table with one game, its keys and everything around it. */

import { h, listen, type Child } from "../../base/dom";
import { capital, grouped } from "../../base/format";
import { icon } from "../../base/icons";
import { ask } from "../../base/popover";
import { computed, effect, onCleanup, signal, untracked } from "../../base/reactive";
import { toast } from "../../base/toast";
import type { Games } from "../../model/games";
import type { GameState } from "../../model/protocol";
import type { Screens } from "../../model/screens";
import type { Studio } from "../../model/studio";
import type { Actions } from "../../shell/actions";
import { iconButton } from "../../shell/layout";
import { Cues, cueOf } from "./cues";
import { lobby } from "./lobby";
import { act, actionButton, keyed, type Action, type Face, type Saying, type Table } from "./parts";
import { replayBar } from "./replay";
import { askSettings } from "./settings";
import { StonesFace } from "./stones";
import { SudokuFace } from "./sudoku";
import { TetrisitoFace } from "./tetrisito";
import { Twenty48Face } from "./twenty48";
import { Printed, programPane, startVersus } from "./versus";

function faceOf(table: Table, state: GameState): Face {
  switch (state.game) {
    case "sudoku":
      return new SudokuFace(table);
    case "2048":
      return new Twenty48Face(table, state);
    case "tetrisito":
      return new TetrisitoFace(table, state);
    default:
      return new StonesFace(table, state);
  }
}

const KEYS: Record<GameState["game"], string> = {
  "connect-four": "Digits drop into a column; arrows choose one, Enter drops.",
  "four-in-a-row":
    "Digits are the course’s keys: a wrong one costs a trial. Arrows choose, Enter drops.",
  sudoku: "Arrows move, digits write, Backspace empties.",
  "2048": "Arrows, W A S D or H J K L slide.",
  tetrisito: "Digits choose a piece, left and right move it, down drops it.",
};

const ABOUT: Record<NonNullable<GameState["thinking"]>["about"], string> = {
  reply: "The computer thinks",
  hint: "Looking for a hint",
  analysis: "Looking ahead",
  puzzle: "Making a puzzle",
  autoplay: "Playing",
};

class TableView {
  private readonly face = signal<Face | undefined>(undefined);
  private readonly cues: Cues;
  private readonly spoken = h("p", { class: "spoken", role: "status", "aria-live": "polite" });
  private readonly printed: Printed;

  constructor(
    private readonly table: Table,
    private readonly screens: Screens,
  ) {
    this.cues = new Cues(() => table.studio.isMuted());
    this.printed = new Printed(table);
    const { games } = table;
    const game = computed(() => games.state()?.game);
    effect(() => {
      game();
      const first = games.state.peek();
      const face = first === undefined ? undefined : faceOf(table, first);
      this.face.set(face);
      if (face === undefined) return;
      this.follow(face);
      onCleanup(() => face.end?.());
    });
    effect(() => {
      if (games.refusal() !== undefined) this.cues.play("refused");
    });
    listen<KeyboardEvent>(document, "keydown", (event) => {
      if (this.isForGame(event) && this.key(event)) event.preventDefault();
    });
  }

  /** Hands every state to the face, with the one before it. */
  private follow(face: Face): void {
    const { games } = this.table;
    let before: GameState | undefined;
    effect(() => {
      const state = games.state();
      if (state === undefined) return;
      untracked(() => {
        face.update(state, before);
        const cue = cueOf(state, before);
        if (cue !== undefined) this.cues.play(cue);
        const words = state === before ? "" : face.happened(state);
        if (words !== "" && state.moves !== before?.moves) this.spoken.textContent = words;
      });
      before = state;
    });
  }

  private isForGame(event: KeyboardEvent): boolean {
    const { studio, games } = this.table;
    if (studio.page.peek() !== "games" || games.state.peek() === undefined) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
    if (document.querySelector("dialog[open], .popover") !== null) return false;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, [contenteditable]") !== null) return false;
    const isPress = event.key === "Enter" || event.key === " ";
    return !(isPress && target.closest("button, a, summary") !== null);
  }

  private key(event: KeyboardEvent): boolean {
    const face = this.face.peek();
    const state = this.table.games.state.peek();
    if (face === undefined || state === undefined) return false;
    if (state.kind === "replay") return this.replayKey(event.key, state);
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = this.allActions(face).find(({ key }) => key === name);
    // A game's own keys come first: in a large Sudoku letters are digits.
    if (face.key(event.key)) return true;
    if (action === undefined) return false;
    act(action);
    return true;
  }

  private replayKey(key: string, state: GameState): boolean {
    const { at = 0, total = 0 } = state.replay ?? {};
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: total }[key];
    if (to === undefined) return false;
    this.table.games.seek(Math.max(0, Math.min(total, to)));
    return true;
  }

  private allActions(face: Face): readonly Action[] {
    return [...face.actions, this.newGame];
  }

  private readonly newGame: Action = {
    title: "New game",
    key: "n",
    icon: "plus",
    can: () => true,
    run: () => void this.askNew(),
  };

  private async askNew(): Promise<void> {
    const { games } = this.table;
    const state = games.state.peek();
    if (games.list.peek() === undefined) await games.refresh();
    const entry = state === undefined ? undefined : games.list.peek()?.find(isOf(state));
    if (state === undefined || entry === undefined) return;
    const agreed = await askSettings(entry, state.settings);
    if (agreed !== undefined) await games.open(state.game, agreed);
  }

  private async again(): Promise<void> {
    const { games } = this.table;
    const state = games.state.peek();
    if (state === undefined) return;
    const { seed: _, puzzle: __, ...settings } = state.settings;
    await games.open(state.game, { settings });
  }

  private async versus(): Promise<void> {
    const { games } = this.table;
    const state = games.state.peek();
    if (games.list.peek() === undefined) await games.refresh();
    const entry = state === undefined ? undefined : games.list.peek()?.find(isOf(state));
    if (entry !== undefined) await startVersus(this.table, entry, state?.settings);
  }

  private async share(): Promise<void> {
    const { games } = this.table;
    const address = await games.link(games.state.peek()?.replay?.at);
    if (address === undefined) return;
    try {
      await navigator.clipboard.writeText(address);
      toast("The link is in the clipboard. It carries the game itself.", "good");
    } catch {
      await ask({ title: "Link to this position", value: address, action: "Done" });
    }
  }

  private saying(): Saying {
    const { games } = this.table;
    const state = games.state();
    const refusal = games.refusal();
    if (refusal !== undefined) return { text: refusal, kind: "warning" };
    if (state === undefined) return { text: "", kind: "plain" };
    const own = this.face()?.saying?.(state);
    if (own?.kind === "question") return own;
    if (state.outcome !== undefined && state.kind !== "replay") {
      return { text: state.outcome.words, kind: state.outcome.isWon === false ? "plain" : "good" };
    }
    if (own?.kind === "hint") return own;
    if (state.hint !== undefined) return { text: state.hint.text, kind: "hint" };
    if (state.message !== undefined && state.message.text !== "") {
      return { text: state.message.text, kind: state.message.isWarning ? "warning" : "plain" };
    }
    if (state.thinking !== undefined) return { text: "", kind: "plain" };
    if (state.replay?.word !== undefined) {
      return { text: `Move ${state.replay.at}: ${state.replay.word}`, kind: "plain" };
    }
    return own ?? { text: state.progress, kind: "plain" };
  }

  private sayLine(): HTMLElement {
    const SIGN = { plain: null, warning: "warning", hint: "hint", good: "check", question: "help" };
    return h(
      "div",
      { class: "game-say", role: "status", "aria-live": "polite" },
      keyed(
        () => JSON.stringify(this.saying()),
        () => {
          const { text, kind, more } = untracked(() => this.saying());
          if (text === "") return null;
          const name = SIGN[kind] as Parameters<typeof icon>[0] | null;
          return h(
            "p",
            { class: `saying ${kind}` },
            name && icon(name),
            capital(text),
            more === undefined ? null : h("span", { class: "narrow-only" }, more),
          );
        },
      ),
    );
  }

  /** What is being thought about, how far it is, and a way to end it. */
  private thinking(): Child {
    const { games } = this.table;
    const about = computed(() => games.state()?.thinking?.about);
    const isPaused = computed(() => {
      const state = games.state();
      return state?.kind === "playing" && state.turn === "computer" && state.game !== "2048";
    });
    return () => {
      const now = about();
      if (now === undefined) {
        if (!isPaused()) return null;
        return h(
          "div",
          { class: "game-thinking paused" },
          h(
            "button",
            { class: "small", onclick: () => void games.ask("think", { on: true }) },
            "Let the computer move",
          ),
        );
      }
      if (now === "autoplay") return null;
      return h(
        "div",
        { class: "game-thinking" },
        h("progress", { "aria-label": ABOUT[now] }),
        h("span", {}, ABOUT[now]),
        h("span", { class: "quiet mono", "aria-hidden": "true" }, () => {
          const nodes = games.state()?.thinking?.nodes ?? 0;
          return nodes === 0 ? "" : grouped(nodes);
        }),
        h(
          "button",
          { class: "small", onclick: () => void games.ask("think", { on: false }) },
          "Stop",
        ),
      );
    };
  }

  private outcome(): Child {
    const { games } = this.table;
    return keyed(
      () => JSON.stringify([games.state()?.outcome ?? null, games.state()?.kind]),
      () => {
        const state = games.state.peek();
        if (state?.outcome === undefined || state.kind === "replay") return null;
        const { words, isWon, score } = state.outcome;
        const kind = isWon === true ? "won" : isWon === false ? "lost" : "";
        return h(
          "section",
          { class: `game-card outcome ${kind}`, "aria-label": "Result" },
          h("p", { class: "outcome-words" }, capital(words)),
          score === undefined
            ? h("p", { class: "quiet" }, state.counts ? "" : "Not counted among the best scores.")
            : h(
                "p",
                {},
                score.isBest ? h("b", {}, "Best so far: ") : "",
                `${score.shown} (${score.class})`,
              ),
          h(
            "div",
            { class: "row-of" },
            h("button", { class: "primary small", onclick: () => void this.again() }, "Play again"),
            h(
              "button",
              { class: "small", onclick: () => void games.ask("replay", { at: 0 }) },
              "Watch it",
            ),
          ),
        );
      },
    );
  }

  /** Another strength of the computer, where the game has one. */
  private level(): Child {
    const { games } = this.table;
    return keyed(
      () =>
        JSON.stringify([
          games.can("level"),
          games.state()?.settings["opponent"],
          games.list() === undefined,
        ]),
      () => {
        const state = games.state.peek();
        const entry = state === undefined ? undefined : games.list.peek()?.find(isOf(state));
        const option = entry?.options.find(({ name }) => name === "opponent");
        const now = state?.settings["opponent"];
        if (option === undefined || state?.can.includes("level") !== true) return null;
        const select = h(
          "select",
          { onchange: () => void games.ask("level", { level: select.value }) },
          option.values.map(({ value, title }) =>
            h("option", { value, selected: value === now }, capital(title)),
          ),
        );
        return h("label", { class: "level" }, h("span", {}, capital(option.title)), select);
      },
    );
  }

  private header(): HTMLElement {
    const { studio, games } = this.table;
    return h(
      "header",
      { class: "game-head" },
      h(
        "button",
        { class: "small plain back", onclick: () => void games.ask("leave", {}) },
        icon("left"),
        "Games",
      ),
      h("h1", {}, () => games.state()?.title ?? ""),
      h("span", { class: "grow" }),
      iconButton("share", "Copy a link to this position", () => void this.share()),
      () =>
        iconButton(
          studio.isMuted() ? "mute" : "sound",
          studio.isMuted() ? "Sound on" : "Mute",
          () => {
            studio.isMuted.update((value) => !value);
          },
        ),
    );
  }

  private foot(): HTMLElement {
    const { games } = this.table;
    const isWatched = (): boolean => games.state()?.kind === "replay";
    return h(
      "div",
      { class: "game-foot" },
      actionButton(this.newGame),
      h(
        "button",
        {
          class: "game-action watch",
          "aria-disabled": () => (isWatched() || games.state()?.moves === 0 ? "true" : null),
          onclick: () => {
            if (!isWatched() && games.state.peek()?.moves !== 0)
              void games.ask("replay", { at: 0 });
          },
        },
        icon("clock"),
        h("span", { class: "title" }, "Watch"),
      ),
      h(
        "button",
        { class: "game-action versus-button", onclick: () => void this.versus() },
        icon("versus"),
        h("span", { class: "title" }, "Beside a MIPS program"),
      ),
      h("p", { class: "quiet keys-line" }, () => {
        const game = games.state()?.game;
        return game === undefined ? "" : KEYS[game];
      }),
      h("p", { class: "quiet keys-line" }, () =>
        games.state()?.isSaved === false ? "This game is not saved." : "",
      ),
    );
  }

  private boards(): HTMLElement {
    const { games } = this.table;
    const hasProgram = computed(() => games.state()?.versus !== undefined);
    return h(
      "div",
      { class: () => `boards ${hasProgram() ? "two" : ""}` },
      h("div", { class: "board-place" }, () => this.face()?.board ?? null),
      () => {
        const face = this.face();
        if (!hasProgram() || face === undefined) return null;
        return programPane(this.table, this.screens, this.printed, face.mirror());
      },
    );
  }

  element(): HTMLElement {
    const { games } = this.table;
    const isReplay = computed(() => games.state()?.kind === "replay");
    return h(
      "div",
      { class: "game-table", "data-game": () => games.state()?.game ?? "" },
      h(
        "div",
        { class: "game-middle" },
        this.boards(),
        this.sayLine(),
        h("div", { class: "game-under" }, () => (isReplay() ? null : (this.face()?.under ?? null))),
        () => (isReplay() ? replayBar(this.table) : null),
      ),
      h(
        "aside",
        { class: "game-side", "aria-label": "Game" },
        this.header(),
        this.outcome(),
        this.thinking(),
        () => this.face()?.cards ?? null,
        h(
          "div",
          { class: "game-actions", role: "group", "aria-label": "Actions" },
          () => (this.face()?.actions ?? []).map((action) => actionButton(action)),
          this.level(),
        ),
        this.foot(),
      ),
      this.spoken,
    );
  }
}

function isOf(state: GameState): (entry: { game: string }) => boolean {
  return (entry) => entry.game === state.game;
}

export function gamesPage(
  studio: Studio,
  actions: Actions,
  screens: Screens,
  games: Games,
): HTMLElement {
  const table: Table = { studio, games, actions };
  const view = new TableView(table, screens);
  const place = view.element();
  const entrance = h("div", { class: "start" }, lobby(table));
  effect(() => {
    const isEmpty = games.state() === undefined;
    entrance.hidden = !isEmpty;
    place.hidden = isEmpty;
  });
  effect(() => {
    if (studio.page() === "games" && studio.line.state() === "open") void games.refresh();
  });
  return h("main", { class: "games", "aria-label": "Games" }, entrance, place);
}
