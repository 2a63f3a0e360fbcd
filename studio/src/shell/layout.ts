/** Where the panels are: three docks of tabs, sizes, all remembered. */

import { computed, signal, type Computed, type Signal } from "../base/reactive";
import { nextOf, stepOf } from "../base/arrows";
import { h, type Child } from "../base/dom";
import { icon } from "../base/icons";
import { menu, spotOf } from "../base/popover";
import { recall, remember } from "../base/store";
import type { Studio } from "../model/studio";

export type DockId = "display" | "machine" | "bottom";
export const DOCKS: readonly DockId[] = ["display", "machine", "bottom"];
const DOCK_NAMES: Record<DockId, string> = {
  display: "Top right",
  machine: "Right",
  bottom: "Bottom",
};

export interface PanelKind {
  id: string;
  title: string;
  dock: DockId;
  /** Other names for the palette. */
  names?: readonly string[];
  badge?: () => string;
  /** It needs more room than a few lines. */
  isTall?: boolean;
  make(studio: Studio, isVisible: Computed<boolean>): HTMLElement;
}

export interface Arrangement {
  docks: Record<DockId, string[]>;
  active: Record<DockId, string>;
}

export interface Sizes {
  side: number;
  right: number;
  bottom: number;
  /** The height of the bottom while a tall panel is in front there. */
  tall: number;
  /** The part of the right column that the display has. */
  display: number;
}

function between(least: number, value: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)));
}

/** What fits this window, before the user has an opinion. */
function usualSizes(): Sizes {
  return {
    side: between(170, innerWidth * 0.158, 240),
    right: between(400, innerWidth * 0.34, 620),
    bottom: between(150, innerHeight * 0.235, 320),
    tall: between(150, innerHeight * 0.5, 520),
    display: 0.48,
  };
}

export type PresetName = "write" | "debug" | "play" | "present";

interface Preset {
  title: string;
  /** What it is for, in a few words. */
  about: string;
  isSideOpen: boolean;
  isRightOpen: boolean;
  isBottomOpen: boolean;
  sizes: () => Partial<Sizes>;
  /** Panels that are brought to the front. */
  panels: readonly string[];
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  write: {
    title: "Write",
    about: "the text, with its problems below",
    isSideOpen: true,
    isRightOpen: false,
    isBottomOpen: true,
    sizes: () => ({}),
    panels: ["problems"],
  },
  debug: {
    title: "Debug",
    about: "the machine beside the text",
    isSideOpen: false,
    isRightOpen: true,
    isBottomOpen: true,
    sizes: () => ({ bottom: between(170, innerHeight * 0.34, 420), display: 0.4 }),
    panels: ["registers", "code"],
  },
  play: {
    title: "Play",
    about: "a large display, and the console",
    isSideOpen: false,
    isRightOpen: true,
    isBottomOpen: true,
    sizes: () => ({
      right: between(480, innerWidth * 0.58, 1100),
      bottom: between(110, innerHeight * 0.16, 200),
      display: 0.935,
    }),
    panels: ["console", "display"],
  },
  present: {
    title: "Present",
    about: "only the text and the console",
    isSideOpen: false,
    isRightOpen: false,
    isBottomOpen: true,
    sizes: () => ({ bottom: between(150, innerHeight * 0.28, 320) }),
    panels: ["console"],
  },
};

/** What was remembered as an arrangement; storage may be damaged, or of another version. */
interface KeptArrangement {
  docks?: Partial<Record<DockId, unknown>>;
  active?: Partial<Record<DockId, unknown>>;
}

/** The arrangement with every panel in exactly one dock, whatever was remembered. */
export function arranged(
  kinds: readonly PanelKind[],
  kept: KeptArrangement | undefined,
): Arrangement {
  const docks: Record<DockId, string[]> = { display: [], machine: [], bottom: [] };
  const placed = new Set<string>();
  for (const dock of DOCKS) {
    const ids = kept?.docks?.[dock];
    for (const id of Array.isArray(ids) ? (ids as unknown[]) : []) {
      if (typeof id !== "string" || placed.has(id)) continue;
      if (!kinds.some((kind) => kind.id === id)) continue;
      docks[dock].push(id);
      placed.add(id);
    }
  }
  for (const kind of kinds) if (!placed.has(kind.id)) docks[kind.dock].push(kind.id);
  const first = (dock: DockId): string => {
    const active = kept?.active?.[dock];
    const isThere = typeof active === "string" && docks[dock].includes(active);
    return isThere ? active : (docks[dock][0] ?? "");
  };
  return {
    docks,
    active: { display: first("display"), machine: first("machine"), bottom: first("bottom") },
  };
}

/** Moves a panel; the dock it leaves shows another one. */
export function relocated(now: Arrangement, id: string, to: DockId, before?: string): Arrangement {
  const docks = { ...now.docks };
  const active = { ...now.active };
  for (const dock of DOCKS) {
    const at = docks[dock].indexOf(id);
    docks[dock] = docks[dock].filter((other) => other !== id);
    if (active[dock] === id) active[dock] = docks[dock][Math.max(0, at - 1)] ?? "";
  }
  const at = before === undefined ? -1 : docks[to].indexOf(before);
  docks[to].splice(at < 0 ? docks[to].length : at, 0, id);
  active[to] = id;
  return { docks, active };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const areSizes = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every(Number.isFinite);

export class Layout {
  readonly arrangement: Signal<Arrangement>;
  readonly sizes = signal<Sizes>({ ...usualSizes(), ...recall("sizes", {}, areSizes) });
  readonly isSideOpen = signal(recall("side", true, (value) => typeof value === "boolean"));
  readonly isBottomOpen = signal(true);
  readonly isRightOpen = signal(true);
  /** Whether the program draws; set by the shell. */
  readonly hasDisplay = signal(false);
  /** Somebody wants to see the display's place, also while it is empty. */
  private readonly isDisplayWanted = signal(false);
  /** The display has a place of its own only where there is something in it. */
  readonly isDisplayOpen: Computed<boolean>;
  /** The size that the bottom has now: tall panels have one of their own. */
  readonly bottomSize: Computed<"bottom" | "tall">;
  /** Which part a small screen shows. */
  readonly part = signal<"code" | "side" | DockId>("code");
  private readonly made = new Map<string, HTMLElement>();

  constructor(
    private readonly studio: Studio,
    readonly kinds: readonly PanelKind[],
  ) {
    const kept = recall<KeptArrangement | undefined>("panels", undefined, isObject);
    this.arrangement = signal(arranged(kinds, kept));
    this.bottomSize = computed(() => {
      const front = this.arrangement().active.bottom;
      return kinds.some((kind) => kind.id === front && kind.isTall === true) ? "tall" : "bottom";
    });
    this.isDisplayOpen = computed(() => {
      const { display } = this.arrangement().docks;
      const isOnlyDisplay = display.every((id) => id === "display");
      if (display.length === 0) return false;
      return !isOnlyDisplay || this.hasDisplay() || this.isDisplayWanted();
    });
  }

  private set(next: Arrangement): void {
    this.arrangement.set(next);
    remember("panels", next);
  }

  setSizes(change: Partial<Sizes>): void {
    this.sizes.update((sizes) => ({ ...sizes, ...change }));
    remember("sizes", this.sizes.peek());
  }

  reset(): void {
    this.set(arranged(this.kinds, undefined));
    this.setSizes(usualSizes());
    this.isDisplayWanted.set(false);
    this.isSideOpen.set(true);
    this.isBottomOpen.set(true);
    this.isRightOpen.set(true);
  }

  /** Arranges everything for one purpose; what was moved elsewhere by hand stays there. */
  use(name: PresetName): void {
    const { isSideOpen, isRightOpen, isBottomOpen, sizes, panels } = PRESETS[name];
    this.setSizes({ ...usualSizes(), ...sizes() });
    this.isDisplayWanted.set(false);
    for (const id of panels) this.show(id);
    this.isSideOpen.set(isSideOpen);
    remember("side", isSideOpen);
    this.isRightOpen.set(isRightOpen);
    this.isBottomOpen.set(isBottomOpen);
    this.part.set(name === "play" ? "display" : "code");
  }

  toggleSide(): void {
    this.isSideOpen.update((value) => !value);
    remember("side", this.isSideOpen.peek());
  }

  show(id: string): void {
    const now = this.arrangement.peek();
    const dock = DOCKS.find((one) => now.docks[one].includes(id));
    if (dock === undefined) return;
    this.set({ ...now, active: { ...now.active, [dock]: id } });
    if (dock === "display") this.isDisplayWanted.set(true);
    if (dock === "bottom") this.isBottomOpen.set(true);
    else this.isRightOpen.set(true);
    this.part.set(dock);
  }

  move(id: string, to: DockId, before?: string): void {
    this.set(relocated(this.arrangement.peek(), id, to, before));
  }

  private panel(id: string): HTMLElement {
    const known = this.made.get(id);
    if (known !== undefined) return known;
    const kind = this.kinds.find((one) => one.id === id);
    if (kind === undefined) throw new Error(`there is no panel ${id}`);
    const isVisible = computed(() => {
      const { active } = this.arrangement();
      return this.studio.page() === "work" && DOCKS.some((dock) => active[dock] === id);
    });
    const element = h(
      "div",
      { class: `panel panel-${id}`, role: "tabpanel", id: `panel-${id}`, "aria-label": kind.title },
      kind.make(this.studio, isVisible),
    );
    this.made.set(id, element);
    return element;
  }

  dock(dock: DockId): HTMLElement {
    const body = h("div", { class: "dock-body" });
    const ids = computed(() => this.arrangement().docks[dock].join(" "));
    const active = computed(() => this.arrangement().active[dock]);
    const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": DOCK_NAMES[dock] }, () =>
      ids()
        .split(" ")
        .filter((id) => id !== "")
        .map((id) => this.tab(dock, id, active)),
    );
    const element = h("section", { class: `dock dock-${dock}`, "aria-label": DOCK_NAMES[dock] });
    element.append(h("header", { class: "dock-head" }, tabs), body);
    element.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("text/panel") === true) event.preventDefault();
    });
    element.addEventListener("drop", (event) => {
      const id = event.dataTransfer?.getData("text/panel") ?? "";
      if (id !== "") this.move(id, dock);
    });
    return this.filled(element, body, active);
  }

  /** Panels are made outside of any effect: they live as long as the page. */
  private filled(element: HTMLElement, body: HTMLElement, active: Computed<string>): HTMLElement {
    const place = (): Child => {
      const id = active();
      queueMicrotask(() => {
        body.replaceChildren(...(id === "" ? [] : [this.panel(id)]));
      });
      return null;
    };
    element.append(h("span", { hidden: true }, place));
    return element;
  }

  private tab(dock: DockId, id: string, active: Computed<string>): HTMLElement {
    const kind = this.kinds.find((one) => one.id === id);
    const title = kind?.title ?? id;
    const open = (event: Event): void => {
      event.preventDefault();
      const entries = DOCKS.map((to) => ({
        title: `Move to: ${DOCK_NAMES[to]}`,
        isChecked: to === dock,
        run: () => {
          this.move(id, to);
        },
      }));
      const all = [
        ...entries,
        null,
        {
          title: "Reset the layout",
          run: () => {
            this.reset();
          },
        },
      ];
      menu(spotOf(event), all, `Panel ${title}`);
    };
    return h(
      "button",
      {
        class: "tab",
        role: "tab",
        id: `tab-${id}`,
        draggable: "true",
        "aria-selected": () => String(active() === id),
        "aria-controls": () => (active() === id ? `panel-${id}` : null),
        tabindex: () => (active() === id ? 0 : -1),
        onclick: () => {
          this.show(id);
        },
        oncontextmenu: open,
        onkeydown: (event: KeyboardEvent) => {
          this.moveAlong(event);
        },
        ondragstart: (event: DragEvent) => {
          event.dataTransfer?.setData("text/panel", id);
        },
        ondrop: (event: DragEvent) => {
          const moved = event.dataTransfer?.getData("text/panel") ?? "";
          event.stopPropagation();
          if (moved !== "" && moved !== id) this.move(moved, dock, id);
        },
      },
      title,
      () => {
        const badge = kind?.badge?.() ?? "";
        return badge === "" ? null : h("span", { class: "badge" }, badge);
      },
    );
  }

  private moveAlong(event: KeyboardEvent): void {
    const tab = event.currentTarget as HTMLElement;
    const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const next = nextOf(event, tabs, tabs.indexOf(tab), "x");
    if (next === undefined) return;
    event.preventDefault();
    next.click();
    next.focus();
  }
}

/** A bar between two parts that is dragged, or moved by arrow keys. */
export function splitter(
  label: string,
  axis: "x" | "y",
  value: () => number,
  set: (next: number) => void,
  direction: 1 | -1,
): HTMLElement {
  const bar = h("div", {
    class: `splitter ${axis}`,
    role: "separator",
    tabindex: "0",
    "aria-label": label,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal",
    "aria-valuenow": () => Math.round(value()),
    "aria-valuemin": "0",
    "aria-valuemax": "4000",
  });
  bar.addEventListener("pointerdown", (event) => {
    const start = axis === "x" ? event.clientX : event.clientY;
    const from = value();
    bar.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent): void => {
      set(from + direction * ((axis === "x" ? moved.clientX : moved.clientY) - start));
    };
    bar.addEventListener("pointermove", move);
    // Also when a finger's gesture is taken over by the browser.
    bar.addEventListener(
      "lostpointercapture",
      () => {
        bar.removeEventListener("pointermove", move);
      },
      { once: true },
    );
  });
  bar.addEventListener("keydown", (event) => {
    const step = stepOf(event, axis);
    if (step === undefined) return;
    event.preventDefault();
    set(value() + direction * step * 16);
  });
  return bar;
}

export function iconButton(
  name: Parameters<typeof icon>[0],
  label: string,
  onclick: (event: Event) => void,
): HTMLElement {
  return h(
    "button",
    { class: "icon-button", "aria-label": label, title: label, onclick },
    icon(name),
  );
}
