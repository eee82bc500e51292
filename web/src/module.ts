import { VoxnavError, errorOf, refuse } from "./errors.js";

/** The first place of the lists of an answer among its numbers, as `state.rs` has it. */
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

/** The memory of a module as lists of numbers of each kind. */
interface Views {
  readonly signed: Int32Array;
  readonly counts: Uint32Array;
  readonly doubles: Float64Array;
  readonly bytes: Uint8Array;
}

function viewsOf(buffer: ArrayBuffer): Views {
  return {
    signed: new Int32Array(buffer),
    counts: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

/** One instance of the WebAssembly module, and the calls of it. */
export class Instance {
  /** The module, to make other instances of, in workers. */
  readonly module: WebAssembly.Module;
  readonly #exports: Record<string, Export>;
  readonly #memory: WebAssembly.Memory;
  /** The places of the numbers that go in, and of those that come out, among the doubles. */
  readonly #in: number;
  readonly #out: number;
  #known: Views;
  #broken: string | undefined;
  readonly #freed: FinalizationRegistry<readonly [handle: number, release: string]>;

  constructor(module: WebAssembly.Module, instance: WebAssembly.Instance) {
    this.module = module;
    this.#exports = instance.exports as Record<string, Export>;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    this.#in = (this.#export("voxnav_numbers_in")() >>> 0) / 8;
    this.#out = (this.#export("voxnav_numbers_out")() >>> 0) / 8;
    this.#known = viewsOf(this.#memory.buffer);
    this.#freed = new FinalizationRegistry(([handle, release]) => this.#drop(handle, release));
  }

  /** The memory as it is now: what has grown is another buffer. */
  get #views(): Views {
    if (this.#known.bytes.length === 0) {
      this.#known = viewsOf(this.#memory.buffer);
    }
    return this.#known;
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
    this.#run(name, handle ?? 0, 0, numbers);
  }

  /** Runs a call about two things with numbers that go in beside. */
  callPair(name: string, first: number, second: number, ...numbers: number[]): void {
    this.#run(name, first, second, numbers);
  }

  #run(name: string, first: number, second: number, numbers: readonly number[]): void {
    if (this.#broken !== undefined) {
      throw new VoxnavError("broken", this.#broken);
    }
    const call = this.#export(name);
    const { doubles } = this.#views;
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place];
      if (typeof number !== "number") {
        throw new TypeError(`a number is needed, not ${String(number)}`);
      }
      doubles[this.#in + place] = number;
    }
    let code: number;
    try {
      // What a call does not take is left out.
      code = call(first, second);
    } catch (error) {
      throw this.#breakDown(error);
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
    const { bytes } = this.#views;
    let place = address;
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
    return this.#views.doubles[this.#out + place] ?? NaN;
  }

  /** The length of a list. */
  length(list: List): number {
    return this.number(LISTS + 2 * list + 1);
  }

  /** One of a list of whole numbers. */
  count(list: List, place: number): number {
    return this.#views.counts[this.number(LISTS + 2 * list) / 4 + place] ?? 0;
  }

  /** A copy of a list, out of a view of the memory in which numbers have so many bytes. */
  #copy<T extends { slice(from: number, to: number): T }>(view: T, list: List, bytes: number): T {
    const first = this.number(LISTS + 2 * list) / bytes;
    return view.slice(first, first + this.length(list));
  }

  /** A copy of a list of whole numbers with signs. */
  whole(list: List): Int32Array {
    return this.#copy(this.#views.signed, list, 4);
  }

  /** A copy of a list of whole numbers. */
  counts(list: List): Uint32Array {
    return this.#copy(this.#views.counts, list, 4);
  }

  /** A copy of a list of numbers. */
  doubles(list: List): Float64Array {
    return this.#copy(this.#views.doubles, list, 8);
  }

  /** A copy of a list of bytes. */
  bytes(): Uint8Array {
    return this.#copy(this.#views.bytes, List.Bytes, 1);
  }

  /** The text of the answer. */
  text(): string {
    return new TextDecoder().decode(this.#copy(this.#views.bytes, List.Text, 1));
  }

  /**
   * The handle of the answer. It is freed once its thing is forgotten, unless it was freed before; a mesh is not, which
   * stands in its world whether anybody means to move it or not.
   */
  keep(thing: object, release: string): number {
    const handle = this.number(0) >>> 0;
    if (release !== "voxnav_mesh_remove") {
      this.#freed.register(thing, [handle, release], thing);
    }
    return handle;
  }

  /** Frees what a handle stands for. */
  free(thing: object, handle: number, release: string): void {
    this.#freed.unregister(thing);
    this.#drop(handle, release);
  }

  /** Frees a thing by a call; what was freed with its world before is no fault. */
  #drop(handle: number, release: string): void {
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
