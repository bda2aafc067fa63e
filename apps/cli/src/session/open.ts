import { connectionOptionsOf, credentialsOf, identityOf, openMemory, type Settings } from "@reeve/profiles";
import { shown } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import type { Given } from "../model/given.ts";
import type { ServiceKind } from "../services/kind.ts";
import { limitsOf } from "./limits.ts";
import { openSession, type Session } from "./session.ts";
import { serviceOf, settingsOf, urlOf } from "./settings.ts";
import { levelOf, traceTo } from "./trace.ts";

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

/** The transport options: address, trust, credentials and events. */
export async function reachOf(settings: Settings, given: Given, context: Context) {
  const { terminal, processContext } = context;
  const { attempt } = limitsOf(given);
  printNotesOnce(settings, context);
  const credentials = await credentialsOf(settings, openMemory(processContext), processContext.env);
  return {
    url: urlOf(settings),
    observe: traceTo({ level: levelOf(given), notes: terminal.notes }),
    ...connectionOptionsOf(settings),
    ...(credentials && { credentials }),
    ...(attempt !== undefined && { timeout: attempt }),
  };
}

/** The contexts whose notes have been shown. A command may call several services, but the notes about the settings are shown once. */
const noted = new WeakSet<Context>();

function printNotesOnce({ notes }: Settings, context: Context): void {
  if (noted.has(context)) return;
  noted.add(context);
  const { notes: stream } = context.terminal;
  const style = stream.style();
  stream.write(notes.map((note) => `note: ${shown(note, style)}\n`).join(""));
}
