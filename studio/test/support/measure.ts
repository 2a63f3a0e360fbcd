/** What measurements have in common. */

import { readdirSync, readFileSync } from "node:fs";

/** Says what was measured, and what is wanted. */
export type Say = (what: string, value: string, wanted: string) => void;

/** The middle, and what nine of ten are below. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(1);
  return `${at(0.5)} ms (90 %: ${at(0.9)} ms)`;
}

/** CPU time of a process in seconds, thread by thread as the kernel counts it. */
export function threads(pid: number): Map<string, number> {
  const used = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const nanoseconds = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0];
    used.set(task, Number(nanoseconds) / 1e9);
  }
  return used;
}

/** The same of all threads together. */
export function seconds(pid: number): number {
  return [...threads(pid).values()].reduce((sum, one) => sum + one, 0);
}
