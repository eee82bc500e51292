/** What a call was refused for. */
export type ErrorKind =
  /** An argument is none that the call takes. */
  | "argument"
  /** The thing was freed, or its world was. */
  | "stale"
  /** Something does not fit memory, or there is no room for another thing. */
  | "too large"
  /** The bytes are no file of the format. */
  | "file"
  /** The module is in the middle of a call. */
  | "busy"
  /** The module broke down, for lack of memory as a rule: load another. */
  | "broken";

const KINDS: readonly ErrorKind[] = ["argument", "stale", "too large", "file", "busy"];

/** An error of voxnav. Whatever was refused has changed nothing. */
export class VoxnavError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.name = kind === "stale" ? "StaleHandleError" : "VoxnavError";
    this.kind = kind;
  }
}

/** An error of something that was freed, or whose world was. */
export class StaleHandleError extends VoxnavError {
  constructor(message: string) {
    super("stale", message);
  }
}

/** Makes the error of a code of the module. Fields have their names here: `snap_goal` is `snapGoal`. */
export function errorOf(code: number, message: string): VoxnavError {
  const kind = KINDS[code - 1] ?? "broken";
  const text = message.replace(/`[a-z_.]+`/g, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return kind === "stale" ? new StaleHandleError(text) : new VoxnavError(kind, text);
}

/** Refuses an argument. */
export function refuse(argument: string, reason: string): never {
  throw new VoxnavError("argument", `\`${argument}\`: ${reason}`);
}
