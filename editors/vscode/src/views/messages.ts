/** What a view and the extension say to each other. */

/** `line` is a message of the studio's protocol, in both directions, and `bytes` a binary one. */
export type FromView =
  | { kind: "line"; text: string }
  | { kind: "open"; path: string; line: number }
  | { kind: "why"; place: string };

export type ToView =
  | { kind: "line"; text: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "why"; place: string };
