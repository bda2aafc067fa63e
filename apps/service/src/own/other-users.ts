import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import type { Instance } from "@reeve/orchestrator";

/** The first user id of people; lower ones belong to the system. */
const FIRST = 1000;

/** The user id for processes that have no rights. */
const WITHOUT_RIGHTS = 65_534;

/** Reads the users of this machine, one line each as in `/etc/passwd`. Empty where there is no `getent`. */
export async function usersOfMachine(): Promise<string> {
  try {
    return (await promisify(execFile)("getent", ["passwd"], { timeout: 5000 })).stdout;
  } catch {
    return "";
  }
}

/**
 * Says what other users of this machine can reach: the ports of real nodes that run here need no login. Undefined if there are no such
 * nodes, or no other users who can log in.
 */
export function reachOfOthers(
  instances: readonly Pick<Instance, "name" | "runtime">[],
  users: string,
  own: number = userInfo().uid,
): string | undefined {
  const real = instances.filter(({ runtime }) => !runtime.simulated && !runtime.outlivesService);
  const others = users.split("\n").flatMap((line) => {
    const [name = "", , id, , , , shell = ""] = line.split(":");
    const isPerson = Number(id) >= FIRST && Number(id) !== WITHOUT_RIGHTS && Number(id) !== own;
    return isPerson && !/(?:^|\/)(?:nologin|false)$/.test(shell) ? [name] : [];
  });
  if (real.length === 0 || others.length === 0) return undefined;
  const more = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : "";
  const names = real.map(({ name }) => name).join(", ");
  return `other users of this machine (${others.slice(0, SHOWN).join(", ")}${more}) can connect to the nodes of ${names}, whose ports for clients need no login, and can read, change and delete data there`;
}

const SHOWN = 3;
