import { randomBytes } from "node:crypto";
import type { Store } from "@reeve/orchestrator";

const KEY = "cluster-id";

/** The id that all volumes of a cluster carry: created once, in the format of the engine's own tool. */
export function clusterId(store: Store): string {
  const known = store.get(KEY);
  if (typeof known === "string") return known;
  const made = madeUp();
  store.write([[KEY, made]]);
  return made;
}

/** 16 bytes in base64url; ids that begin with a dash are avoided, because they would read as a flag. */
function madeUp(): string {
  for (;;) {
    const id = randomBytes(16).toString("base64url");
    if (!id.startsWith("-")) return id;
  }
}
