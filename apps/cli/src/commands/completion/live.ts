import {
  type Candidate,
  type Context,
  complete,
  type FindCandidates,
  type Group,
  infoOf,
  type ParsedArguments,
  serviceOf,
  settingsOf,
  unexplained,
  urlOf,
  withTransport,
} from "@reeve/commands";
import {
  cachedNames,
  identityOf,
  isSameUrl,
  type KindName,
  kindNamed,
  kinds,
  listProfiles,
  type Settings,
  showProfile,
} from "@reeve/profiles";
import { liveNames } from "../../operations/live-names.ts";
import { sessionOf } from "../../operations/session.ts";
import { namedKinds, serviceKind } from "../../services/kind.ts";

/** Timeout, in milliseconds, for a tab completion that sends a request to a server. */
const TIMEOUT = 1_500;

/** Prints one completion per line, with a tab and a description. The shells' completion scripts read this output. */
export async function printCompletions(root: Group, words: readonly string[], context: Context): Promise<void> {
  const candidates = await complete(root, words, (offers, line) => candidatesFor(offers, line, context));
  context.terminal.results.write(candidates.map(({ word, about }) => `${word}\t${about}\n`).join(""));
}

async function candidatesFor(
  ...[offers, { path, flags }, context]: [...Parameters<FindCandidates>, Context]
): Promise<readonly Candidate[]> {
  const [command = ""] = path;
  if ("profiles" in offers) {
    return listProfiles(context.processContext).map(({ name, url }) => ({ word: name, about: url }));
  }
  if ("revisions" in offers) {
    return (await revisionsOf(offers.revisions === "alone" ? kindNamed(command) : undefined)).map(unexplained);
  }
  if ("instances" in offers) return (await instanceCandidates(command, flags, context, offers.instances)).map(unexplained);
  return (await liveCandidates(command, offers.live, flags, context)).map(unexplained);
}

async function revisionsOf(kind: KindName | undefined): Promise<readonly string[]> {
  if (kind) return (await serviceKind(kind)).api.revisions;
  const apis = await Promise.all(kinds.map(async (each) => (await serviceKind(each)).api));
  return apis.flatMap(({ name, revisions }) => revisions.map((revision) => `${name}=${revision}`));
}

/**
 * Fetches names from the server for completion: from the service of the command's kind, or from the services of all configured kinds if the
 * command has no kind. Only read requests are sent.
 */
async function liveCandidates(
  command: string,
  field: string,
  flags: ReadonlyMap<string, string>,
  context: Context,
): Promise<readonly string[]> {
  const args = connectionIn(command, flags);
  const settings = settingsOf(args, context);
  const kind = kindNamed(command);
  const ofKind = async (name: KindName) => {
    const service = serviceOf(settings, name);
    return cachedNames([...whereTo(settings), service, name, field], context, async () => {
      await using session = await sessionOf(await serviceKind(name), args, hurried(context));
      return (await liveNames(session, field)) ?? [];
    });
  };
  // If a service does not answer, the names of the other services are still offered.
  const requests = await Promise.allSettled((kind ? [kind] : namedKinds(settings).named).map(ofKind));
  return requests.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

/**
 * Lists the names of instances for completion: plain names for one kind, or pairs `kind=name` for all kinds. The names come from the
 * settings, from this cluster's profiles, and from the Reeve service.
 */
async function instanceCandidates(
  command: string,
  flags: ReadonlyMap<string, string>,
  context: Context,
  form: "alone" | "with-kind",
): Promise<readonly string[]> {
  const args = connectionIn(command, flags);
  const settings = settingsOf(args, context);
  const pairs = new Set([...instancesSet(settings, context), ...(await instancesThere(settings, args, context))]);
  const kind = kindNamed(command);
  if (form === "with-kind" && !kind) return [...pairs];
  const own = form === "alone" ? [...pairs] : [...pairs].filter((pair) => pair.startsWith(`${kind}=`));
  return own.map((pair) => pair.slice(pair.indexOf("=") + 1));
}

function instancesSet({ service, url }: Settings, { processContext }: Context): readonly string[] {
  const profiles = listProfiles(processContext).filter((each) => url && isSameUrl(each.url, url.value));
  const kept = profiles.flatMap(({ name }) => Object.entries(showProfile(processContext, name).services ?? {}));
  return [
    ...Object.entries(service).map(([kind, { value }]) => `${kind}=${value}`),
    ...kept.flatMap(([kind, choice]) => (choice.service === undefined ? [] : [`${kind}=${choice.service}`])),
  ];
}

async function instancesThere(settings: Settings, args: ParsedArguments, context: Context): Promise<readonly string[]> {
  if (!settings.url) return [];
  return cachedNames([...whereTo(settings), "instances"], context, async () => {
    const info = await withTransport(args, hurried(context), infoOf, { retries: 0 }).catch(() => undefined);
    return (info?.instances ?? []).map(({ kind, name }) => `${kind}=${name}`);
  });
}

const CONNECTION = new Set(["profile", "url", "service", "revision", "ca"]);

/** The typed flags that select the cluster and the login. */
function connectionIn(command: string, flags: ReadonlyMap<string, string>): ParsedArguments {
  const connectionFlags = [...flags].filter(([name]) => CONNECTION.has(name));
  return { path: [command], words: new Map(), flags: new Map(connectionFlags.map(([name, value]) => [name, [value]])) };
}

function whereTo(settings: Settings): readonly string[] {
  return [urlOf(settings), settings.login ? identityOf(settings.login.value) : ""];
}

function hurried(context: Context): Context {
  return { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT)]) };
}
