import type { ModuleSource } from "./module.js";
import { instantiate } from "./module.js";
import { Voxnav } from "./voxnav.js";

export * from "./exports.js";

/**
 * Loads the small build: worlds of cells and routes in them. Meshes, crowds, joint plans, places, trajectories,
 * cost fields, recordings and files of other programs are not in it.
 */
export async function load(
  source: ModuleSource = new URL("./voxnav-core.wasm", import.meta.url),
): Promise<Voxnav> {
  return new Voxnav(await instantiate(source));
}
