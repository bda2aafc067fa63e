import { createHmac } from "node:crypto";
import type { Log } from "@reeve/orchestrator";
import type { Keep } from "../state/state-folder.ts";
import type { Account } from "./accounts.ts";

/**
 * The sessions of accounts: the tokens that their logins returned. Each token carries the generation of its account, and only tokens of the
 * account's current generation are valid. To revoke all tokens of an account, its generation is increased.
 */
export interface Sessions {
  generationOf(uid: string): number;
  /** Revokes all tokens of an account. */
  revoke(uid: string): void;
  /** Revokes the tokens of accounts that were removed, or whose key or password has changed, and returns their uids. */
  follow(accounts: ReadonlyMap<string, Account>): readonly string[];
}

interface Kept {
  readonly generation: number;
  /** Shows whether the key or the password has changed; absent for an account that was removed. */
  readonly mark?: string | undefined;
}

const FILE = "sessions.json";

/** Opens the stored sessions. The secret keeps others from guessing passwords by their marks. */
export function openSessions(keep: Keep, secret: string, log: Log): Sessions {
  const sessions = new Map<string, Kept>(Object.entries(JSON.parse(keep.read(FILE) ?? "{}")));
  const save = () => keep.write(FILE, `${JSON.stringify(Object.fromEntries(sessions))}\n`);
  const generationOf = (uid: string) => sessions.get(uid)?.generation ?? 0;
  const markOf = ({ publicKey, password }: Account) => {
    const mark = createHmac("sha256", secret).update(publicKey?.export({ type: "spki", format: "der" }) ?? "");
    return mark.update(password ?? "").digest("base64url");
  };
  return {
    generationOf,
    revoke: (uid) => {
      sessions.set(uid, { ...sessions.get(uid), generation: generationOf(uid) + 1 });
      save();
    },
    follow: (accounts) => {
      const marks = new Map([...accounts].map(([uid, account]) => [uid, markOf(account)]));
      const changed = [...new Set([...sessions.keys(), ...marks.keys()])].filter(
        (uid) => sessions.get(uid)?.mark !== marks.get(uid),
      );
      if (changed.length === 0) return [];
      const revoked = changed.filter((uid) => sessions.get(uid)?.mark !== undefined);
      for (const uid of changed) {
        const generation = generationOf(uid) + (revoked.includes(uid) ? 1 : 0);
        sessions.set(uid, { generation, mark: marks.get(uid) });
      }
      try {
        save();
      } catch (error) {
        log("error", "sessions-not-saved", { reason: error instanceof Error ? error.message : String(error) });
      }
      if (revoked.length > 0) log("info", "sessions-revoked", { accounts: revoked });
      return revoked;
    },
  };
}
