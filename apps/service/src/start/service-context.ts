import { ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import { keptInWords, withKept } from "../definition/kept-settings.ts";
import { type ReadDefinition, type Reading, readFile, readObject } from "../definition/read-definition.ts";
import type { DefinitionInput } from "../definition/service-definition.ts";
import { offersWith } from "../engines/open-engines.ts";
import { type HttpLimits, usualLimits } from "../http/limits.ts";
import { createJournal, type Journal } from "../record/log.ts";
import type { ReeveOptions } from "../reeve.ts";
import { type Keep, keepInFolder, keepInMemory } from "../state/state-folder.ts";
import { API_AUTHORITY, NODE_AUTHORITY } from "../tls/names.ts";
import { openAuthority, type SigningAuthority } from "../tls/open-authority.ts";

/** The foundations of a service: its definition, options, clock and logs. */
export interface ServiceContext {
  readonly options: ReeveOptions;
  readonly overrides: Reading;
  readonly read: ReadDefinition;
  /** Notes for operators about settings that were kept from the last start. */
  readonly notes: readonly string[];
  readonly limits: HttpLimits;
  readonly host: string;
  readonly keep: Keep;
  /** Signs the service's own certificate. */
  readonly authority: SigningAuthority;
  /** Signs the certificates of nodes. */
  readonly nodeAuthority: SigningAuthority;
  readonly journal: Journal;
  readonly closing: Closing;
  readonly now: () => number;
}

/** Reads the definition and the options. Opens nothing that would have to be closed. */
export async function prepareService(given: DefinitionInput | undefined, options: ReeveOptions): Promise<ServiceContext> {
  const { definitionFile, state, host = "127.0.0.1" } = options;
  if (given && definitionFile !== undefined) {
    throw new ReeveError("bad-input", "give either a definition or a definition file, not both");
  }
  const now = Date.now;
  const overrides = await overridesOf(options);
  const said = definitionFile === undefined ? readObject(given ?? {}, overrides) : await readFile(definitionFile, overrides);
  const keep = state === undefined ? keepInMemory() : keepInFolder(state);
  // In a pod, a definition file is complete, because the probes and files of the pod are made from it.
  const isComplete = definitionFile !== undefined && process.env.KUBERNETES_SERVICE_HOST !== undefined;
  const settings = isComplete ? { read: said, kept: [] } : withKept(said, keep, overrides);
  const authority = openAuthority(keep, now, API_AUTHORITY);
  const nodeAuthority = openAuthority(keep, now, NODE_AUTHORITY);
  const journal = createJournal(now, options.log);
  const limits = { ...usualLimits, ...options.limits };
  const closing = createClosing(journal.log);
  const { read } = settings;
  const notes = keptInWords(settings);
  return { options, overrides, read, notes, limits, host, keep, authority, nodeAuthority, journal, closing, now };
}

async function overridesOf({
  revisions = {},
  engines = {},
  pace,
  usualTraffic,
  edition,
  tls,
  moreEngines,
}: ReeveOptions): Promise<Reading> {
  return {
    revisions,
    engines,
    offers: await offersWith(moreEngines),
    ...(pace !== undefined && { pace }),
    ...(usualTraffic !== undefined && { usualTraffic }),
    ...(edition !== undefined && { edition }),
    ...(tls !== undefined && { tls }),
  };
}

/** Resources to close at the end. */
interface Closing {
  add(what: string, close: () => unknown): void;
  /**
   * Closes every resource once, in reverse order. A failure is logged and does not prevent the rest; the first failure is thrown at the
   * end.
   */
  close(): Promise<void>;
}

export function createClosing(log: Log): Closing {
  const open: { readonly what: string; readonly close: () => unknown }[] = [];
  return {
    add: (what, close) => void open.push({ what, close }),
    close: async () => {
      const failures: unknown[] = [];
      for (const { what, close } of open.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
          const reason = error instanceof Error ? error.message : String(error);
          log("error", "not-closed", { reason: `${what}: ${reason}` });
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
