/**
 * A made-up service: enough of the protocol to see every part of the page in every state without
 * a server. What it says about programs is invented; only the forms are right.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { IS_WEB } from "./carrier";
import type { GameName, GameState } from "../../src/model/protocol";
import { entries, stateOf } from "./mock-games";

type Fields = Record<string, unknown>;
type Answer = Fields | undefined;

const ROOT = join(process.cwd(), "..");
const CONNECT_FOUR = ["main.asm", "display.asm", "io.asm", "state.asm"];
const REGISTERS = (
  "$zero $at $v0 $v1 $a0 $a1 $a2 $a3 $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 " +
  "$s0 $s1 $s2 $s3 $s4 $s5 $s6 $s7 $t8 $t9 $k0 $k1 $gp $sp $fp $ra"
).split(" ");
const CLASSES = [
  "comment",
  "string",
  "directive",
  "register",
  "number",
  "definition",
  "instruction",
];
const PATTERNS = new RegExp(
  [
    "(#.*)",
    '("(?:[^"\\\\]|\\\\.)*"?)',
    "(\\.\\w+)",
    "(\\$\\w+)",
    "(\\b(?:0x[\\da-f]+|\\d+)\\b)",
    "(\\w+:)",
    "((?<=^\\s*(?:\\w+:)?\\s*)[a-z.]+\\b)",
  ].join("|"),
  "gi",
);
const WIDTH = 64;

function example(project: string, title: string, summary: string): Fields {
  return { id: project, title, summary, project };
}

const EXAMPLES = {
  groups: [
    {
      title: "Projects",
      examples: [
        example("sudoku", "Sudoku", "Backtracking over a 9×9 grid of integers."),
        example("tetrisito", "Tetrisito", "Fits pieces into a field, in any order."),
        example("four-in-a-row", "Four in a Row", "Two players, three undos, trials."),
        example("2048", "2048", "The course's game loop with its own screen."),
        example("connect-four", "Connect Four", "Four files and the bitmap display."),
        { ...example("sudoku", "Sudoku with masks", "Candidate masks."), id: "sudoku-masks" },
      ],
    },
    {
      title: "Examples",
      examples: [
        { id: "hello", title: "Hello", summary: "Prints a line." },
        { id: "snake", title: "Snake", summary: "Keyboard and bitmap display." },
      ],
    },
  ],
};

/** A made-up service's end of the line. */
interface MockLine {
  send(message: string | Buffer): void;
  close(): Promise<void>;
}

/** In the static edition the page has a worker; this one stands in for every worker it starts. */
async function workerLine(page: Page, receive: (text: string) => void): Promise<MockLine> {
  await page.exposeFunction("mockReceive", receive);
  await page.addInitScript(() => {
    const scope = window as unknown as { mockReceive(text: string): void; mockWorker?: object };
    class MockWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      onerror: ((event: Event) => void) | null = null;
      constructor() {
        scope.mockWorker = this;
        setTimeout(() => this.onmessage?.({ data: { ready: true } }));
      }
      postMessage(text: unknown): void {
        // Other messages are about files, of which this service has none.
        if (typeof text !== "string") return;
        scope.mockReceive(text);
      }
      terminate(): void {
        this.onmessage = null;
      }
    }
    Object.assign(window, { Worker: MockWorker });
  });
  // A page that is being left takes no messages; nobody reads them.
  const deliver = (data: string, isText: boolean): Promise<void> =>
    page
      .evaluate(
        ([data, isText]) => {
          const { mockWorker } = window as unknown as {
            mockWorker?: { onmessage: ((event: { data: unknown }) => void) | null };
          };
          const bytes = isText ? data : Uint8Array.from(atob(data), (c) => c.charCodeAt(0)).buffer;
          mockWorker?.onmessage?.({ data: bytes });
        },
        [data, isText] as const,
      )
      .catch(() => undefined);
  return {
    send: (message) => {
      if (typeof message === "string") void deliver(message, true);
      else void deliver(message.toString("base64"), false);
    },
    close: () =>
      page.evaluate(() => {
        const { mockWorker } = window as unknown as {
          mockWorker?: { onerror: ((event: Event) => void) | null };
        };
        mockWorker?.onerror?.(new Event("error", { cancelable: true }));
      }),
  };
}

export class MockService {
  readonly texts = new Map<string, string>();
  /** Every request that came, by name, newest last. */
  readonly heard: { name: string; fields: Fields }[] = [];
  private socket: MockLine | undefined;
  private count = 0;
  private end = 0;
  private frame = 0;
  private runs = 0;
  features: string[] = ["ide"];
  /** What a page that comes back finds. */
  knowsSession = true;
  /** What is sent comes to nobody, as on a line that is about to break. */
  isDeaf = false;

  async attach(page: Page): Promise<void> {
    if (IS_WEB) {
      this.socket = await workerLine(page, (text) => {
        this.receive(JSON.parse(text) as Fields);
      });
      return;
    }
    await page.routeWebSocket(/\/session/, (socket) => {
      this.socket = socket;
      socket.onMessage((message) => {
        if (typeof message === "string") this.receive(JSON.parse(message) as Fields);
      });
    });
  }

  async drop(): Promise<void> {
    await this.socket?.close();
  }

  send(event: string, fields: Fields): void {
    this.socket?.send(JSON.stringify({ event, ...fields }));
  }

  /** Puts a game on the table, as the service would. */
  game(state: GameState): void {
    this.send("game", { ...state });
  }

  private receive(message: Fields): void {
    const { id, do: name, ...fields } = message;
    this.heard.push({ name: String(name), fields });
    if (this.isDeaf) return;
    const answer = this.answer(String(name), fields, Number(id));
    if (id === undefined) return;
    const reply = answer ?? { error: { code: "unknown-request", message: `no ${String(name)}` } };
    this.socket?.send(
      JSON.stringify("error" in reply ? { re: id, ...reply } : { re: id, ok: reply }),
    );
  }

  private answer(name: string, fields: Fields, id: number): Answer {
    const path = String(fields["path"] ?? "");
    switch (name) {
      case "hello":
        return {
          protocol: 1,
          session: "s1",
          resumed: this.knowsSession && fields["resume"] !== undefined,
          version: "0.1.0",
          features: this.features,
          workspace: { isReadOnly: true, roots: [] },
          packs: [{ name: "comp2611-2048", title: "COMP 2611, 2048" }],
          limits: {},
        };
      case "examples":
        return EXAMPLES;
      case "openExample":
        return this.openExample(String(fields["example"]));
      case "open":
      case "change":
        return this.opened(path, fields);
      case "highlight":
        return this.highlight(path);
      case "breakpoints":
      case "watches":
        return {
          items: (fields["items"] as Fields[]).map((item) => ({
            ...item,
            isVerified: true,
            hits: 0,
          })),
        };
      case "games":
        return { games: entries(), troubles: [] };
      case "game":
        if (fields["game"] !== undefined) this.game(stateOf(fields["game"] as GameName));
        return {};
      case "leave":
        this.send("game", {});
        return {};
      case "record":
        return { record: "version = 1" };
      case "play":
      case "hint":
      case "analyse":
      case "undo":
      case "redo":
      case "replay":
      case "versus":
      case "autoplay":
      case "think":
        return {};
      case "start":
        return this.start(fields["run"] === true, fields["roots"] ?? []);
      case "memory":
        return this.memory(id, Number(fields["address"]), Number(fields["bytes"]));
      default:
        return this.look(name, fields) ?? this.move(name, fields);
    }
  }

  private openExample(id: string): Fields {
    if (id !== "connect-four") {
      return {
        files: [{ path: `${id}.asm`, text: "main:   li $v0, 10\n        syscall\n" }],
        roots: [`${id}.asm`],
        options: {},
      };
    }
    const files = CONNECT_FOUR.map((name) => ({
      path: `connect-four/${name}`,
      text: readFileSync(join(ROOT, "programs/connect-four", name), "utf8"),
    }));
    return { files, roots: files.map((file) => file.path), options: {} };
  }

  private opened(path: string, fields: Fields): Fields {
    const { text } = fields;
    if (typeof text === "string") this.texts.set(path, text);
    for (const edit of (fields["edits"] as
      { span: { from: number[]; to: number[] }; text: string }[] | undefined) ?? []) {
      this.texts.set(path, applied(this.texts.get(path) ?? "", edit));
    }
    this.send("diagnostics", { path, version: fields["version"], items: this.diagnose(path) });
    return {};
  }

  private diagnose(path: string): Fields[] {
    const lines = (this.texts.get(path) ?? "").split("\n");
    return lines.flatMap((text, line) => {
      const at = text.indexOf("lii ");
      if (at < 0) return [];
      const span = { from: [line, at], to: [line, at + 3] };
      return [
        {
          span,
          severity: "error",
          code: "E0201",
          message: "there is no instruction `lii`",
          help: ["a similar name is `li`"],
          labels: [],
          frames: [],
          fixes: [{ title: "Write li", edits: [{ path, span, text: "li" }] }],
        },
      ];
    });
  }

  private highlight(path: string): Fields {
    const spans: number[] = [];
    (this.texts.get(path) ?? "").split("\n").forEach((text, line) => {
      for (const match of text.matchAll(PATTERNS)) {
        const kind = match.slice(1).findIndex((group) => group !== undefined);
        spans.push(line, match.index, match.index + match[0].length, kind);
      }
    });
    return { version: 1, classes: CLASSES, spans };
  }

  private at(): Fields {
    const path =
      [...this.texts.keys()].find((one) => one.endsWith("main.asm")) ?? [...this.texts.keys()][0];
    return { path, line: 40 + (this.count % 12) };
  }

  state(kind: string, more: Fields = {}): void {
    this.send("state", {
      kind,
      count: this.count,
      end: this.end,
      pc: 0x400000 + this.count * 4,
      at: this.at(),
      reason: { kind: "step" },
      ...more,
    });
  }

  /** The run has come so far, and stands at its end. */
  lasts(end: number): void {
    [this.count, this.end] = [end, end];
    this.state("paused");
  }

  private start(isRun: boolean, roots: unknown): Fields {
    this.count = isRun ? 12_480_113 : 0;
    this.end = Math.max(this.end, this.count);
    this.runs += 1;
    queueMicrotask(() => {
      this.send("began", { number: this.runs, roots });
      this.send("output", {
        at: 0,
        stream: "console",
        text: "Welcome to Connect Four!\nColumn of player 1 (0 to 6): ",
      });
      this.send("display", {
        source: "bitmap",
        width: WIDTH,
        height: WIDTH,
        unitWidth: 8,
        unitHeight: 8,
        base: 0x10008000,
        found: "comment",
      });
      this.picture();
      this.state("paused", {
        reason: { kind: isRun ? "breakpoint" : "start" },
        perSecond: isRun ? 1.92e9 : undefined,
      });
    });
    return { ok: true };
  }

  private picture(): void {
    const bytes = Buffer.alloc(16 + WIDTH * WIDTH * 4);
    bytes[0] = 1;
    this.frame += 1;
    bytes.writeUInt32LE(this.frame, 4);
    [WIDTH, WIDTH, 0, WIDTH].forEach((value, index) => bytes.writeUInt16LE(value, 8 + index * 2));
    for (let y = 0; y < WIDTH; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) bytes.writeUInt32LE(pixel(x, y), 16 + (y * WIDTH + x) * 4);
    }
    this.socket?.send(bytes);
  }

  private move(name: string, fields: Fields): Answer {
    const steps: Record<string, number> = {
      step: 1,
      over: 5,
      out: 9,
      back: -1,
      backOver: -5,
      backOut: -9,
    };
    const to = fields["to"];
    if (steps[name] !== undefined) this.count = Math.max(0, this.count + (steps[name] ?? 0));
    else if (name === "goto") this.count = typeof to === "number" ? to : 0;
    else if (name === "reverse") this.count = 0;
    else if (
      !["run", "pause", "speed", "close", "project", "set", "input", "focus", "stop"].includes(name)
    )
      return undefined;
    this.end = Math.max(this.end, this.count);
    if (steps[name] !== undefined || name === "goto" || name === "reverse" || name === "set") {
      queueMicrotask(() => {
        this.state("paused");
      });
    }
    return {};
  }

  private memory(id: number, address: number, size: number): Fields {
    const bytes = Buffer.alloc(12 + size);
    bytes[0] = 2;
    bytes.writeUInt32LE(id, 4);
    bytes.writeUInt32LE(address, 8);
    Buffer.from("Welcome to Connect Four!\n\0Column of player \0Full column\0").copy(bytes, 12);
    this.socket?.send(bytes);
    return { address, bytes: size };
  }

  private look(name: string, fields: Fields): Answer {
    const path = String(this.at()["path"]);
    const value = (index: number): number =>
      ((index * 2_654_435_761) >>> (index % 3 === 0 ? 0 : 24)) >>> 0;
    switch (name) {
      case "registers":
        return {
          cpu: REGISTERS.map((one, number) => ({
            name: one,
            number,
            value: number === 0 ? 0 : value(number + (this.count % 3)),
          })),
          hi: 0,
          lo: 12,
          pc: 0x400000 + this.count * 4,
          flags: 1,
          fpu: REGISTERS.map((_, number) => ({
            name: `$f${number}`,
            bits: 0x3f800000 * (number % 2),
            single: number % 2,
          })),
          cp0: [
            ["vaddr", 8],
            ["status", 12],
            ["cause", 13],
            ["epc", 14],
          ].map(([one, number]) => ({ name: one, number, value: 0 })),
          changed: ["$v0", "$s0", "$pc"],
        };
      case "segments":
        return {
          segments: [
            { name: "text", address: 0x400000, bytes: 2000 },
            { name: "data", address: 0x10010000, bytes: 512 },
            { name: "stack", address: 0x7fffefe0, bytes: 64 },
          ],
          sp: 0x7fffefe0,
          gp: 0x10008000,
        };
      case "labels":
        return {
          labels: [
            { name: "main", address: 0x400000, isData: false, path, line: 30 },
            { name: "welcome", address: 0x10010000, isData: true, path, line: 20 },
          ],
          isCut: false,
        };
      case "stack":
        return {
          words: [
            {
              address: 0x7fffefe0,
              value: 0x400058,
              text: "$ra saved by drop_piece",
              frame: "drop_piece",
              isTop: true,
            },
            { address: 0x7fffefe4, value: 3 },
          ],
          isCut: false,
        };
      case "heap":
        return { words: [], isCut: false };
      case "data":
        return {
          items: [
            {
              name: "welcome",
              address: 0x10010000,
              bytes: 24,
              kind: "text",
              isGuessed: false,
              text: '"Welcome"',
            },
          ],
          isCut: false,
        };
      case "jumps":
        return {
          jumps: [{ count: 12_480_000, from: "main+8", to: "drop_piece", path, line: 44 }],
        };
      case "changes":
        return {
          since: 12_480_112,
          registers: [{ name: "$v0", place: "$v0", was: 0, is: 3 }],
          words: [],
          more: 0,
        };
      case "calls":
        return {
          frames: [
            {
              name: "drop_piece",
              path,
              line: 44,
              address: 0x400100,
              count: 12_480_000,
              arguments: [{ name: "$a0", value: 3, text: "3" }],
              saved: [
                { name: "$ra", address: 0x7fffefe0, value: 0x400058, expected: 0x400058 },
                { name: "$s0", address: 0x7fffefe4, value: 3, expected: 4 },
              ],
              doubts: ["the saved $s0 was overwritten: it is 0x00000003 and was 0x00000004"],
            },
            {
              name: "main",
              path,
              line: 40,
              address: 0x400000,
              arguments: [],
              saved: [],
              doubts: [],
            },
          ],
          isCut: false,
        };
      case "values":
        return {
          lines: [
            { line: 41, text: "$s0 = 3" },
            { line: 42, text: "$v0 = 0x10010000 → welcome" },
          ],
        };
      case "heat":
        return {
          lines: Array.from({ length: 14 }, (_, at) => [38 + at, 3 ** (at % 7)]),
          isSampled: false,
        };
      case "timeline":
        return { first: 0, last: this.end, now: this.count, isCut: false, marks: marks(this.end) };
      case "whereWas":
        return { count: fields["count"], path, line: 44, pc: 0x400000 };
      case "evaluate":
        return { value: 8, text: "8" };
      case "why":
        return WHY(path);
      case "symbols":
        return {
          symbols: [
            {
              name: "main",
              kind: "label",
              span: { from: [30, 0], to: [30, 4] },
              detail: "0x00400000",
            },
          ],
          folds: [[30, 60, "procedure"]],
        };
      case "profile":
        return {
          total: 1000,
          lines: [
            { path, line: 44, count: 600 },
            { path, line: 45, count: 300 },
          ],
          procedures: [
            { name: "main", calls: 1, own: 700, total: 1000, path, line: 44 },
            { name: "ask", calls: 9, own: 300, total: 300, path, line: 60 },
          ],
          names: ["main", "ask"],
          chains: [
            { chain: [0], own: 700 },
            { chain: [0, 1], own: 300 },
          ],
          isWhole: true,
        };
      case "rename":
        return { edits: [] };
      default:
        return undefined;
    }
  }
}

function marks(last: number): Fields[] {
  const kinds = ["output", "output", "input", "frame", "output", "breakpoint", "frame", "input"];
  return kinds.map((kind, at) => ({
    kind,
    count: Math.round((last * (at + 0.7)) / (kinds.length + 0.5)),
  }));
}

function WHY(path: string): Fields {
  return {
    isCut: false,
    links: [
      {
        depth: 0,
        text: "`$s0` is 3 because `move $s0, $v0` copied it",
        place: "$s0",
        value: 3,
        origin: "computed",
        count: 12_480_090,
        path,
        line: 41,
        source: "move $s0, $v0",
      },
      {
        depth: 1,
        text: "`$v0` is 3 because the service read_int gave it",
        place: "$v0",
        value: 3,
        origin: "input",
        count: 12_480_080,
        path,
        line: 52,
        source: "syscall",
      },
    ],
  };
}

/** A board with stones. */
function pixel(x: number, y: number): number {
  const column = Math.floor(x / 9);
  const row = Math.floor(y / 10);
  const inside = Math.hypot((x % 9) - 4, (y % 10) - 5) < 4;
  if (!inside || column > 6) return 0xff8a4a1e;
  const stones = ["3,5", "2,5", "4,5", "3,4", "4,4"];
  const at = stones.indexOf(`${column},${row}`);
  if (at < 0) return 0xff1a1410;
  return at % 2 === 0 ? 0xff3a5ae0 : 0xff40c8f0;
}

function applied(
  text: string,
  edit: { span: { from: number[]; to: number[] }; text: string },
): string {
  const lines = text.split("\n");
  const offset = ([line, column]: number[]): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + (column ?? 0);
  return text.slice(0, offset(edit.span.from)) + edit.text + text.slice(offset(edit.span.to));
}
