/** What the browser remembers for us between visits; without storage everything still works. */

import { effect, signal, type Signal } from "./reactive";

const PREFIX = "jetan:";

export function recall<T>(key: string, fallback: T, isValid: (value: unknown) => boolean): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return isValid(value) ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Whether something is a list of objects that have these texts: storage may be damaged. */
export function isListOf(...texts: readonly string[]): (value: unknown) => boolean {
  const isRow = (row: unknown): boolean =>
    typeof row === "object" &&
    row !== null &&
    texts.every((name) => typeof (row as Record<string, unknown>)[name] === "string");
  return (value) => Array.isArray(value) && value.every(isRow);
}

/** Whether something is a list of texts. */
export function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** The keys that begin like this. */
export function names(beginning: string): string[] {
  try {
    const all = Object.keys(localStorage);
    return all.flatMap((key) =>
      key.startsWith(PREFIX + beginning) ? [key.slice(PREFIX.length)] : [],
    );
  } catch {
    return [];
  }
}

/** Whether it could be kept: storage may be full or forbidden. */
export function remember(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A signal that has the value it had in the last visit. */
export function remembered<T>(
  key: string,
  fallback: T,
  isValid: (value: unknown) => boolean = (value) => typeof value === typeof fallback,
): Signal<T> {
  const made = signal(recall(key, fallback, isValid));
  let isFirst = true;
  effect(() => {
    const value = made();
    if (!isFirst) remember(key, value);
    isFirst = false;
  });
  return made;
}
