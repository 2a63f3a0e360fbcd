/** Movements of single elements: by transforms only, and none for those who want none. */

const stillness =
  typeof matchMedia === "undefined" ? undefined : matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things are to be where they belong at once. */
export function isStill(): boolean {
  return stillness?.matches === true || document.hidden;
}

/** The movements of one board: the next one starts from rest, whatever still moves. */
export class Motions {
  // Asking the document for its animations would lay out the page first.
  private readonly running = new Set<Animation>();

  /** Plays keyframes; resolves when they are over, at once where nothing moves. */
  async play(
    element: Element,
    frames: Keyframe[],
    options: KeyframeAnimationOptions,
  ): Promise<void> {
    if (isStill()) return;
    const animation = element.animate(frames, { fill: "backwards", ...options });
    this.running.add(animation);
    // A movement that is replaced by the next one has ended too.
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }

  settle(): void {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
  }
}
