import { type Profile, removeLocal, writeLocal } from "@reeve/profiles";
import type { Reeve } from "@reeve/service";
import { reportOf, type UpReport } from "@reeve/service/up";
import type { Context } from "../../model/context.ts";

/** The profile of the service that runs in this process. */
export interface OwnProfile {
  /** Makes it, and returns its name. */
  make(reeve: Reeve): Promise<string>;
  /** Updates the profile: a new definition may have changed the revision, which commands take from it without asking. */
  renew(): Promise<void>;
  remove(): Promise<void>;
}

/** Maintains the profile of this process. Writes happen in order, and none after the end. `wanted` is its name if another service is `local`. */
export function ownProfile(
  { processContext }: Context,
  preferredName: string,
  warn: (sentence: string) => void,
): OwnProfile {
  let running: Reeve | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<string> => {
    if (!running) return preferredName;
    const report = reportOf(running);
    const token = report.serviceAccount ? undefined : report.token;
    return writeLocal(processContext, process.pid, {
      profile: profileOf(report),
      preferredName,
      ...(token !== undefined && { token }),
    });
  };
  const next = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    make: (reeve) => {
      running = reeve;
      return next(write);
    },
    // A failure to write the profile is no reason to refuse the definition.
    renew: async () => {
      await next(write).catch((error) => warn(`the profile of this service is out of date: ${error.message}`));
    },
    remove: async () => {
      running = undefined;
      await next(() => removeLocal(processContext, process.pid));
    },
  };
}

/** How to connect to it. The first instance of each kind is the default. */
function profileOf({ url, services, ca, serviceAccount }: UpReport): Profile {
  const first = [...services].reverse().map(({ kind, name, revision }) => [kind, { service: name, revision }] as const);
  return {
    url,
    services: Object.fromEntries(first),
    ...(ca !== undefined && { ca: { file: ca } }),
    login:
      serviceAccount?.keyFile === undefined
        ? { by: "token" }
        : { by: "service-account", uid: serviceAccount.uid, keyFile: serviceAccount.keyFile },
  };
}
