import { type Context, type Given, limitsOf, reachOf, serviceOf, settingsOf, urlOf } from "@reeve/commands";
import { identityOf, openMemory } from "@reeve/profiles";
import type { ServiceKind } from "../services/kind.ts";
import { openSession, type Session } from "./session.ts";

/** The session of a command, from its flags, the environment and the profile. */
export async function sessionOf(kind: ServiceKind, given: Given, context: Context): Promise<Session> {
  const settings = settingsOf(given, context);
  const url = urlOf(settings);
  const service = serviceOf(settings, kind.api.name);
  const memory = openMemory(context.processContext);
  const { login } = settings;
  return openSession({
    kind,
    parts: await kind.load(),
    settings,
    service,
    memory,
    connection: await reachOf(settings, given, context),
    limits: limitsOf(given),
    subject: { url, service, ...(login && { identity: identityOf(login.value) }) },
    signal: context.signal,
  });
}
