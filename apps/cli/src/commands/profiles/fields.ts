import { resolve } from "node:path";
import { type Context, flagOf, type ParsedArguments } from "@reeve/commands";
import { buildRequest, defined, isReeveError, planOperation, ReeveError } from "@reeve/contract";
import { type KindName, kindNamed, kinds, type Profile, type ServiceChoice } from "@reeve/profiles";
import { baseUrl } from "@reeve/transport";
import { readCa } from "@reeve/transport/node";
import { serviceKind } from "../../services/kind.ts";
import { loginOf } from "../access/login-flags.ts";

/** Returns the profile fields that the flags set. In the commands for profiles, general flags such as --url give values to store. */
export async function profileFields(args: ParsedArguments, context: Context): Promise<Partial<Profile>> {
  const ca = flagOf(args, "ca");
  const fields = defined({
    url: flagOf(args, "url"),
    ca: ca === undefined ? undefined : { file: resolve(context.processContext.cwd, ca) },
    certificate: certificateOf(args, context),
    output: flagOf(args, "output"),
    login: loginOf(args, context),
    services: servicesOf(args),
  });
  await checkFields(fields);
  return fields;
}

function certificateOf(args: ParsedArguments, { processContext }: Context): Profile["certificate"] {
  const [cert, key] = [flagOf(args, "cert"), flagOf(args, "key")];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new ReeveError("bad-input", "--cert and --key must be given together: a client certificate and its private key");
  }
  const absolute = (file: string) => resolve(processContext.cwd, file);
  return { certFile: absolute(cert), keyFile: absolute(key) };
}

function servicesOf(args: ParsedArguments): Profile["services"] | undefined {
  const service = pairsIn(args, "service");
  const revision = pairsIn(args, "revision");
  const named = kinds.filter((kind) => service[kind] !== undefined || revision[kind] !== undefined);
  if (named.length === 0) return undefined;
  return Object.fromEntries(
    named.map((kind): [KindName, ServiceChoice] => [kind, defined({ service: service[kind], revision: revision[kind] })]),
  );
}

function pairsIn(args: ParsedArguments, flag: "service" | "revision"): Partial<Record<KindName, string>> {
  const text = flagOf(args, flag);
  if (text === undefined) return {};
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [word = "", value = ""] = pair.split("=").map((part) => part.trim());
      const match = kindNamed(word);
      if (match && value !== "") return [match, value];
      throw new ReeveError(
        "bad-input",
        `--${flag}: expected pairs of a kind (${kinds.join(", ")}) and a value, such as broker=kafka, got ${JSON.stringify(pair)}`,
      );
    }),
  );
}

/** Checks the fields of a profile as later commands would, so that users learn of mistakes when they store the profile. */
async function checkFields({ url, ca, services = {} }: Partial<Profile>): Promise<void> {
  if (url?.includes("@"))
    throw new ReeveError("bad-input", "--url: an address cannot contain a user or a password; reeve login stores a login");
  if (url !== undefined) as("--url", () => baseUrl(url));
  if (ca && "file" in ca) as("--ca", () => readCa(ca));
  for (const kind of kinds) {
    const { service, revision } = services[kind] ?? {};
    if (service === undefined && revision === undefined) continue;
    const { api } = await serviceKind(kind);
    if (revision !== undefined && !api.revisions.includes(revision)) {
      const sentence = `--revision ${kind}=${revision}: the revisions of the ${kind} API are ${api.revisions.join(", ")}`;
      throw new ReeveError("bad-input", sentence);
    }
    if (service === undefined) continue;
    // The name must be able to be a part of a request's path.
    const { operation, revisions } = planOperation(api);
    as(`--service ${kind}=${service}`, () => buildRequest(operation, { revision: revisions.at(-1) ?? "", service, input: {} }));
  }
}

/** Runs a check, and adds the flag's name to the error that the check throws. */
function as(flag: string, check: () => unknown): void {
  try {
    check();
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    throw new ReeveError(thrown.code, `${flag}: ${thrown.message.replace(/^\w+: /, "")}`);
  }
}
