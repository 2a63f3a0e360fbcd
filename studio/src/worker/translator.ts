/** Functions that the module writes for itself: hot code of guest programs, as modules. */

/** What the module imports to have code made. */
export interface TranslatorImports {
  /** Makes an instance of a module; the table's index of its first function, 0 if refused. */
  translate(address: number, bytes: number, functions: number): number;
  /** So many functions from an index on are not needed any more. */
  forget(first: number, functions: number): void;
}

interface FunctionRange {
  first: number;
  functions: number;
}

export class Translator implements TranslatorImports {
  private shared: { memory: WebAssembly.Memory; table: WebAssembly.Table } | undefined;
  /** Places in the table that were forgotten: a table cannot shrink. */
  private readonly free: FunctionRange[] = [];

  /** What made modules share with the module that writes them. */
  share(memory: WebAssembly.Memory, table: WebAssembly.Table): void {
    this.shared = { memory, table };
  }

  readonly translate = (address: number, bytes: number, functions: number): number => {
    if (this.shared === undefined) return 0;
    const { memory, table } = this.shared;
    try {
      // In a worker even large modules may be compiled at once, without waiting for a promise.
      const module = new WebAssembly.Module(new Uint8Array(memory.buffer, address, bytes));
      const first = this.room(table, functions);
      new WebAssembly.Instance(module, { jetan: { memory, table, first } });
      return first;
    } catch {
      // The program is interpreted then.
      return 0;
    }
  };

  readonly forget = (first: number, functions: number): void => {
    for (let idx = first; idx < first + functions; idx += 1) this.shared?.table.set(idx, null);
    this.free.push({ first, functions });
  };

  /** The first of so many places in the table. */
  private room(table: WebAssembly.Table, functions: number): number {
    const range = this.free.find((free) => free.functions >= functions);
    if (range === undefined) return table.grow(functions);
    const { first } = range;
    range.first += functions;
    range.functions -= functions;
    return first;
  }
}
