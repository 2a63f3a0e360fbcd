/** An open file: its text, what the service knows of it, and whether it is saved. */

import { ChangeSet, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { signal } from "../base/reactive";
import type { DocumentEdit, TextPosition, Span } from "./protocol";

/** A `file` is on the server's disk; a `scratch` lives in this browser until it is downloaded. */
export type DocumentKind = "file" | "scratch";

export interface Draft {
  path: string;
  kind: DocumentKind;
  /** Left out when the file on disk has the same. */
  text?: string;
  stamp?: string;
  isAlone?: boolean;
  /** Whether somebody has written in it; older versions do not tell. */
  isTouched?: boolean;
}

export function toText(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/));
}

export function offsetOf(text: Text, [line, column]: TextPosition): number {
  if (line >= text.lines) return text.length;
  const found = text.line(Math.max(0, line) + 1);
  return Math.min(found.from + Math.max(0, column), found.to);
}

export function positionOf(text: Text, offset: number): TextPosition {
  const line = text.lineAt(offset);
  return [line.number - 1, offset - line.from];
}

export function spanOf(text: Text, from: number, to: number): Span {
  return { from: positionOf(text, from), to: positionOf(text, to) };
}

/**
 * The changes as edits for the protocol: from the last to the first, so that each is right for
 * the text as the ones before have left it.
 */
export function editsOf(before: Text, changes: ChangeSet): DocumentEdit[] {
  const edits: DocumentEdit[] = [];
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    edits.push({ span: spanOf(before, from, to), text: inserted.toString() });
  });
  return edits.reverse();
}

/** Edits of the service, all for the same text, as CodeMirror wants them. */
export function changesOf(
  text: Text,
  edits: readonly DocumentEdit[],
): { from: number; to: number; insert: string }[] {
  return edits.map((edit) => ({
    from: offsetOf(text, edit.span.from),
    to: offsetOf(text, edit.span.to),
    insert: edit.text,
  }));
}

export class StudioDocument {
  readonly isDirty = signal(false);
  /** Rises whenever the service has been told of a change. */
  readonly revision = signal(0);
  /** The content on disk is another than the one this text began with. */
  readonly hasConflict = signal(false);
  version = 1;
  stamp: string | undefined;
  isReadOnly = false;
  /** A program by itself: the project that is open beside it has no part in it. */
  isAlone = false;
  /** Somebody has written in it since it was made, also before the page was loaded again. */
  isTouched = false;
  /** Whether the service has the text: what it was told when the line broke may not have come. */
  isTold = false;
  view: EditorView | undefined;
  private saved: Text;
  private synced: Text;
  private pending: ChangeSet | undefined;

  constructor(
    readonly path: string,
    readonly kind: DocumentKind,
    public text: Text,
    saved: Text = text,
  ) {
    this.saved = saved;
    this.synced = text;
    this.isDirty.set(kind === "file" && !text.eq(saved));
  }

  /** Takes note of an edit; the service hears of it at the next `take`. */
  changed(changes: ChangeSet, after: Text): void {
    this.pending = this.pending?.compose(changes) ?? changes;
    this.text = after;
    const isOther = !after.eq(this.saved);
    this.isTouched ||= isOther;
    this.isDirty.set(this.kind === "file" && isOther);
  }

  get hasPending(): boolean {
    return this.pending !== undefined;
  }

  /** The edits the service does not know yet; it is assumed to know them from now on. */
  take(): { edits: DocumentEdit[]; version: number } | undefined {
    if (this.pending === undefined) return undefined;
    const edits = editsOf(this.synced, this.pending);
    this.pending = undefined;
    this.synced = this.text;
    this.version += 1;
    this.revision.update((value) => value + 1);
    return { edits, version: this.version };
  }

  /** The service has the whole text: after `open`. */
  known(): void {
    this.pending = undefined;
    this.synced = this.text;
    this.revision.update((value) => value + 1);
  }

  wasSaved(text: Text, stamp: string): void {
    this.saved = text;
    this.stamp = stamp;
    this.hasConflict.set(false);
    this.isDirty.set(!this.text.eq(text));
  }

  get savedText(): Text {
    return this.saved;
  }
}
