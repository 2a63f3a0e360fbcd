/** The display: crisp pixels, keys while it has the focus, and a word on what would be here. */

import { h, listen, type Child } from "../base/dom";
import { hex } from "../base/format";
import { effect, signal } from "../base/reactive";
import type { DisplayShown, DisplaySource } from "../model/protocol";
import { menu, type Entry } from "../base/popover";
import { crisp, type Screen, type Screens } from "../model/screens";
import type { Studio } from "../model/studio";
import { iconButton } from "../shell/layout";
import { empty } from "./fresh";
import { touchKeys } from "./keys";

const NAMES: Record<DisplaySource, string> = {
  bitmap: "Bitmap",
  screen: "Screen",
  lab: "Lab",
  robot: "Robot",
};

const FOUND: Record<string, string> = {
  option: "as set",
  comment: "from the comment",
  stores: "found by its stores",
};

function describe(info: DisplayShown): string {
  const unit = info.unitWidth ?? 1;
  const size = `${info.width * unit}×${info.height * (info.unitHeight ?? 1)}`;
  const parts = [size];
  if (unit > 1) parts.push(`unit ${unit}`);
  if (info.base !== undefined) parts.push(hex(info.base));
  const found = FOUND[info.found ?? ""];
  if (found !== undefined) parts.push(found);
  return parts.join(" · ");
}

/** Whether a key belongs to the program: everything but the studio's own keys. */
export function isForProgram(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key !== "Tab" && !/^F\d+$/.test(event.key) && event.key.length > 0;
}

/** Keys of the program; Escape gives the focus back. */
function passKey(studio: Studio, focus: KeyFocus): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isForProgram(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") focus.giveBack();
    else studio.line.tell("key", { key: event.key });
  };
}

/** Frames to wait for a panel that was just asked for. */
const FOCUS_FRAMES_MOST = 60;

/** Who has the keys: the display takes them when the program looks for one for the first time. */
class KeyFocus {
  private before: HTMLElement | undefined;
  /** The run whose wish was heard. */
  private heard: number | undefined;
  private hasTyped = false;

  constructor(
    private readonly studio: Studio,
    private readonly stage: () => HTMLElement,
  ) {
    const { run } = studio;
    run.follow((fate) => {
      if (fate === "began" || fate === "replaced" || fate === "gone") this.hasTyped = false;
    });
    listen<KeyboardEvent>(document, "keydown", (event) => {
      // Whoever writes after the start is not to be interrupted.
      const target = event.target as Element;
      const isText = target.closest(".cm-content, input, textarea") !== null;
      if (isText && isForProgram(event)) this.hasTyped = true;
    });
    effect(() => {
      const { wantsKeys, kind } = run.state();
      const number = run.current()?.number;
      if (wantsKeys !== true || kind !== "running" || this.heard === number) return;
      this.heard = number;
      this.take();
    });
  }

  private take(): void {
    const isBusy = document.querySelector("dialog[open], .popover") !== null;
    if (this.studio.page.peek() !== "work" || this.hasTyped || isBusy) return;
    this.studio.showPanel("display");
    const now = document.activeElement;
    this.before = now instanceof HTMLElement && now !== document.body ? now : undefined;
    this.focusWhenShown(FOCUS_FRAMES_MOST);
  }

  /** The panel may come into sight only now: what is not laid out yet takes no focus. */
  private focusWhenShown(frames: number): void {
    requestAnimationFrame(() => {
      const stage = this.stage();
      stage.focus();
      if (document.activeElement === stage || frames === 0 || this.hasTyped) return;
      this.focusWhenShown(frames - 1);
    });
  }

  /** To where the focus was, or to the program. */
  giveBack(): void {
    const { before } = this;
    this.before = undefined;
    this.stage().blur();
    if (before?.isConnected === true) before.focus();
    else this.studio.documents.active.peek()?.view?.focus();
  }
}

/**
 * What can be asked about a display, or about one pixel of a bitmap. Inside an editor only reasons
 * are: its own breakpoints are its business.
 */
function entries(studio: Studio, place: string, name: string, isInEditor: boolean): Entry[] {
  const why: Entry = {
    title: `Why ${name}?`,
    icon: "why",
    run: () => {
      void studio.why({ place }, name);
    },
  };
  const isPixel = place.startsWith("pixel");
  if (isInEditor) return isPixel ? [why] : [];
  const watch: Entry = {
    title: `Stop when ${name} changes`,
    icon: "target",
    run: () => {
      void studio.breakpoints.watch(place);
      studio.showPanel("breakpoints");
    },
  };
  if (!isPixel) return [watch];
  return [
    why,
    watch,
    {
      title: "Go to its last change",
      icon: "back",
      run: () => {
        void studio.run.travel({ write: place });
      },
    },
  ];
}

/** The unit of a bitmap under the pointer; none beside the picture. */
export function unitAt(
  info: Pick<DisplayShown, "width" | "height">,
  box: { left: number; top: number; width: number; height: number },
  at: { x: number; y: number },
): [column: number, row: number] | undefined {
  const column = Math.floor(((at.x - box.left) / box.width) * info.width);
  const row = Math.floor(((at.y - box.top) / box.height) * info.height);
  const isWithin = column >= 0 && row >= 0 && column < info.width && row < info.height;
  return isWithin ? [column, row] : undefined;
}

const DEVICES: Record<DisplaySource, [place: string, name: string]> = {
  bitmap: ["display", "the display"],
  screen: ["screen", "the screen"],
  lab: ["digits", "the digits"],
  robot: ["robot", "the robot"],
};

/** A right click on a display: of a bitmap about the pixel under it. */
function askPixel(
  studio: Studio,
  screen: () => Screen | undefined,
  isInEditor: boolean,
): (event: MouseEvent) => void {
  const ask = (spot: { x: number; y: number }, place: string, name: string): void => {
    const all = entries(studio, place, name, isInEditor);
    if (all.length > 0) menu(spot, all, name);
  };
  return (event) => {
    const shown = screen();
    if (shown === undefined) return;
    event.preventDefault();
    const spot = { x: event.clientX, y: event.clientY };
    if (shown.info.source !== "bitmap") {
      const [place, name] = DEVICES[shown.info.source];
      ask(spot, place, name);
      return;
    }
    const unit = unitAt(shown.info, shown.canvas.getBoundingClientRect(), spot);
    if (unit === undefined) return;
    const place = `pixel ${unit[0]},${unit[1]}`;
    ask(spot, place, place);
  };
}

function stage(
  studio: Studio,
  screen: () => Screen | undefined,
  focus: () => KeyFocus,
  isInEditor: boolean,
): HTMLElement {
  const holder = h("div", {
    class: "stage",
    tabindex: "0",
    role: "application",
    "aria-label": "Display; keys go to the program while it has the focus, Escape gives them back",
    onkeydown: (event: KeyboardEvent) => {
      passKey(studio, focus())(event);
    },
    onpointerdown: () => {
      holder.focus();
    },
    oncontextmenu: askPixel(studio, screen, isInEditor),
  });
  const fit = (): void => {
    const shown = screen();
    if (shown === undefined) return;
    const { info, canvas } = shown;
    const box = { width: holder.clientWidth - 2, height: holder.clientHeight - 2 };
    if (box.width <= 0 || box.height <= 0) return;
    const unitWidth = info.unitWidth ?? 1;
    const unitHeight = info.unitHeight ?? 1;
    // One unit is unitWidth × unitHeight: a square one needs no more than its own pixels.
    const ratio = unitWidth / unitHeight;
    const size = crisp(info.width * ratio, info.height, box, devicePixelRatio);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
  };
  new ResizeObserver(fit).observe(holder);
  effect(() => {
    const shown = screen();
    if (shown !== undefined) {
      shown.canvas.setAttribute("role", "img");
      shown.canvas.setAttribute("aria-label", `${NAMES[shown.info.source]} display`);
      shown.canvas.dataset["source"] = shown.info.source;
      holder.replaceChildren(shown.canvas);
      fit();
    }
  });
  return holder;
}

function keypad(studio: Studio): HTMLElement {
  const up = (): void => {
    studio.line.tell("pad", {});
  };
  const keys = Array.from({ length: 16 }, (_, key) =>
    h(
      "button",
      {
        onpointerdown: () => {
          studio.line.tell("pad", { key });
        },
        onpointerup: up,
        onpointerleave: up,
        onkeydown: (event: KeyboardEvent) => {
          if (event.key === "Enter" || event.key === " ") studio.line.tell("pad", { key });
        },
        onkeyup: up,
      },
      key.toString(16).toUpperCase(),
    ),
  );
  return h("div", { class: "keypad", role: "group", "aria-label": "Keypad of the lab" }, keys);
}

function chooser(
  screens: Screens,
  shown: () => Screen | undefined,
  choose: (source: DisplaySource) => void,
): () => HTMLElement | null {
  const button = (source: DisplaySource): HTMLElement =>
    h(
      "button",
      {
        "aria-pressed": () => String(shown()?.info.source === source),
        onclick: () => {
          choose(source);
        },
      },
      NAMES[source],
    );
  return () => {
    const all = screens.all();
    if (all.length < 2) return null;
    const buttons = all.map(({ info }) => button(info.source));
    return h("div", { class: "segmented", role: "group", "aria-label": "Which display" }, buttons);
  };
}

function nothing(studio: Studio, focus: () => KeyFocus): HTMLElement {
  return h(
    "div",
    {
      class: "stage none",
      tabindex: "0",
      role: "application",
      "aria-label": "No display; keys go to the program while this has the focus",
      onkeydown: (event: KeyboardEvent) => {
        passKey(studio, focus())(event);
      },
    },
    empty(
      "No display yet",
      "A program that writes to the bitmap display, or uses a course's screen, draws here.",
      "Size and position are detected automatically; see `jetan explain bitmap`.",
    ),
  );
}

/** The buttons of the display's bar: sound, options, full screen. */
function tools(studio: Studio, openOptions: () => void, box: () => HTMLElement): Child {
  const mute = (): HTMLElement =>
    iconButton(studio.isMuted() ? "mute" : "sound", studio.isMuted() ? "Sound on" : "Mute", () => {
      studio.isMuted.update((value) => !value);
    });
  return [
    mute,
    iconButton("gear", "Options of the run", openOptions),
    iconButton("full", "Full screen", () => {
      void box()
        .requestFullscreen()
        .catch(() => undefined);
    }),
  ];
}

/** The panel; without `openOptions` it is inside an editor, which has what the bar would offer. */
export function displayPanel(screens: Screens, openOptions?: () => void) {
  return (studio: Studio): HTMLElement => {
    const chosen = signal<DisplaySource | undefined>(undefined);
    const shown = (): Screen | undefined =>
      screens.all().find((screen) => screen.info.source === chosen()) ?? screens.all()[0];
    const title = (): string => {
      const screen = shown();
      return screen === undefined ? "" : describe(screen.info);
    };
    const none = nothing(studio, () => focus);
    const live = stage(studio, shown, () => focus, openOptions === undefined);
    const focus = new KeyFocus(studio, () => (shown() === undefined ? none : live));
    const pad = keypad(studio);
    const box: HTMLElement = h(
      "div",
      { class: "fill column display" },
      h(
        "div",
        { class: "bar" },
        chooser(screens, shown, chosen.set),
        h("span", { class: "quiet mono grow" }, title),
        openOptions !== undefined && tools(studio, openOptions, () => box),
      ),
      h("div", { class: "stages" }, () => {
        const screen = shown();
        // A program may look for keys before it draws, and its first picture takes the place of
        // what had the focus until then.
        const hasFocus = [none, live].some((place) => place.contains(document.activeElement));
        if (hasFocus) queueMicrotask(() => (screen === undefined ? none : live).focus());
        if (screen === undefined) return none;
        return screen.info.source === "lab" ? [live, pad] : live;
      }),
      touchKeys(studio),
    );
    return box;
  };
}
