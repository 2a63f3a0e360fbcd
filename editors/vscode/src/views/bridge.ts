/**
 * The studio's protocol, spoken by a debug adapter: the panels of the studio believe that they talk
 * to their own service. What the adapter has no request for is refused, which panels can live with.
 */

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
    const { to } = fields;
    if (typeof to !== "number") throw failure("not-allowed", "only an instant can be gone to here");
    await port.ask("jetan/timePosition", { count: to });
    return NOTHING;
  },
  key: async (port, fields) => {
    await port.ask("jetan/key", { key: String(fields["key"]) });
    return NOTHING;
  },
  drawn: () => Promise.resolve(NOTHING),
};

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
    await port.move(motion);
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

/** Answers one message of a panel; nothing if it does not want an answer. */
export async function reply(
  port: AdapterPort | undefined,
  text: string,
): Promise<string | undefined> {
  const { id, do: name, ...fields } = JSON.parse(text) as { id?: number; do: string } & Fields;
  try {
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
