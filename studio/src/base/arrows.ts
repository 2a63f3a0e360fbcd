/** Arrow keys in one place: which item of a group is next, and groups with one Tab stop. */

export type Axis = "x" | "y" | "both";

const STEPS: Record<Axis, Partial<Record<string, number>>> = {
  x: { ArrowRight: 1, ArrowLeft: -1 },
  y: { ArrowDown: 1, ArrowUp: -1 },
  both: { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 },
};

/** How far a key goes along an axis; nothing if it is another key, or with a modifier. */
export function stepOf(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  axis: Axis,
): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return STEPS[axis][event.key];
}

/** The item after `at` in the direction of a key, around the ends; `Home` and `End` are these. */
export function nextOf<T>(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  items: readonly T[],
  at: number,
  axis: Axis,
): T | undefined {
  if (items.length === 0) return undefined;
  if (event.key === "Home") return items[0];
  if (event.key === "End") return items.at(-1);
  const step = stepOf(event, axis);
  if (step === undefined) return undefined;
  // Whoever is nowhere comes in at the end that the key leads away from.
  if (at < 0) return step > 0 ? items[0] : items.at(-1);
  return items[(at + step + items.length) % items.length];
}

/**
 * Makes a group one stop of the Tab key: arrows walk through it, and whoever comes back is where
 * he was. Items that come and go are taken in.
 */
export function roving(group: HTMLElement, selector: string, axis: Axis = "both"): void {
  const all = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(selector)];
  const inSight = (): HTMLElement[] => all().filter((item) => item.offsetParent !== null);
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const item of all()) {
      const index = item === chosen ? "0" : "-1";
      if (item.getAttribute("tabindex") !== index) item.setAttribute("tabindex", index);
    }
  };
  const settle = (): void => {
    const items = all();
    const kept = items.filter((item) => item.getAttribute("tabindex") === "0");
    const isSettled = items.every((item) => item.hasAttribute("tabindex"));
    if (items.length > 0 && (kept.length !== 1 || !isSettled)) choose(kept[0] ?? items[0]);
  };
  group.addEventListener("focusin", (event) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>(selector);
    if (item !== null) choose(item);
  });
  group.addEventListener("keydown", (event) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>(selector);
    const items = inSight();
    const next = item === null ? undefined : nextOf(event, items, items.indexOf(item), axis);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  new MutationObserver(settle).observe(group, { childList: true, subtree: true });
  settle();
}
