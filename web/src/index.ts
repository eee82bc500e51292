import type { ModuleSource } from "./module.js";
import { instantiate } from "./module.js";
import { Voxnav } from "./voxnav.js";

export * from "./exports.js";

/** Loads everything: cells and meshes. The module lies beside this file unless `source` says otherwise. */
export async function load(
  source: ModuleSource = new URL("./voxnav.wasm", import.meta.url),
): Promise<Voxnav> {
  return new Voxnav(await instantiate(source));
}
