/** Elements from code: `h("button", { onclick }, "Run")`; functions as values follow signals. */

import { effect, onCleanup } from "./reactive";

export type Child = Node | string | number | null | undefined | false | Child[] | (() => Child);
type Value = string | number | boolean | null | undefined;
type Handler = (event: never) => void;
export type Properties = Record<string, Value | Handler | (() => Value)>;

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element. Properties that begin with `on` are listeners; all others are attributes,
 * where `true` stands for an empty one and `false`, `null` and `undefined` for none. A function
 * as an attribute's value is asked again whenever the signals it read have changed.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, properties);
  append(element, children);
  return element;
}

export function svg(tag: string, properties: Properties = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  apply(element, properties);
  append(element, children);
  return element;
}

function apply(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (typeof value === "function") {
      effect(() => {
        attribute(element, name, (value as () => Value)());
      });
    } else {
      attribute(element, name, value);
    }
  }
}

function attribute(element: Element, name: string, value: Value): void {
  if (name === "value" && element instanceof HTMLInputElement) {
    element.value = String(value ?? "");
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (typeof child === "function") parent.appendChild(dynamic(child));
    else for (const node of nodes(child)) parent.appendChild(node);
  }
}

function nodes(child: Child): Node[] {
  if (child === null || child === undefined || child === false) return [];
  if (Array.isArray(child)) return child.flatMap(nodes);
  if (typeof child === "function") return [...dynamic(child).childNodes];
  return [child instanceof Node ? child : document.createTextNode(String(child))];
}

/** The nodes of `child` between two markers, replaced whenever its signals change. */
function dynamic(child: () => Child): DocumentFragment {
  const start = document.createComment("");
  const end = document.createComment("");
  const fragment = document.createDocumentFragment();
  fragment.append(start, end);
  effect(() => {
    const made = nodes(child());
    while (start.nextSibling !== null && start.nextSibling !== end) start.nextSibling.remove();
    end.before(...made);
  });
  return fragment;
}

/** Replaces what is in `parent`. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** A listener that lives as long as the running effect. */
export function listen<E extends Event>(
  target: EventTarget,
  name: string,
  handler: (event: E) => void,
  options?: AddEventListenerOptions,
): void {
  target.addEventListener(name, handler as EventListener, options);
  onCleanup(() => {
    target.removeEventListener(name, handler as EventListener, options);
  });
}

/** A text in which words between backticks are code. */
export function prose(text: string): Child[] {
  return text
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

/** The same text where no code can be marked. */
export function plain(text: string): string {
  return text.replaceAll("`", "");
}
