import { hash } from "node:crypto";
import type { Log } from "@reeve/orchestrator";
import type { Keep } from "../state/state-folder.ts";

/** Remembers the logins that were used until they expire, so that each of them works once, also after a restart of the service. */
export interface SpentLogins {
  /** Whether the login with this id is used for the first time. It is then remembered until the time in milliseconds since 1970. */
  use(id: string, until: number): boolean;
}

const FILE = "spent-logins";

/** The number of lines of expired logins in the file that leads to a new file. */
const MAX_EXPIRED = 1000;

export function openSpentLogins(keep: Keep, now: () => number, log: Log): SpentLogins {
  const spent = new Map<string, number>();
  let lines = 0;
  for (const line of keep.read(FILE)?.split("\n") ?? []) {
    const [digest = "", until] = line.split(" ");
    if (Number(until) > now()) spent.set(digest, Number(until));
    lines++;
  }

  const store = (line: string) => {
    if (lines++ < spent.size + MAX_EXPIRED) return keep.append(FILE, line);
    for (const [digest, until] of spent) if (until <= now()) spent.delete(digest);
    lines = spent.size;
    keep.write(FILE, [...spent].map(([digest, until]) => `${digest} ${until}\n`).join(""));
  };

  return {
    use: (id, until) => {
      const digest = hash("sha256", id, "base64url");
      if ((spent.get(digest) ?? 0) > now()) return false;
      spent.set(digest, until);
      try {
        store(`${digest} ${until}\n`);
      } catch (error) {
        // Operators must also be able to log in when the disk is full; until a restart, the login is remembered in memory.
        log("error", "login-not-remembered", { reason: error instanceof Error ? error.message : String(error) });
      }
      return true;
    },
  };
}
