/** The dialogs a program itself shows: its services ask, the user answers. */

import { h } from "../base/dom";
import { effect } from "../base/reactive";
import type { DialogButton, DialogClosed, DialogShown } from "../model/protocol";
import type { Studio } from "../model/studio";

function make(studio: Studio, event: DialogShown): HTMLDialogElement {
  const answer = (fields: DialogClosed): void => {
    void studio.run.send("answer", fields);
    studio.run.dialog.set(undefined);
  };
  const input = h("input", { "aria-label": event.text, autocomplete: "off", spellcheck: "false" });
  const button = (title: string, name: DialogButton, isMain = false): HTMLElement =>
    h(
      "button",
      {
        type: "button",
        class: isMain ? "primary" : "",
        onclick: () => {
          answer({ button: name });
        },
      },
      title,
    );
  const buttons = {
    confirm: [button("Cancel", "cancel"), button("No", "no"), button("Yes", "yes", true)],
    message: [button("OK", "yes", true)],
    input: [button("Cancel", "cancel"), h("button", { type: "submit", class: "primary" }, "OK")],
  }[event.kind];
  return h(
    "dialog",
    {
      class: "ask",
      "aria-label": "The program asks",
      oncancel: (happened: Event) => {
        happened.preventDefault();
        answer({ button: "cancel" });
      },
    },
    h(
      "form",
      {
        onsubmit: (happened: Event) => {
          happened.preventDefault();
          answer(event.kind === "input" ? { text: input.value } : { button: "yes" });
        },
      },
      h("h2", {}, "The program asks"),
      h("p", { class: "text pre" }, event.text),
      event.kind === "input" ? input : null,
      h("div", { class: "actions" }, buttons),
    ),
  );
}

export function programDialogs(studio: Studio): void {
  let shown: HTMLDialogElement | undefined;
  effect(() => {
    const event = studio.run.dialog();
    shown?.close();
    shown?.remove();
    shown = event === undefined ? undefined : make(studio, event);
    if (shown !== undefined) {
      document.body.append(shown);
      shown.showModal();
    }
  });
}
