/** The debugged run that the views show: where it stands, told to each of them. */

import * as vscode from "vscode";
import type { AdapterPort, AdapterRequests } from "../adapter";
import { beganMessage, stateMessage } from "./bridge";

type StateKind = "idle" | "running" | "paused" | "faulted" | "ended";

interface AdapterEvent {
  type?: string;
  event?: string;
  body?: { reason?: string };
}

/** `customRequest` passes any request on, those of the protocol itself too. */
class SessionPort implements AdapterPort {
  constructor(readonly session: vscode.DebugSession) {}

  async ask<K extends keyof AdapterRequests>(
    name: K,
    fields: AdapterRequests[K][0],
  ): Promise<AdapterRequests[K][1]> {
    return (await this.session.customRequest(name, fields)) as AdapterRequests[K][1];
  }

  async request(command: string, fields: object): Promise<unknown> {
    return this.session.customRequest(command, fields);
  }
}

export class DebuggedRun implements vscode.Disposable {
  private port: SessionPort | undefined;
  private number = 0;
  private kind: StateKind = "idle";
  private last: string = stateMessage({ kind: "idle", count: 0, end: 0 });
  private readonly changed = new vscode.EventEmitter<string>();
  private readonly parts: vscode.Disposable[];
  /** Messages of the studio's protocol about what has become of the run. */
  readonly onMessage = this.changed.event;

  constructor() {
    const tracker: vscode.DebugAdapterTrackerFactory = {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage: (message: AdapterEvent) => {
          this.hear(session, message);
        },
      }),
    };
    this.parts = [
      vscode.debug.registerDebugAdapterTrackerFactory("jetan", tracker),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (this.port?.session.id === session.id) this.end();
      }),
      this.changed,
    ];
  }

  get current(): AdapterPort | undefined {
    return this.port;
  }

  get isRunning(): boolean {
    return this.kind === "running";
  }

  get isIdle(): boolean {
    return this.kind === "idle";
  }

  /** What a view that is opened in the middle has to hear. */
  messages(): string[] {
    return this.port === undefined ? [this.last] : [this.began(), this.last];
  }

  private began(): string {
    const program: unknown = this.port?.session.configuration["program"];
    const roots = Array.isArray(program) ? program.map(String) : [String(program ?? "")];
    return beganMessage(this.number, roots);
  }

  private hear(session: vscode.DebugSession, message: AdapterEvent): void {
    if (message.type !== "event") return;
    if (message.event === "initialized") this.begin(session);
    if (this.port?.session.id !== session.id) return;
    if (message.event === "continued") this.tell("running", 0, 0);
    if (message.event === "terminated") this.end();
    // Somebody has changed a value: the run stands where it stood.
    if (message.event === "invalidated" && this.kind !== "running") void this.arrive(this.kind);
    if (message.event === "stopped") {
      void this.arrive(message.body?.reason === "exception" ? "faulted" : "paused");
    }
  }

  private begin(session: vscode.DebugSession): void {
    this.port = new SessionPort(session);
    this.number += 1;
    this.changed.fire(this.began());
    this.tell("running", 0, 0);
  }

  /** Where the run stands now; a session that ends meanwhile says so itself. */
  private async arrive(kind: StateKind): Promise<void> {
    const { port } = this;
    try {
      const position = await port?.ask("jetan/timePosition", {});
      if (position !== undefined && port === this.port) {
        this.tell(kind, position.now, position.last);
      }
    } catch {
      this.tell(kind, 0, 0);
    }
  }

  private tell(kind: StateKind, count: number, end: number): void {
    this.kind = kind;
    this.last = stateMessage({ kind, count, end });
    this.changed.fire(this.last);
  }

  private end(): void {
    if (this.port === undefined) return;
    this.port = undefined;
    this.tell("idle", 0, 0);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
