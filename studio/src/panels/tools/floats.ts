/** Floating-point patterns: sign, exponent and fraction of a register or of a number. */

import { h, type Child } from "../../base/dom";
import { computed, effect, signal } from "../../base/reactive";
import { words } from "../../base/toast";
import { RequestError } from "../../model/failure";
import type { FloatAnswer, FloatQuery } from "../../model/protocol";
import { dimmed, fresh } from "../fresh";
import { toolTable } from "./parts";
import type { ToolPlace, ToolView } from "./parts";

const REGISTERS = Array.from({ length: 32 }, (_, number) => `$f${number}`);

/** Bits as buttons: each turns itself over. */
function bits(found: FloatAnswer, turn: (pattern: string) => void): HTMLElement {
  const whole = found.sign + found.exponent + found.fraction;
  let at = 0;
  const part = (name: string, digits: string, note: string): HTMLElement => {
    const first = at;
    at += digits.length;
    const buttons = [...digits].map((digit, index) => {
      const place = first + index;
      const other = digit === "0" ? "1" : "0";
      return h(
        "button",
        {
          class: "bit",
          "aria-label": `Bit ${found.bits - 1 - place} is ${digit}`,
          onclick: () => {
            turn(`0b${whole.slice(0, place)}${other}${whole.slice(place + 1)}`);
          },
        },
        digit,
      );
    });
    return h(
      "span",
      { class: `bit-part bit-${name}`, role: "group", "aria-label": name },
      h("span", { class: "bit-name" }, name),
      h("span", { class: "bit-digits mono" }, buttons),
      h("span", { class: "bit-width" }, note),
    );
  };
  const width = (digits: string): string =>
    `${digits.length} ${digits.length === 1 ? "bit" : "bits"}`;
  const stored = `${found.storedExponent}, less ${found.bias}`;
  return h(
    "div",
    { class: "bit-parts" },
    part("sign", found.sign, found.sign === "1" ? "negative" : "positive"),
    part("exponent", found.exponent, stored),
    part("fraction", found.fraction, width(found.fraction)),
  );
}

function explained(found: FloatAnswer): Child {
  const rows: [string, string][] = [
    ["Value", `${found.shortest} (${found.class})`],
    ["Exactly", found.exact],
    ["Formula", found.formula],
    ["Pattern", found.hex],
  ];
  const near: [string, FloatAnswer["below"]][] = [
    ["Next below", found.below],
    ["Next above", found.above],
  ];
  for (const [name, one] of near) {
    if (one !== undefined) rows.push([name, `${one.text}  ${one.hex}`]);
  }
  return toolTable(
    "Meaning",
    ["", ""],
    rows.map(([name, text]) => [name, h("span", { class: "float-text" }, text)]),
  );
}

/** The pattern that is asked for, which is a register's as long as nothing is typed. */
function asking(place: ToolPlace) {
  const { studio, isVisible } = place;
  const register = signal("$f0");
  const typed = signal("");
  const isDouble = signal(false);
  const answer = signal<FloatAnswer | undefined>(undefined);
  const error = signal("");
  const query = computed((): FloatQuery =>
    typed() === ""
      ? { register: register(), isDouble: isDouble() }
      : { value: typed(), isDouble: isDouble() },
  );
  let latest = 0;
  const ask = async (): Promise<FloatAnswer | undefined> => {
    const wanted = query();
    latest += 1;
    const mine = latest;
    try {
      const found = await studio.line.ask("float", wanted);
      if (mine === latest) {
        error.set("");
        answer.set(found);
      }
      return found;
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      const isIdle = problem.code === "not-started";
      const hint = "Registers are shown once a program has started; type a number instead.";
      if (mine === latest) {
        error.set(isIdle ? hint : words(problem));
        answer.set(undefined);
      }
      return undefined;
    }
  };
  const isOld = fresh(studio, isVisible, ask, () => undefined);
  // A number can be looked at without any run.
  effect(() => {
    if (isVisible() && studio.run.state().kind === "idle") void ask();
  });
  return { register, typed, isDouble, answer, error, isOld };
}

export const floatsView: ToolView = (place) => {
  const { register, typed, isDouble, answer, error, isOld } = asking(place);
  const names = (): string[] => REGISTERS.filter((_, at) => !isDouble() || at % 2 === 0);
  const choose = h(
    "select",
    {
      "aria-label": "Register",
      onchange: (event: Event) => {
        typed.set("");
        register.set((event.target as HTMLSelectElement).value);
      },
    },
    () => names().map((name) => h("option", { selected: name === register() }, name)),
  );
  const input = h("input", {
    class: "tool-setting mono",
    placeholder: "0.1, 0x3dcccccd, 0b…",
    "aria-label": "Number or bits",
    spellcheck: "false",
    value: () => typed(),
    onchange: (event: Event) => {
      typed.set((event.target as HTMLInputElement).value.trim());
    },
  });
  const width = (isWide: boolean, title: string): HTMLElement =>
    h(
      "button",
      {
        "aria-pressed": () => String(isDouble() === isWide),
        onclick: () => {
          const number = Number(register.peek().slice(2));
          if (isWide && number % 2 === 1) register.set(`$f${number - 1}`);
          // A pattern of the other width means something else.
          if (typed.peek().startsWith("0")) typed.set("");
          isDouble.set(isWide);
        },
      },
      title,
    );
  const body = h("div", { class: "scroll tool-body", tabindex: "0" }, () => {
    const found = answer();
    if (found === undefined) return h("p", { class: "tool-error", role: "alert" }, error());
    return [bits(found, typed.set), explained(found)];
  });
  return h(
    "div",
    { class: "fill column" },
    h(
      "div",
      { class: "bar tool-bar" },
      h("label", { class: "quiet" }, "Register ", choose),
      h("span", { class: "quiet" }, "or"),
      input,
      h(
        "div",
        { class: "segmented", role: "group", "aria-label": "Width" },
        width(false, "Single"),
        width(true, "Double"),
      ),
    ),
    dimmed(body, isOld),
  );
};
