/** The table for one game: what lies there, what can be asked, and the address of it. */

import { effect, signal } from "../base/reactive";
import { toast, words } from "../base/toast";
import type {
  AutoplayProgress,
  GameAction,
  GameEntry,
  GameName,
  GameSettings,
  GameState,
  RequestName,
  Requests,
} from "./protocol";
import { expand, LINK_MOST, squeeze } from "./share";
import type { Studio } from "./studio";

export const GAMES: readonly GameName[] = [
  "connect-four",
  "four-in-a-row",
  "sudoku",
  "2048",
  "tetrisito",
];

const LINK = "game=";
const ROUTE = "play";
const RECORD_MOST = 1024 * 1024;

/** What an address asks for. */
export type Route =
  | { kind: "lobby" }
  | { kind: "game"; game: GameName }
  | { kind: "link"; packed: string }
  | { kind: "other" };

export function routeOf(hash: string): Route {
  const text = hash.replace(/^#/, "");
  if (text.startsWith(LINK)) return { kind: "link", packed: text.slice(LINK.length) };
  if (text === ROUTE) return { kind: "lobby" };
  const game = GAMES.find((name) => text === `${ROUTE}/${name}`);
  return game === undefined ? { kind: "other" } : { kind: "game", game };
}

export function hashOf(isHere: boolean, game: GameName | undefined): string {
  if (!isHere) return "";
  return game === undefined ? `#${ROUTE}` : `#${ROUTE}/${game}`;
}

/** Requests in which only the newest counts: while one is on its way, later ones replace it. */
export function newestOnly<T>(send: (value: T) => Promise<unknown>): (value: T) => void {
  let isBusy = false;
  let next: { value: T } | undefined;
  const go = async (value: T): Promise<void> => {
    isBusy = true;
    await send(value);
    const waiting = next;
    next = undefined;
    isBusy = false;
    if (waiting !== undefined) void go(waiting.value);
  };
  return (value) => {
    if (isBusy) next = { value };
    else void go(value);
  };
}

/** What is said about a new game. */
export interface Agreed {
  settings?: GameSettings;
  /** A position to begin with, in the notation that `jetan solve` reads. */
  position?: string;
}

export class Games {
  readonly list = signal<readonly GameEntry[] | undefined>(undefined);
  readonly troubles = signal<readonly string[]>([]);
  /** The game on the table. */
  readonly state = signal<GameState | undefined>(undefined);
  readonly autoplay = signal<AutoplayProgress | undefined>(undefined);
  /** Whether the table is asked to say what moves are worth. */
  readonly isAnalysing = signal(false);
  /** The last refusal, until something else happens. */
  readonly refusal = signal<string | undefined>(undefined);
  /** Shows another move of what is watched; moves that come too fast are passed over. */
  readonly seek = newestOnly((at: number) => this.ask("replay", { at }));

  constructor(
    private readonly studio: Studio,
    /** What a game begins with if nothing was said. */
    private readonly usual: (entry: GameEntry) => GameSettings,
  ) {
    studio.line.on("game", (event) => {
      this.refusal.set(undefined);
      if (event.game === undefined) {
        this.state.set(undefined);
        void this.refresh();
      } else {
        this.arrived(event);
      }
    });
    studio.line.on("autoplay", (event) => {
      this.autoplay.set(event);
    });
  }

  private arrived(state: GameState): void {
    if (state.game !== this.state.peek()?.game) {
      this.autoplay.set(undefined);
      this.isAnalysing.set(false);
    }
    if ("analysis" in state || state.thinking?.about === "analysis") this.isAnalysing.set(true);
    this.state.set(state);
  }

  isThere(): boolean {
    return this.studio.has("games");
  }

  /** The service that had the table is another one now: what was saved can be taken up again. */
  gone(): void {
    this.state.set(undefined);
    this.autoplay.set(undefined);
    this.isAnalysing.set(false);
    this.refusal.set(undefined);
    if (this.list.peek() !== undefined) void this.refresh();
  }

  show(): void {
    this.studio.page.set("games");
  }

  async analyse(on: boolean): Promise<void> {
    if (await this.ask("analyse", { on })) this.isAnalysing.set(on);
  }

  async refresh(): Promise<void> {
    const answer = await this.studio.ask("games", {});
    if (answer === undefined) return;
    this.list.set(answer.games);
    this.troubles.set(answer.troubles);
  }

  entry(game: GameName): GameEntry | undefined {
    return this.list()?.find((entry) => entry.game === game);
  }

  /** Whether the game allows it now. */
  can(action: GameAction): boolean {
    return this.state()?.can.includes(action) === true;
  }

  /** Asks; a refusal is said where the game speaks, everything else as anywhere. */
  async ask<K extends RequestName>(name: K, fields: Requests[K][0]): Promise<boolean> {
    try {
      await this.studio.line.ask(name, fields);
      return true;
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "bad-move" || code === "not-now") this.refusal.set(words(error));
      else toast(words(error), "error");
      return false;
    }
  }

  async open(game: GameName, agreed: Agreed = {}): Promise<boolean> {
    this.studio.page.set("games");
    return this.ask("game", { game, ...agreed });
  }

  /** The saved game if there is one, else a new one. */
  async take(game: GameName): Promise<boolean> {
    this.studio.page.set("games");
    if (this.list.peek() === undefined) await this.refresh();
    const isSaved = this.list.peek()?.find((entry) => entry.game === game)?.saved !== undefined;
    if (isSaved) return this.ask("game", { game, resume: true });
    const entry = this.list.peek()?.find((one) => one.game === game);
    return this.open(game, entry === undefined ? {} : { settings: this.usual(entry) });
  }

  move(move: string): Promise<boolean> {
    return this.ask("play", { move });
  }

  /** An address that carries the game up to a move; nothing if it is too long for one. */
  async link(at?: number): Promise<string | undefined> {
    const fields = at === undefined ? {} : { at };
    const answer = await this.studio.attempt("record", fields);
    if (answer === undefined) return undefined;
    const packed = await squeeze(answer.record);
    if (packed.length > LINK_MOST) {
      toast("The game is too long for a link.", "error");
      return undefined;
    }
    return `${location.origin}${location.pathname}#${LINK}${packed}`;
  }

  /** Goes where the address says; whether it leads to the games. */
  async follow(): Promise<boolean> {
    const route = routeOf(location.hash);
    const { page } = this.studio;
    if (route.kind === "link") {
      await this.openLink(route.packed);
    } else if (route.kind === "game") {
      page.set("games");
      if (this.state.peek()?.game !== route.game) await this.take(route.game);
    } else if (route.kind === "lobby") {
      page.set("games");
      if (this.state.peek() !== undefined) await this.ask("leave", {});
    } else {
      if (location.hash === "" && page.peek() === "games") {
        page.set(this.studio.documents.list.peek().length > 0 ? "work" : "start");
      }
      return false;
    }
    return true;
  }

  private async openLink(packed: string): Promise<void> {
    try {
      const record = await expand(packed, RECORD_MOST);
      this.studio.page.set("games");
      history.replaceState(null, "", `#${ROUTE}`);
      if (await this.ask("game", { record })) toast("Opened from a link: play on from here.");
    } catch {
      history.replaceState(null, "", location.pathname + location.search);
      toast("This link is damaged: the game in it cannot be read.", "error");
    }
  }

  /** From now on the address says where one is, so that reloading and going back work. */
  keepAddress(): void {
    effect(() => {
      const hash = hashOf(this.studio.page() === "games", this.state()?.game);
      if (location.hash === hash) return;
      const isOurs = routeOf(location.hash).kind !== "other";
      if (hash === "" && !isOurs) return;
      history.pushState(null, "", hash === "" ? location.pathname + location.search : hash);
    });
  }
}
