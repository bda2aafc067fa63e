import { type Credentials, tokenFromEnvironment } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import type { Context } from "../model/context.ts";
import { flagOf, type Given } from "../model/given.ts";

/** Which service instance a command speaks to, and as whom. */
export interface Settings {
  readonly url: string;
  readonly service: string;
  readonly revision?: string;
  readonly ca?: string | { readonly file: string };
  readonly credentials?: Credentials;
}

/** Interim: flags and environment only. */
export function settingsOf(api: string, given: Given, { env }: Context): Settings {
  const url = flagOf(given, "url") ?? env.REEVE_URL;
  const service = flagOf(given, "service") ?? env.REEVE_SERVICE;
  const revision = flagOf(given, "revision") ?? env.REEVE_REVISION;
  const ca = flagOf(given, "ca");
  if (url === undefined) throw new ReeveError("bad-input", "no cluster is set");
  if (service === undefined) throw new ReeveError("bad-input", `no ${api} service is set`);
  return {
    url,
    service,
    ...(revision && { revision }),
    ...(ca && { ca: { file: ca } }),
    ...(env.REEVE_TOKEN && { credentials: tokenFromEnvironment("REEVE_TOKEN", env as never) }),
  };
}
