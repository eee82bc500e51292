import { VoxnavError, errorOf, refuse } from "./errors.js";

/** The places of numbers in the module, as `state.rs` has them. */
const IN = 32;
const OUT = 48;
const LISTS = 32;

/** The lists of an answer, by their number. */
export const enum List {
  Cells,
  Points,
  Legs,
  Smooth,
  Parts,
  Bytes,
  Text,
}

type Export = (...handles: number[]) => number;

/** What WebAssembly is made of: the bytes or where they are, a response, or a module that was compiled before. */
export type ModuleSource = URL | string | BufferSource | Response | WebAssembly.Module;

/** One instance of the WebAssembly module, and the calls of it. */
export class Instance {
  /** The module, to make other instances of, in workers. */
  readonly module: WebAssembly.Module;
  readonly #exports: Record<string, Export>;
  readonly #memory: WebAssembly.Memory;
  readonly #in: number;
  readonly #out: number;
  #numbersIn: Float64Array;
  #numbersOut: Float64Array;
  #broken: string | undefined;
  readonly #freed: FinalizationRegistry<number>;

  constructor(module: WebAssembly.Module, instance: WebAssembly.Instance) {
    this.module = module;
    this.#exports = instance.exports as Record<string, Export>;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    this.#in = this.#export("voxnav_numbers_in")();
    this.#out = this.#export("voxnav_numbers_out")();
    this.#numbersIn = new Float64Array(this.#memory.buffer, this.#in, IN);
    this.#numbersOut = new Float64Array(this.#memory.buffer, this.#out, OUT);
    this.#freed = new FinalizationRegistry((handle) => this.#drop(handle));
  }

  #export(name: string): Export {
    const found = this.#exports[name];
    if (found === undefined) {
      throw new VoxnavError("argument", "this is not in the small build: import voxnav, not voxnav/core");
    }
    return found;
  }

  /** The size of the memory. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Whether meshes are built in. */
  get hasMeshes(): boolean {
    return this.#export("voxnav_has_meshes")() === 1;
  }

  /** Runs a call with numbers that go in beside. */
  call(name: string, handle: number | undefined, ...numbers: number[]): void {
    this.#run(name, handle === undefined ? [] : [handle], numbers);
  }

  /** Runs a call about two things with numbers that go in beside. */
  callPair(name: string, first: number, second: number, ...numbers: number[]): void {
    this.#run(name, [first, second], numbers);
  }

  #run(name: string, handles: readonly number[], numbers: readonly number[]): void {
    if (this.#broken !== undefined) {
      throw new VoxnavError("broken", this.#broken);
    }
    const call = this.#export(name);
    // Memory that grew is another buffer.
    if (this.#numbersIn.length === 0) {
      this.#numbersIn = new Float64Array(this.#memory.buffer, this.#in, IN);
    }
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place];
      if (typeof number !== "number") {
        throw new TypeError(`a number is needed, not ${String(number)}`);
      }
      this.#numbersIn[place] = number;
    }
    let code: number;
    try {
      code = call(...handles);
    } catch (error) {
      throw this.#breakDown(error);
    }
    if (this.#numbersOut.length === 0) {
      this.#numbersOut = new Float64Array(this.#memory.buffer, this.#out, OUT);
    }
    if (code !== 0) {
      throw errorOf(code >>> 0, this.text());
    }
  }

  #breakDown(error: unknown): VoxnavError {
    this.#broken = `the module broke down, as a rule for lack of memory (${String(error)}); load another`;
    return new VoxnavError("broken", this.#broken);
  }

  /** Puts the bytes of arrays where the next call finds them. */
  put(...arrays: ArrayBufferView[]): void {
    const length = arrays.reduce((sum, array) => sum + array.byteLength, 0);
    const address = this.#export("voxnav_input")(length) >>> 0;
    if (address === 0) {
      throw new VoxnavError("too large", `there is no memory for ${length} bytes`);
    }
    const bytes = new Uint8Array(this.#memory.buffer, address, length);
    let place = 0;
    for (const array of arrays) {
      bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), place);
      place += array.byteLength;
    }
  }

  /** Puts a text where the next call finds it. */
  putText(text: string): void {
    this.put(new TextEncoder().encode(text));
  }

  /** A number of the answer. */
  number(place: number): number {
    return this.#numbersOut[place] ?? NaN;
  }

  #range(list: List): [number, number] {
    const place = LISTS + 2 * list;
    return [this.number(place), this.number(place + 1)];
  }

  /** A copy of a list of whole numbers with signs. */
  whole(list: List): Int32Array {
    return new Int32Array(this.#memory.buffer, ...this.#range(list)).slice();
  }

  /** A copy of a list of whole numbers. */
  counts(list: List): Uint32Array {
    return new Uint32Array(this.#memory.buffer, ...this.#range(list)).slice();
  }

  /** A copy of a list of numbers. */
  doubles(list: List): Float64Array {
    return new Float64Array(this.#memory.buffer, ...this.#range(list)).slice();
  }

  /** A copy of a list of bytes. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer, ...this.#range(List.Bytes)).slice();
  }

  /** The text of the answer. */
  text(): string {
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, ...this.#range(List.Text)));
  }

  /** The handle of the answer, to be freed with its owner if nobody frees it before. */
  keep(owner: object): number {
    const handle = this.number(0) >>> 0;
    this.#freed.register(owner, handle, owner);
    return handle;
  }

  /** Frees what a handle stands for, by a call of its own if there is one. */
  free(owner: object, handle: number, release = "voxnav_free"): void {
    this.#freed.unregister(owner);
    this.#drop(handle, release);
  }

  /** Frees a thing; what was freed with its world before is no fault. */
  #drop(handle: number, release = "voxnav_free"): void {
    if (this.#broken === undefined) {
      this.#export(release)(handle);
    }
  }
}

/** Compiles the module of a source, and makes an instance. */
export async function instantiate(source: ModuleSource): Promise<Instance> {
  if (typeof WebAssembly === "undefined") {
    throw new VoxnavError("broken", "there is no WebAssembly here, and voxnav needs it");
  }
  const module = await compile(source);
  return new Instance(module, await WebAssembly.instantiate(module, {}));
}

async function compile(source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source as BufferSource);
  }
  if (typeof Response !== "undefined" && source instanceof Response) {
    return compileResponse(source);
  }
  if (!(source instanceof URL) && typeof source !== "string") {
    return refuse("source", "an address, bytes, a response or a module");
  }
  const url = source instanceof URL ? source : new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  return compileResponse(await fetch(url));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new VoxnavError("file", `${response.url}: ${response.status} ${response.statusText}`);
  }
  // Where the server does not say what it is, it is compiled whole.
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
