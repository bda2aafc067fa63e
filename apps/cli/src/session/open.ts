import type { Context } from "../model/context.ts";
import type { Given } from "../model/given.ts";
import type { Kind } from "../services/kind.ts";
import { limitsOf } from "./limits.ts";
import { openSession, type Session } from "./session.ts";
import { settingsOf } from "./settings.ts";

/** The session of a command, by its flags, the environment and the profile. */
export async function sessionOf(kind: Kind, given: Given, context: Context): Promise<Session> {
  const limits = limitsOf(given);
  const trace = { level: given.flags.get("verbose")?.length ?? 0, notes: context.terminal.notes };
  const settings = settingsOf(kind.api.name, given, context);
  return openSession(kind, settings, { limits, signal: context.signal, trace, now: context.now });
}
