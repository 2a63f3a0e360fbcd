/**
 * Notes and signals by WebAudio: simple waves with an envelope, enough to hear what a program
 * plays. Everything that makes sound takes a context, so that tests can listen offline.
 */

import type { Sound } from "./protocol";

const VOICES_MOST = 24;
/** Silence after which the context rests, in milliseconds. */
const REST_AFTER = 1000;
const WAVES: readonly OscillatorType[] = ["triangle", "sine", "square", "sawtooth"];

/** A wave for each family of eight instruments. */
export function waveOf(instrument: number): OscillatorType {
  const family = Math.floor((instrument & 127) / 8);
  return WAVES[[0, 1, 1, 2, 0, 3, 3, 2, 3, 1, 2, 0, 1, 0, 2, 3][family] ?? 0] ?? "triangle";
}

export function frequency(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** Plays one note from `at` on (in seconds); the result ends it early. */
export function playNote(
  context: BaseAudioContext,
  note: { pitch: number; ms: number; instrument: number; volume: number },
  at: number,
): OscillatorNode {
  const seconds = Math.max(0.03, Math.min(note.ms, 10_000) / 1000);
  const loud = 0.22 * (Math.max(0, Math.min(note.volume, 127)) / 127);
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.type = waveOf(note.instrument);
  wave.frequency.value = frequency(note.pitch);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(Math.max(loud * 0.3, 1e-4), at + seconds * 0.8);
  gain.gain.linearRampToValueAtTime(0, at + seconds);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + seconds + 0.02);
  return wave;
}

/** A short tune for a numbered sound of a pack: each number has its own. */
export function tuneOf(id: number): { pitch: number; ms: number }[] {
  const root = 60 + ((id * 5) % 24);
  const shape = [
    [0, 4, 7],
    [7, 4, 0],
    [0, 12],
    [0, 0, 5],
    [0, -5, -12],
  ][((id % 5) + 5) % 5] as number[];
  return shape.map((step) => ({ pitch: root + step, ms: 110 }));
}

export class Speaker {
  private context: AudioContext | undefined;
  private voices = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly loops = new Map<number, ReturnType<typeof setInterval>>();

  constructor(private readonly isMuted: () => boolean) {}

  play(event: Sound): void {
    if (event.kind === "sound" && event.mode === "stop") {
      this.stop(event.id);
      return;
    }
    if (this.isMuted()) return;
    if (event.kind === "note") this.note(event, 0);
    else {
      this.tune(event.id);
      if (event.mode === "loop") {
        this.stop(event.id);
        this.loops.set(
          event.id,
          setInterval(() => {
            this.tune(event.id);
          }, 900),
        );
      }
    }
  }

  private note(
    note: { pitch: number; ms: number; instrument: number; volume: number },
    after: number,
  ): void {
    if (this.voices >= VOICES_MOST) return;
    this.context ??= new AudioContext();
    clearTimeout(this.rest);
    void this.context.resume();
    this.voices += 1;
    const voice = playNote(this.context, note, this.context.currentTime + after);
    voice.onended = () => {
      this.voices -= 1;
      this.restSoon();
    };
  }

  /** A context that plays nothing takes time and power: it rests until the next note. */
  private restSoon(): void {
    clearTimeout(this.rest);
    if (this.voices > 0 || this.loops.size > 0) return;
    this.rest = setTimeout(() => void this.context?.suspend(), REST_AFTER);
  }

  private tune(id: number): void {
    if (this.isMuted()) return;
    tuneOf(id).forEach(({ pitch, ms }, index) => {
      this.note({ pitch, ms, instrument: 80, volume: 90 }, index * 0.11);
    });
  }

  private stop(id: number): void {
    clearInterval(this.loops.get(id));
    this.loops.delete(id);
  }

  /** Silence: the run has ended, or the user wants it. */
  quiet(): void {
    for (const id of [...this.loops.keys()]) this.stop(id);
    clearTimeout(this.rest);
    void this.context?.close();
    this.context = undefined;
    this.voices = 0;
  }
}
