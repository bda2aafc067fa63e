import { ReeveError } from "@reeve/contract";

interface Modules {
  "node:fs": typeof import("node:fs");
  "node:child_process": typeof import("node:child_process");
}

/** A module of Node, Deno or Bun, loaded on first use, so that browsers can also import this package. */
export function nodeModule<Name extends keyof Modules>(name: Name): Modules[Name] {
  const found = globalThis.process?.getBuiltinModule?.(name);
  if (!found) throw new ReeveError("bad-input", `this platform has no access to files and commands (there is no ${name})`);
  return found;
}
