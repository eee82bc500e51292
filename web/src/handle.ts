import type { Instance } from "./module.js";

/** Where there is no `Symbol.dispose`, `using` cannot be compiled either. */
const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Something in the module, which is there until it is freed. */
export abstract class Handle {
  /** @internal */
  protected readonly instance: Instance;
  /** @internal */
  readonly handle: number;
  readonly #release: string;
  /** What it is stale without, so that this is not forgotten before it. */
  protected readonly owner: Handle | undefined;

  /** @internal */
  constructor(instance: Instance, owner?: Handle, release = "voxnav_free") {
    this.instance = instance;
    this.owner = owner;
    this.#release = release;
    this.handle = instance.keep(this, release);
  }

  /** Frees it. Whatever is asked of it afterwards is refused with a `StaleHandleError`; to free it again does nothing. */
  free(): void {
    this.instance.free(this, this.handle, this.#release);
  }

  [dispose](): void {
    this.free();
  }
}
