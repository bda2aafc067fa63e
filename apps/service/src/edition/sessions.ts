import { createHmac, hash } from "node:crypto";
import type { Log } from "@reeve/orchestrator";
import { tryOrLog } from "../record/log.ts";
import type { Keep } from "../state/state-folder.ts";
import type { Account } from "./accounts.ts";

interface Kept {
  readonly generation: number;
  /** Shows whether the key or the password has changed; absent for an account that was removed. */
  readonly mark?: string | undefined;
}

const SESSIONS_FILE = "sessions.json";

/**
 * The stored sessions of accounts: the tokens that their logins returned. Each token carries the generation of its account, and only tokens
 * of the account's current generation are valid. To revoke all tokens of an account, its generation is increased. The secret keeps others
 * from guessing passwords by their marks.
 */
export function openSessions(keep: Keep, secret: string, log: Log) {
  const sessions = new Map<string, Kept>(Object.entries(JSON.parse(keep.read(SESSIONS_FILE) ?? "{}")));
  const save = () => keep.write(SESSIONS_FILE, `${JSON.stringify(Object.fromEntries(sessions))}\n`);
  const generationOf = (uid: string) => sessions.get(uid)?.generation ?? 0;
  const markOf = ({ publicKey, password }: Account) => {
    const mark = createHmac("sha256", secret).update(publicKey?.export({ type: "spki", format: "der" }) ?? "");
    return mark.update(password ?? "").digest("base64url");
  };
  return {
    generationOf,
    /** Revokes all tokens of an account. */
    revoke: (uid: string): void => {
      sessions.set(uid, { ...sessions.get(uid), generation: generationOf(uid) + 1 });
      save();
    },
    /** Revokes the tokens of accounts that were removed, or whose key or password has changed, and returns their uids. */
    follow: (accounts: ReadonlyMap<string, Account>): readonly string[] => {
      const marks = new Map([...accounts].map(([uid, account]) => [uid, markOf(account)]));
      const changed = [...new Set([...sessions.keys(), ...marks.keys()])].filter((uid) => sessions.get(uid)?.mark !== marks.get(uid));
      if (changed.length === 0) return [];
      const revoked = changed.filter((uid) => sessions.get(uid)?.mark !== undefined);
      for (const uid of changed) {
        const generation = generationOf(uid) + (revoked.includes(uid) ? 1 : 0);
        sessions.set(uid, { generation, mark: marks.get(uid) });
      }
      tryOrLog(log, "error", "sessions-not-saved", save);
      if (revoked.length > 0) log("info", "sessions-revoked", { accounts: revoked });
      return revoked;
    },
  };
}

const SPENT_LOGINS_FILE = "spent-logins";

/** The number of lines of expired logins in the file that leads to a new file. */
const MAX_EXPIRED = 1000;

/** Remembers the logins that were used until they expire, so that each of them works once, also after a restart of the service. */
export function openSpentLogins(keep: Keep, now: () => number, log: Log) {
  const spent = new Map<string, number>();
  let lines = 0;
  for (const line of keep.read(SPENT_LOGINS_FILE)?.split("\n") ?? []) {
    const [digest = "", until] = line.split(" ");
    if (Number(until) > now()) spent.set(digest, Number(until));
    lines++;
  }

  const store = (line: string) => {
    if (lines++ < spent.size + MAX_EXPIRED) return keep.append(SPENT_LOGINS_FILE, line);
    for (const [digest, until] of spent) if (until <= now()) spent.delete(digest);
    lines = spent.size;
    keep.write(SPENT_LOGINS_FILE, [...spent].map(([digest, until]) => `${digest} ${until}\n`).join(""));
  };

  return {
    /** Whether the login with this id is used for the first time. It is then remembered until the time in milliseconds since 1970. */
    use: (id: string, until: number): boolean => {
      const digest = hash("sha256", id, "base64url");
      if ((spent.get(digest) ?? 0) > now()) return false;
      spent.set(digest, until);
      // Operators must also be able to log in when the disk is full; until a restart, the login is remembered in memory.
      tryOrLog(log, "error", "login-not-remembered", () => store(`${digest} ${until}\n`));
      return true;
    },
  };
}
