import { type Context, type Given, instancesOf, reachOf, serviceOf, settingsOf, urlOf } from "@reeve/commands";
import { identityOf, isSameUrl, type Kind, kindNamed, listProfiles, type Settings, showProfile } from "@reeve/profiles";
import { createTransport } from "@reeve/transport";
import { liveNames } from "../../operations/live-names.ts";
import { serviceKind } from "../../services/by-name.ts";
import { namedKinds } from "../../session/named-kinds.ts";
import { sessionOf } from "../../session/open.ts";
import { cachedNames } from "./names-cache.ts";

/** Timeout, in milliseconds, for a tab completion that sends a request to a server. */
const TIMEOUT = 1_500;

/**
 * Fetches names from the server for completion: from the service of the command's kind, or from the services of all configured kinds if the
 * command has no kind. Only read requests are sent.
 */
export async function liveCandidates(
  command: string,
  field: string,
  flags: ReadonlyMap<string, string>,
  context: Context,
): Promise<readonly string[]> {
  const given = connectionIn(command, flags);
  const settings = settingsOf(given, context);
  const kind = kindNamed(command);
  const kinds = kind ? [kind] : namedKinds(settings).named;
  // If a service does not answer, the names of the other services are still offered.
  const asked = await Promise.allSettled(kinds.map((each) => namesOf(each, field, settings, given, context)));
  return asked.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

async function namesOf(
  name: Kind,
  field: string,
  settings: Settings,
  given: Given,
  context: Context,
): Promise<readonly string[]> {
  const service = serviceOf(settings, name);
  return cachedNames([...whereTo(settings), service, name, field], context, async () => {
    const session = await sessionOf(await serviceKind(name), given, hurried(context));
    try {
      return (await liveNames(session, field)) ?? [];
    } finally {
      await session.close();
    }
  });
}

/**
 * Lists the names of instances for completion: plain names for one kind, or pairs `kind=name` for all kinds. The names come from the
 * settings, from this cluster's profiles, and from the Reeve service.
 */
export async function instanceCandidates(
  command: string,
  flags: ReadonlyMap<string, string>,
  context: Context,
): Promise<readonly string[]> {
  const given = connectionIn(command, flags);
  const settings = settingsOf(given, context);
  const pairs = new Set([...instancesSet(settings, context), ...(await instancesThere(settings, given, context))]);
  const kind = kindNamed(command);
  if (!kind) return [...pairs];
  return [...pairs].flatMap((pair) => (pair.startsWith(`${kind}=`) ? [pair.slice(kind.length + 1)] : []));
}

function instancesSet({ service, url }: Settings, { processContext }: Context): readonly string[] {
  const profiles = listProfiles(processContext).filter((each) => url && isSameUrl(each.url, url.value));
  const kept = profiles.flatMap(({ name }) => Object.entries(showProfile(processContext, name).services ?? {}));
  return [
    ...Object.entries(service).map(([kind, { value }]) => `${kind}=${value}`),
    ...kept.flatMap(([kind, choice]) => (choice.service === undefined ? [] : [`${kind}=${choice.service}`])),
  ];
}

async function instancesThere(settings: Settings, given: Given, context: Context): Promise<readonly string[]> {
  if (!settings.url) return [];
  return cachedNames([...whereTo(settings), "instances"], context, async () => {
    const { signal } = hurried(context);
    const transport = createTransport({ ...(await reachOf(settings, given, context)), retries: 0 });
    try {
      const instances = await instancesOf(transport, { signal }).catch(() => []);
      return instances.map(({ kind, name }) => `${kind}=${name}`);
    } finally {
      await transport.close();
    }
  });
}

const CONNECTION = new Set(["profile", "url", "service", "revision", "ca"]);

/** The typed flags that select the cluster and the login. */
function connectionIn(command: string, flags: ReadonlyMap<string, string>): Given {
  const connectionFlags = [...flags].filter(([name]) => CONNECTION.has(name));
  return { path: [command], words: new Map(), flags: new Map(connectionFlags.map(([name, value]) => [name, [value]])) };
}

function whereTo(settings: Settings): readonly string[] {
  return [urlOf(settings), settings.login ? identityOf(settings.login.value) : ""];
}

function hurried(context: Context): Context {
  return { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT)]) };
}
