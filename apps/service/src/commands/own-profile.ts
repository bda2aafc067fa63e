import { randomBytes } from "node:crypto";
import type { Context } from "@reeve/commands";
import { defined } from "@reeve/contract";
import { type Profile, removeLocal, writeLocal } from "@reeve/profiles";
import { reportOf, type UpReport } from "../in-folder/start-in-folder.ts";
import type { Reeve } from "../index.ts";

/**
 * Maintains the profile of this process. Writes happen one after another, and no write follows the removal of the profile. The name is
 * `local`, or `preferredName` if another profile is named `local`.
 */
export function ownProfile({ processContext }: Context, preferredName: string, warn: (sentence: string) => void) {
  const proofKey = randomBytes(32).toString("base64url");
  let running: Reeve | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<string> => {
    if (!running) return preferredName;
    const report = reportOf(running);
    const token = report.serviceAccount ? undefined : running.token;
    return writeLocal(processContext, process.pid, defined({ profile: profileOf(report), proofKey, preferredName, token }));
  };
  const next = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    /** The key with which the service proves that it is the one of the profile; new for each start. */
    proofKey,
    /** Creates the profile and returns its name. */
    make: (reeve: Reeve): Promise<string> => {
      running = reeve;
      return next(write);
    },
    /**
     * Updates the profile, because a new definition may have changed the revision, which commands read from the profile. If it cannot be
     * written, the user only gets a warning, and the definition is accepted.
     */
    renew: async (): Promise<void> => {
      await next(write).catch((error) => warn(`the profile of this service is out of date: ${error.message}`));
    },
    remove: async () => {
      running = undefined;
      await next(() => removeLocal(processContext, process.pid));
    },
  };
}

/** The profile with a service's address, login and instances. The first instance of each kind is the default. */
export function profileOf({ url, services, ca, serviceAccount }: Pick<UpReport, "url" | "services" | "ca" | "serviceAccount">): Profile {
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
