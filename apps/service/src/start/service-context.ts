import { ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { keptInWords, withKept } from "../definition/kept-settings.ts";
import { type Reading, readFile, readObject } from "../definition/read-definition.ts";
import type { DefinitionInput } from "../definition/service-definition.ts";
import { offersWith } from "../engines/open-engines.ts";
import { type HttpLimits, usualLimits } from "../http/limits.ts";
import { createJournal } from "../record/log.ts";
import type { ReeveOptions } from "../reeve.ts";
import { keepInFolder, keepInMemory } from "../state/state-folder.ts";
import { API_AUTHORITY, NODE_AUTHORITY } from "../tls/names.ts";
import { openAuthority } from "../tls/open-authority.ts";

/** The foundations of a service: its definition, options, clock and logs. */
export type ServiceContext = Awaited<ReturnType<typeof prepareService>>;

/** Reads the definition and the options. Opens nothing that would have to be closed. */
export async function prepareService(given: DefinitionInput | undefined, options: ReeveOptions) {
  const { definitionFile, state, host = "127.0.0.1" } = options;
  if (given && definitionFile !== undefined) throw new ReeveError("bad-input", "give either a definition or a definition file, not both");
  const now = Date.now;
  const overrides: Reading = { ...options, offers: await offersWith(options.moreEngines) };
  const said = definitionFile === undefined ? readObject(given ?? {}, overrides) : await readFile(definitionFile, overrides);
  const keep = state === undefined ? keepInMemory() : keepInFolder(state);
  // In a pod, a definition file is complete, because the probes and files of the pod are made from it.
  const isComplete = definitionFile !== undefined && process.env.KUBERNETES_SERVICE_HOST !== undefined;
  const settings = isComplete ? { read: said, kept: [] } : withKept(said, keep, overrides);
  const journal = createJournal(now, options.log);
  return {
    ...{ options, overrides, host, keep, journal, now },
    read: settings.read,
    /** Notes for operators about settings that were kept from the last start. */
    notes: keptInWords(settings),
    limits: { ...usualLimits, ...options.limits } as HttpLimits,
    /** Signs the service's own certificate. */
    authority: openAuthority(keep, now, API_AUTHORITY),
    /** Signs the certificates of nodes. */
    nodeAuthority: openAuthority(keep, now, NODE_AUTHORITY),
    closing: createClosing(journal.log),
  };
}

/** Resources to close at the end. */
export function createClosing(log: Log) {
  const open: { readonly what: string; readonly close: () => unknown }[] = [];
  return {
    add: (what: string, close: () => unknown) => void open.push({ what, close }),
    /** Closes every resource once, in reverse order. A failure is logged and does not stop the rest; the first is thrown. */
    close: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (const { what, close } of open.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
          log("error", "not-closed", { reason: `${what}: ${reasonOf(error)}` });
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
