/** Breakpoints and watches: set here, carried out and moved by the service. */

import type { ChangeDesc, Text } from "@codemirror/state";
import { signal } from "../base/reactive";
import { isListOf, recall, remember } from "../base/store";
import { toast, words } from "../base/toast";
import type { Connection } from "./connection";
import type { Breakpoint, WatchItem } from "./protocol";

/** As many as the service takes. */
const MOST = 1000;

let counter = 0;

function newId(prefix: string): string {
  counter += 1;
  return `${prefix}${Date.now().toString(36)}${counter}`;
}

/** The lines of `items` in `path` after an edit. */
export function moved(
  items: readonly Breakpoint[],
  path: string,
  changes: ChangeDesc,
  before: Text,
  after: Text,
): Breakpoint[] {
  return items.map((item) => {
    if (item.path !== path || item.line === undefined || item.line >= before.lines) return item;
    const line = before.line(item.line + 1);
    // The end of the line stays with its statement when a line is inserted above it.
    const at = changes.mapPos(line.to, -1);
    return { ...item, line: after.lineAt(at).number - 1 };
  });
}

export class Breakpoints {
  readonly items = signal<readonly Breakpoint[]>(
    recall<Breakpoint[]>("breakpoints", [], isListOf("id")).slice(0, MOST),
  );
  readonly watches = signal<readonly WatchItem[]>([]);

  private isKept = true;

  constructor(private readonly line: Connection) {
    line.on("breakpoints", ({ items }) => {
      this.items.set(items.filter((item): item is Breakpoint => !("place" in item)));
      this.watches.set(items.filter((item): item is WatchItem => "place" in item));
    });
  }

  at(path: string, line: number): Breakpoint | undefined {
    return this.items.peek().find((item) => item.path === path && item.line === line);
  }

  toggle(path: string, line: number): void {
    const known = this.at(path, line);
    if (known !== undefined) this.remove(known.id);
    else this.put({ id: newId("b"), path, line, enabled: true });
  }

  /** Adds an item, or replaces the one with its `id`. */
  put(item: Breakpoint): void {
    const rest = this.items.peek().filter((other) => other.id !== item.id);
    void this.set([...rest, item]);
  }

  add(item: Omit<Breakpoint, "id">): void {
    this.put({ ...item, id: newId("b") });
  }

  remove(id: string): void {
    void this.set(this.items.peek().filter((item) => item.id !== id));
  }

  clear(): void {
    void this.set([]);
  }

  /** Another program has this path now: those of the one before mean nothing in it. */
  forget(paths: readonly string[]): void {
    const rest = this.items
      .peek()
      .filter(({ path }) => path === undefined || !paths.includes(path));
    if (rest.length < this.items.peek().length) void this.set(rest);
  }

  /** Begins without any, and keeps none: the page shows somebody else's program. */
  detach(): void {
    this.isKept = false;
    this.items.set([]);
  }

  /** All off, or all on again if none is. */
  toggleAll(): void {
    const items = this.items.peek();
    const enabled = items.every((item) => item.enabled === false);
    void this.set(items.map((item) => ({ ...item, enabled })));
  }

  follow(path: string, changes: ChangeDesc, before: Text, after: Text): void {
    this.items.set(moved(this.items.peek(), path, changes, before, after));
  }

  private async set(items: readonly Breakpoint[]): Promise<void> {
    if (items.length > MOST) {
      toast("There can be 1,000 breakpoints: remove some first.", "error");
      return;
    }
    this.items.set(items);
    if (this.isKept) remember("breakpoints", items.map(request));
    await this.tell();
  }

  /** Sends all of them: after a change, and to a service that has forgotten. */
  async tell(): Promise<void> {
    if (!this.line.isOpen) return;
    try {
      const items = this.items.peek().map(request);
      const answer = await this.line.ask("breakpoints", { items });
      if (this.watches.peek().length > 0) await this.setWatches(this.watches.peek());
      this.items.set(answer.items);
      const refused = answer.items.find(
        (item) => item.message !== undefined && item.isVerified === false,
      );
      if (refused?.message !== undefined && refused.condition !== undefined) {
        toast(refused.message, "error");
      }
    } catch (error) {
      toast(words(error), "error");
    }
  }

  async watch(place: string): Promise<void> {
    const item: WatchItem = { id: newId("w"), place, on: "write", enabled: true };
    await this.setWatches([...this.watches.peek(), item]);
  }

  async setWatches(items: readonly WatchItem[]): Promise<void> {
    const plain = items.map(({ id, place, on, condition, enabled }) => ({
      id,
      place,
      on,
      ...(condition === undefined ? {} : { condition }),
      enabled: enabled ?? true,
    }));
    try {
      const answer = await this.line.ask("watches", { items: plain });
      this.watches.set(answer.items);
    } catch (error) {
      toast(words(error), "error");
    }
  }
}

/** An item as it is sent: without what the service has added. */
function request(item: Breakpoint): Breakpoint {
  const { isVerified, hits, message, ...sent } = item;
  if (item.path === undefined) delete sent.line;
  else delete sent.address;
  return sent;
}
