import { type Profile, removeLocal, writeLocal } from "@reeve/profiles";
import type { Reeve } from "@reeve/service";
import { reportOf, type UpReport } from "@reeve/service/up";
import type { Context } from "../../model/context.ts";

/** The profile of the service that runs in this process. */
export interface OwnProfile {
  make(reeve: Reeve): Promise<void>;
  /** Says anew what runs: a definition may have changed the revision that commands believe without asking. */
  renew(): Promise<void>;
  remove(): Promise<void>;
}

/** Keeps the profile of this process: what is begun later is written later, and nothing after its end. */
export function ownProfile({ surroundings }: Context, warn: (sentence: string) => void): OwnProfile {
  let running: Reeve | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async () => {
    if (!running) return;
    const report = reportOf(running);
    const token = report.serviceAccount ? undefined : report.token;
    await writeLocal(surroundings, process.pid, profileOf(report), token);
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
    // The definition was taken: that its profile cannot be written is no reason to refuse it.
    renew: () => next(write).catch((error) => warn(`the profile of this service is out of date: ${error.message}`)),
    remove: async () => {
      running = undefined;
      await next(() => removeLocal(surroundings, process.pid));
    },
  };
}

/** How to reach it: the first instance of each kind is the one that commands speak to. */
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
