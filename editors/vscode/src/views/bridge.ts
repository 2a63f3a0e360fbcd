/**
 * The studio's protocol, spoken by a debug adapter: the panels of the studio believe that they talk
 * to their own service. What the adapter has no request for is refused, which panels can live with.
 */

import { hex } from "../../../../studio/src/base/format";
import {
  PROTOCOL,
  type Hello,
  type RequestFailure,
  type RunState,
  type WhyLink,
} from "../../../../studio/src/model/protocol";
import type { AdapterDisplay, AdapterLink, AdapterPort } from "../adapter";

type Fields = Record<string, unknown>;
type Answer = (port: AdapterPort, fields: Fields) => Promise<unknown>;

/** Motions of the studio and the requests of the debug adapter protocol that do them. */
const MOTIONS: Record<string, string> = {
  step: "stepIn",
  over: "next",
  out: "stepOut",
  back: "stepBack",
  backOver: "stepBack",
  reverse: "reverseContinue",
  run: "continue",
  pause: "pause",
};

const MEMORY_HEADER_BYTES = 12;

const SOURCES = ["bitmap", "screen", "lab"];

const NOTHING = {};

const HELLO: Hello = {
  protocol: PROTOCOL,
  session: "editor",
  resumed: false,
  version: "",
  features: [],
  workspace: { roots: [] } as unknown as Hello["workspace"],
  packs: [],
};

const ANSWERS: Record<string, Answer> = {
  hello: () => Promise.resolve(HELLO),
  timeline: (port) => port.ask("jetan/timePosition", {}),
  why: async (port, fields) => {
    const asked =
      typeof fields["output"] === "number"
        ? { output: fields["output"] }
        : { place: String(fields["place"]) };
    const { links, isCut } = await port.ask("jetan/why", asked);
    return { links: links.map(linkOf), isCut };
  },
  goto: async (port, fields) => {
    await port.ask("jetan/timePosition", { count: await instantOf(port, fields["to"]) });
    return NOTHING;
  },
  registers: (port) => looked(port, "registers"),
  set: async (port, fields) => {
    const expression = String(fields["place"]);
    return port.request("setExpression", { expression, value: String(fields["value"]) });
  },
  segments: (port) => segments(port),
  labels: async (port) => ({ labels: await labels(port) }),
  evaluate: async (port, fields) => {
    const expression = String(fields["expression"]);
    const value = await addressOf(port, expression);
    return { value, text: hex(value) };
  },
  watches: () =>
    Promise.reject(failure("not-allowed", "use Break on Value Change in Variables instead")),
  key: async (port, fields) => {
    await port.ask("jetan/key", { key: String(fields["key"]) });
    return NOTHING;
  },
  drawn: () => Promise.resolve(NOTHING),
};

/** The step that is meant: a count, or the last write to a place, which its reason knows. */
async function instantOf(port: AdapterPort, to: unknown): Promise<number> {
  if (typeof to === "number") return to;
  const place = (to as { write?: unknown } | undefined)?.write;
  if (typeof place !== "string") throw failure("not-allowed", "this cannot be gone to here");
  const { links } = await port.ask("jetan/why", { place });
  const count = links[0]?.count;
  if (count === undefined) throw failure("no-place", "nothing was ever written there");
  return count;
}

/** An answer that the adapter's own service has for panels. */
async function looked(port: AdapterPort, name: string): Promise<unknown> {
  const { answers } = await port.ask("jetan/look", { want: [name] });
  const answer = answers[name] as { error?: RequestFailure } | undefined;
  if (answer?.error !== undefined) throw answer.error;
  return answer;
}

interface AdapterVariable {
  name: string;
  memoryReference?: string;
}

async function addressOf(port: AdapterPort, expression: string): Promise<number> {
  const fields = { expression, context: "watch" };
  const answer = (await port.request("evaluate", fields)) as { memoryReference?: string };
  const address = Number(answer.memoryReference);
  if (Number.isInteger(address)) return address;
  throw failure("expression", `${expression} is not an address`);
}

/** Symbols of the program, from the group of variables that has them. */
async function labels(port: AdapterPort): Promise<{ name: string; address: number }[]> {
  const stack = (await port.request("stackTrace", { threadId: 1, levels: 1 })) as {
    stackFrames: { id: number }[];
  };
  const frameId = stack.stackFrames[0]?.id ?? 1;
  const { scopes } = (await port.request("scopes", { frameId })) as {
    scopes: { presentationHint?: string; variablesReference: number }[];
  };
  const globals = scopes.find((scope) => scope.presentationHint === "globals");
  if (globals === undefined) return [];
  const { variablesReference } = globals;
  const { variables } = (await port.request("variables", { variablesReference })) as {
    variables: AdapterVariable[];
  };
  const isPlaced = (one: AdapterVariable): boolean => one.memoryReference !== undefined;
  return variables.filter(isPlaced).map(({ name, memoryReference }) => {
    return { name, address: Number(memoryReference), isData: true };
  });
}

/** Places worth a look: the data that has names, what the global pointer points at, the stack. */
async function segments(port: AdapterPort): Promise<unknown> {
  const [gp, sp, named] = await Promise.all([
    addressOf(port, "$gp"),
    addressOf(port, "$sp"),
    labels(port),
  ]);
  const first = named.map(({ address }) => address).sort((a, b) => a - b)[0];
  const places = first === undefined ? [] : [{ name: "data", address: first, bytes: 0 }];
  const pointers = [
    { name: "$gp", address: gp, bytes: 0 },
    { name: "$sp", address: sp, bytes: 0 },
  ];
  return { segments: [...places, ...pointers], sp, gp };
}

/** A refusal in the words of the studio's protocol. */
function failure(code: RequestFailure["code"], message: string): RequestFailure {
  return { code, message };
}

function isFailure(error: unknown): error is RequestFailure {
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}

/** A link as the studio has it: lines count from 0. */
export function linkOf(link: AdapterLink): WhyLink {
  const { source, line, ...rest } = link;
  const path = source?.path;
  return {
    ...rest,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line: line - 1 }),
  };
}

async function answer(
  port: AdapterPort | undefined,
  name: string,
  fields: Fields,
): Promise<unknown> {
  if (name === "look") return lookAll(port, fields);
  if (name === "hello") return HELLO;
  if (port === undefined) throw failure("not-started", "nothing is being debugged");
  const motion = MOTIONS[name];
  if (motion !== undefined) {
    await port.request(motion, { threadId: 1 });
    return NOTHING;
  }
  const known = ANSWERS[name];
  if (known === undefined) throw failure("unknown-request", `${name} cannot be asked here`);
  return known(port, fields);
}

/** Several questions at once: an answer or a refusal for each, by its name. */
async function lookAll(port: AdapterPort | undefined, fields: Fields): Promise<Fields> {
  const wanted = (fields["want"] ?? []) as { do: string }[];
  const answers = wanted.map(async ({ do: name, ...rest }): Promise<[string, unknown]> => {
    try {
      return [name, await answer(port, name, rest)];
    } catch (error) {
      return [name, { error: refusal(error) }];
    }
  });
  return Object.fromEntries(await Promise.all(answers));
}

function refusal(error: unknown): RequestFailure {
  if (isFailure(error) && !(error instanceof Error)) return error;
  return failure("not-now", error instanceof Error ? error.message : String(error));
}

/** Memory comes beside its answer, as a binary message with the same number. */
async function memory(port: AdapterPort, id: number, fields: Fields): Promise<Uint8Array> {
  const memoryReference = hex(Number(fields["address"]));
  const asked = { memoryReference, count: Number(fields["bytes"]) };
  const { data } = (await port.request("readMemory", asked)) as { data?: string };
  const found = Buffer.from(data ?? "", "base64");
  const bytes = new Uint8Array(MEMORY_HEADER_BYTES + found.length);
  const header = new DataView(bytes.buffer);
  header.setUint8(0, 2);
  header.setUint32(4, id, true);
  bytes.set(found, MEMORY_HEADER_BYTES);
  return bytes;
}

/**
 * Answers one message of a panel; nothing if it does not want an answer. What is binary goes to
 * `send` before the answer.
 */
export async function reply(
  port: AdapterPort | undefined,
  text: string,
  send: (bytes: Uint8Array) => void,
): Promise<string | undefined> {
  const { id, do: name, ...fields } = JSON.parse(text) as { id?: number; do: string } & Fields;
  try {
    if (name === "memory" && id !== undefined && port !== undefined) {
      send(await memory(port, id, fields));
      return JSON.stringify({ re: id, ok: fields });
    }
    const ok = await answer(port, name, fields);
    return id === undefined ? undefined : JSON.stringify({ re: id, ok });
  } catch (error) {
    return id === undefined ? undefined : JSON.stringify({ re: id, error: refusal(error) });
  }
}

/** The state of a run that has stopped, as a message of the studio's protocol. */
export function stateMessage(state: Pick<RunState, "kind" | "count" | "end">): string {
  const reason: RunState["reason"] = { kind: "step" };
  return JSON.stringify({ event: "state", ...state, reason });
}

export function beganMessage(number: number, roots: readonly string[]): string {
  return JSON.stringify({ event: "began", number, roots });
}

export function displayMessage(display: AdapterDisplay): string {
  const { pixels: _pixels, ...about } = display;
  return JSON.stringify({ event: "display", ...about });
}

const HEADER_BYTES = 16;

/** The pixels of a display as the binary message of the studio's protocol. */
export function pixelMessage(display: AdapterDisplay, frame: number): Uint8Array {
  const pixels = Buffer.from(display.pixels, "base64");
  const bytes = new Uint8Array(HEADER_BYTES + pixels.length);
  const header = new DataView(bytes.buffer);
  header.setUint8(0, 1);
  header.setUint8(1, Math.max(0, SOURCES.indexOf(display.source)));
  header.setUint32(4, frame, true);
  header.setUint16(8, display.width, true);
  header.setUint16(10, display.height, true);
  header.setUint16(14, display.height, true);
  bytes.set(pixels, HEADER_BYTES);
  return bytes;
}
