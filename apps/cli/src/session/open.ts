import { type Context, limitsOf, type ParsedArguments, reachOf, serviceOf, settingsOf, urlOf } from "@reeve/commands";
import { identityOf, openMemory } from "@reeve/profiles";
import type { ServiceKind } from "../services/kind.ts";
import { openSession, type Session } from "./session.ts";

/** The session of a command, from its flags, the environment and the profile. */
export async function sessionOf(kind: ServiceKind, args: ParsedArguments, context: Context): Promise<Session> {
  const settings = settingsOf(args, context);
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
    connection: await reachOf(settings, args, context),
    limits: limitsOf(args),
    subject: { url, service, ...(login && { identity: identityOf(login.value) }) },
    signal: context.signal,
  });
}
