/** Runs `wasm_lockstep` in Node: `node lockstep.mjs MODULE FIRST PROGRAMS`, or `bench` and files. */

import { readFileSync } from "node:fs";

const [path, ...words] = process.argv.slice(2);
const decoder = new TextDecoder();
let exports;

const PROGRAMS_AT_ONCE = 250;

/** What `studio/src/worker/translator.ts` does in a browser. */
function translate(address, bytes, functions) {
  const { memory, __indirect_function_table: table } = exports;
  const module = new WebAssembly.Module(new Uint8Array(memory.buffer, address, bytes));
  const first = table.grow(functions);
  new WebAssembly.Instance(module, { jetan: { memory, table, first } });
  return first;
}

function forget(first, functions) {
  for (let idx = first; idx < first + functions; idx += 1) {
    exports.__indirect_function_table.set(idx, null);
  }
}

function report(address, bytes) {
  console.log(decoder.decode(new Uint8Array(exports.memory.buffer, address, bytes)));
}

const module = new WebAssembly.Module(readFileSync(path));

/** Begins anew: an engine looks at every module that shares a table when something is put there. */
function load() {
  exports = new WebAssembly.Instance(module, { jetan: { translate, forget, report } }).exports;
  exports.start();
}

load();

/** Hands a program over, whose first instruction may say how often its work is repeated. */
function give(file, times) {
  const text = readFileSync(file, "utf8").replace(/(li\s+\$s7, )1\b/, `$1${times}`);
  const source = new TextEncoder().encode(text);
  const at = exports.room(source.length);
  new Uint8Array(exports.memory.buffer, at, source.length).set(source);
}

/** Millions of instructions a second of processor time, after a second to become warm. */
function measure(file, engine, seconds) {
  give(file, 10_000);
  exports.begin(engine);
  const slice = engine === 0 ? 2e6 : 8e6;
  let count = 0;
  let [begun, counted] = [process.cpuUsage(), 0];
  let isWarm = false;
  for (;;) {
    const now = exports.go(slice);
    count = Math.abs(now);
    const { user, system } = process.cpuUsage(begun);
    const took = (user + system) / 1e6;
    if (now < 0 || (took > seconds && isWarm)) {
      if (now < 0 && !isWarm) counted = 0;
      return (count - counted) / took / 1e6;
    }
    if (!isWarm && took > 1) {
      [begun, counted, isWarm] = [process.cpuUsage(), count, true];
    }
  }
}

if (words[0] === "stops") {
  exports.stops();
  exports.recursion();
} else if (words[0] === "bench") {
  let product = 1;
  for (const file of words.slice(1)) {
    const [interpreted, translated] = [measure(file, 0, 1.5), measure(file, 1, 1.5)];
    exports.statistics();
    const name = file.split("/").at(-1);
    console.log(name, interpreted.toFixed(0), translated.toFixed(0), (translated / interpreted).toFixed(2));
    product *= translated / interpreted;
  }
  console.log("mean", (product ** (1 / (words.length - 1))).toFixed(2));
} else if (words[0] === "program") {
  give(words[1], 1);
  exports.program(Number(words[2]), Number(words[3]));
} else {
  const [first, programs] = words.map(Number);
  let share = 0;
  for (let done = 0; done < programs; done += PROGRAMS_AT_ONCE) {
    load();
    const count = Math.min(PROGRAMS_AT_ONCE, programs - done);
    share += (exports.random(first + done, count) * count) / programs;
  }
  if (share < 0.5) throw new Error(`only ${share} of the instructions in generated code`);
  console.log(`${programs} programs from ${first}: ${(100 * share).toFixed(1)} % in generated code`);
}
