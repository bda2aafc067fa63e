import { type AnyApi, buildRequest, isReeveError, planOperation, ReeveError } from "@reeve/contract";
import { kinds, type Profile } from "@reeve/profiles";
import { baseUrl } from "@reeve/transport";
import { readCa } from "@reeve/transport/node";
import { serviceKind } from "../../services/by-name.ts";

/** Checks the fields of a profile as later commands would, so that users learn of mistakes when they store the profile. */
export async function checkFields({ url, ca, services = {} }: Partial<Profile>): Promise<void> {
  if (url?.includes("@"))
    throw new ReeveError(
      "bad-input",
      "--url: an address cannot contain a user or a password; reeve login stores a login",
    );
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
    if (service !== undefined) as(`--service ${kind}=${service}`, () => checkService(api, service));
  }
}

/** Checks that a name can be part of a request's path. */
function checkService(api: AnyApi, service: string): void {
  const { operation, revisions } = planOperation(api);
  buildRequest(operation, { revision: revisions.at(-1) ?? "", service, input: {} });
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
