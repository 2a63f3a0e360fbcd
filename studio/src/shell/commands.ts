/** Everything that can be done, as one table: palette, tooltips and keys read it. */

import type { IconName } from "../base/icons";

export interface Command {
  id: string;
  title: string;
  group: string;
  icon?: IconName;
  /** Keys as `Mod-k` or `Shift-F11`; the first is shown. */
  keys?: readonly string[];
  /** Other names people look for, those of MARS among them. */
  names?: readonly string[];
  /** Why it cannot be done now. */
  reason?(): string | undefined;
  /** Where it cannot be done, its keys are the browser's. */
  isShared?: boolean;
  run(): void;
}

export const IS_MAC =
  typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of what was pressed, in the form of `Command.keys`. */
export function keyOf(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  isMac = IS_MAC,
): string {
  const { key } = event;
  if (["Control", "Meta", "Alt", "Shift"].includes(key)) return "";
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // With Alt, some systems give another character: the key's own name is meant.
  const isLetter = /^Key[A-Z]$/.test(event.code);
  const name = event.altKey && isLetter ? event.code.slice(3).toLowerCase() : key;
  return [
    mod ? "Mod-" : "",
    event.altKey ? "Alt-" : "",
    event.shiftKey ? "Shift-" : "",
    name.length === 1 ? name.toLowerCase() : name,
  ].join("");
}

/** A key as it stands on keyboards. */
export function keyName(key: string, isMac = IS_MAC): string {
  // The last key may itself be a minus.
  const parts = key.split(/-(?=.)/).map((part) => {
    if (part === "Mod") return isMac ? "⌘" : "Ctrl";
    if (part === "Alt") return isMac ? "⌥" : "Alt";
    if (part === "Shift") return isMac ? "⇧" : "Shift";
    return part.length === 1 ? part.toUpperCase() : part;
  });
  return parts.join(isMac ? "" : "+");
}

/**
 * How well `text` answers what was typed: higher is better, 0 is not at all. Every word must
 * begin a word of the text, or at least occur in it, or its letters must occur in order.
 */
export function score(query: string, text: string): number {
  const wanted = query.toLowerCase().trim();
  const given = text.toLowerCase();
  if (wanted === "") return 1;
  if (given === wanted) return 1000;
  let total = 0;
  for (const word of wanted.split(/\s+/)) {
    const at = given.indexOf(word);
    if (at === 0) total += 100;
    else if (at > 0) total += /[\s\-./:]/.test(given[at - 1] ?? "") ? 60 : 25;
    else if (isSubsequence(word, given)) total += 5;
    else return 0;
  }
  return total - given.length / 100;
}

function isSubsequence(word: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === word[at]) at += 1;
  return at === word.length;
}

export class Commands {
  private readonly byId = new Map<string, Command>();

  add(...commands: Command[]): void {
    for (const command of commands) this.byId.set(command.id, command);
  }

  get(id: string): Command {
    const found = this.byId.get(id);
    if (found === undefined) throw new Error(`there is no command ${id}`);
    return found;
  }

  run(id: string): void {
    const command = this.get(id);
    if (command.reason?.() === undefined) command.run();
  }

  all(): Command[] {
    return [...this.byId.values()];
  }

  /** The commands for a query, best first; other names count a little less. */
  find(query: string): Command[] {
    const rated = this.all().map((command) => {
      const others = (command.names ?? []).map((name) => score(query, name) * 0.9);
      const own = score(query, `${command.title}`);
      return { command, value: Math.max(own, score(query, command.group) * 0.3, ...others) };
    });
    const good = rated.filter(({ value }) => value > 0);
    if (query.trim() !== "") good.sort((a, b) => b.value - a.value);
    return good.map(({ command }) => command);
  }

  /** Carries out what `event` stands for; whether there was something. */
  handle(event: KeyboardEvent): boolean {
    const key = keyOf(event);
    if (key === "") return false;
    const command = this.all().find((one) => one.keys?.includes(key));
    const reason = command?.reason?.();
    if (command === undefined || (reason !== undefined && command.isShared === true)) return false;
    event.preventDefault();
    event.stopPropagation();
    if (reason === undefined) command.run();
    return true;
  }
}
