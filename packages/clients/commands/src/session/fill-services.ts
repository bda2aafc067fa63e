import { defined, isReeveError, type ReeveError } from "@reeve/contract";
import { changeProfile, type KindName, kinds, type Profile, showProfile } from "@reeve/profiles";
import { shown } from "@reeve/terminal";
import type { Context } from "../context.ts";
import { instancesListed, type ListedInstance } from "../instances.ts";
import type { ParsedArguments } from "../parsed-arguments.ts";
import { withTransport } from "./reach.ts";
import { adviceOnService, namesOfKind } from "./unknown-service.ts";

/** The service of each kind that a profile has. */
type ServiceNames = Readonly<Partial<Record<KindName, string>>>;

/**
 * Completes a profile with the services that its server lists, and returns the profile's services. A kind that the profile has already is
 * not changed, and one of which the server has several services is left to the user. Notes say what was not filled in, because the profile
 * itself has been stored.
 */
export async function fillServices(profile: string, args: ParsedArguments, context: Context): Promise<ServiceNames> {
  const { services = {}, url } = showProfile(context.processContext, profile);
  const note = (text: string) => context.terminal.notes.write(`note: ${shown(text, context.terminal.notes.style())}\n`);
  try {
    const instances = await withTransport(forProfile(profile, args), context, instancesListed, { retries: 0 });
    if (instances) return await filled(profile, services, instances, note, context);
    if (!hasNames(services)) note(`${url} is a server of another make and lists no services: name them with ${changeLine(profile)}`);
  } catch (thrown) {
    if (!isReeveError(thrown) || thrown.code === "cancelled" || context.signal.aborted) throw thrown;
    if (!hasNames(services)) note(`no services were filled in: ${thrown.message}. ${adviceOn(thrown, profile)}`);
  }
  return namesIn(services);
}

function adviceOn({ code }: ReeveError, profile: string): string {
  const login = code === "untrusted-certificate" ? "reeve login --trust" : "reeve login";
  return `${login} --profile ${profile} fills them in, or name them with ${changeLine(profile)}`;
}

function changeLine(profile: string): string {
  return `reeve profiles change ${profile} --service broker=NAME`;
}

async function filled(
  profile: string,
  before: NonNullable<Profile["services"]>,
  instances: readonly ListedInstance[],
  note: (text: string) => void,
  { processContext }: Context,
): Promise<ServiceNames> {
  const services = { ...before };
  for (const kind of kinds) {
    const names = namesOfKind(kind, instances);
    const [only, ...others] = names;
    const service = before[kind]?.service;
    if (service !== undefined && !names.includes(service)) {
      const advice = adviceOnService(kind, service, names);
      note(`the ${kind} service of the profile, ${JSON.stringify(service)}, is not on this server.${advice}`);
    } else if (service === undefined && others.length > 0) {
      const choice = `reeve profiles change ${profile} --service ${kind}=NAME`;
      note(`this server has ${names.length} ${kind} services, so none was chosen: ${names.join(", ")}. ${choice} does it`);
    } else if (service === undefined && only !== undefined) {
      services[kind] = { ...before[kind], service: only };
    }
  }
  if (kinds.some((kind) => services[kind] !== before[kind]))
    await changeProfile(processContext, profile, (stored) => ({ ...stored, services }));
  return namesIn(services);
}

function hasNames(services: NonNullable<Profile["services"]>): boolean {
  return Object.keys(namesIn(services)).length > 0;
}

function namesIn(services: NonNullable<Profile["services"]>): ServiceNames {
  return defined(Object.fromEntries(kinds.map((kind) => [kind, services[kind]?.service])));
}

/** The services of a profile as a sentence, to follow another one; empty if it has none. */
export function servicesSentence(services: ServiceNames): string {
  const named = kinds.flatMap((kind) => (services[kind] === undefined ? [] : [`${services[kind]} (${kind})`]));
  return named.length === 0 ? "" : ` Its services: ${named.join(", ")}.`;
}

/** The timeout of the request if none was typed. The profile is useful without its services, so the command does not wait long for them. */
const TIMEOUT = "5s";

/** The arguments with which a command would use the profile. */
function forProfile(profile: string, { path, words, flags }: ParsedArguments): ParsedArguments {
  const kept = [...flags].filter(([name]) => KEPT.has(name));
  return { path, words, flags: new Map([["request-timeout", [TIMEOUT]], ...kept, ["profile", [profile]]]) };
}

const KEPT: ReadonlySet<string> = new Set(["ca", "cert", "key", "proxy", "request-timeout", "timeout", "verbose"]);
