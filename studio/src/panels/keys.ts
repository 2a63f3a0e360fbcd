/** Keys on the screen, for programs that want them where there is no keyboard. */

import { h } from "../base/dom";
import { icon } from "../base/icons";
import type { Studio } from "../model/studio";

/** As a keyboard repeats a key that is held, in milliseconds. */
const REPEAT_AFTER = 350;
const REPEAT_EVERY = 90;

const KEYS: readonly (readonly [key: string, name: string, face: string])[] = [
  ["ArrowUp", "Up, w", "w"],
  ["ArrowLeft", "Left, a", "a"],
  ["ArrowDown", "Down, s", "s"],
  ["ArrowRight", "Right, d", "d"],
  ["Enter", "Enter", "Enter"],
  [" ", "Space", "Space"],
];

/** The keys that a field of text has been given, as a keyboard would have sent them. */
export function keysOf(event: Pick<InputEvent, "inputType" | "data">): string[] {
  if (event.inputType.startsWith("delete")) return ["Backspace"];
  if (event.inputType === "insertLineBreak") return ["Enter"];
  const all = [...(event.data ?? "")];
  // A word that is being put together is told again with every letter of it.
  return event.inputType === "insertCompositionText" ? all.slice(-1) : all;
}

/** A button that sends its key when it is touched, and again while it is held. */
function held(send: () => void, name: string, key: string, face: string): HTMLElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    send();
    timer = setTimeout(again, REPEAT_EVERY);
  };
  const up = (): void => {
    clearTimeout(timer);
  };
  return h(
    "button",
    {
      class: "touch-key",
      "data-key": key,
      "aria-label": name,
      onpointerdown: (event: PointerEvent) => {
        // The focus stays where it is, and with it the system's keyboard.
        event.preventDefault();
        up();
        send();
        timer = setTimeout(again, REPEAT_AFTER);
      },
      onpointerup: up,
      onpointercancel: up,
      onpointerleave: up,
      oncontextmenu: (event: Event) => {
        event.preventDefault();
      },
      // A press by the keyboard or a screen reader is a click without a pointer.
      onclick: (event: MouseEvent) => {
        if (event.detail === 0) send();
      },
    },
    face,
  );
}

/** Brings up the system's keyboard: what it types goes to the program, and stays nowhere. */
function systemKeyboard(send: (key: string) => void): HTMLElement {
  const field = h("input", {
    class: "touch-field",
    "aria-label": "Keys for the program",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: "false",
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      send("Enter");
    },
    oninput: (event: Event) => {
      for (const key of keysOf(event as InputEvent)) send(key);
      // One character stays, so that there is always something to be deleted.
      field.value = " ";
    },
  });
  field.value = " ";
  return h("label", { class: "touch-key all-keys", title: "All keys" }, icon("keyboard"), field);
}

/** Whether a program is there that could look at keys; what waits for a line has the console. */
function isWanted(studio: Studio): boolean {
  const { kind, waiting } = studio.run.state();
  return kind !== "idle" && !(kind === "waiting" && waiting === "input");
}

export function touchKeys(studio: Studio): HTMLElement {
  const send = (key: string): void => {
    studio.line.tell("key", { key });
  };
  const keys = KEYS.map(([key, name, face]) =>
    held(
      () => {
        send(key);
      },
      name,
      key,
      face,
    ),
  );
  return h(
    "div",
    {
      class: "touch-keys",
      role: "group",
      "aria-label": "Keys for the program",
      hidden: () => !isWanted(studio),
    },
    keys,
    systemKeyboard(send),
  );
}
