import { randomBytes } from "node:crypto";
import type { Store } from "@reeve/orchestrator/engine";

const KEY = "cluster-id";

/** Returns the cluster id, which is written to every volume of the cluster. The id is generated once, in the format of Kafka's own tool. */
export function clusterId(store: Store): string {
  const known = store.get(KEY);
  if (typeof known === "string") return known;
  const made = madeUp();
  store.write([[KEY, made]]);
  return made;
}

/** Makes an id of 16 random bytes in base64url. An id that begins with a dash would be taken for a flag, so another one is made. */
function madeUp(): string {
  for (;;) {
    const id = randomBytes(16).toString("base64url");
    if (!id.startsWith("-")) return id;
  }
}
