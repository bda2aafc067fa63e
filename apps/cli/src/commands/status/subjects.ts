import { readFileSync } from "node:fs";
import { type ClientCa, type Context, type Info, infoOf, type ParsedArguments, withTransport } from "@reeve/commands";
import { defined, isReeveError } from "@reeve/contract";
import type { ClientTrust } from "@reeve/pictures/wide-column";
import type { KindName, Settings } from "@reeve/profiles";
import { shown } from "@reeve/terminal";

/** A service that a command shows, and the flags that select this service. */
export interface StatusSubject {
  readonly kind: KindName;
  readonly given: ParsedArguments;
  /** Whether the instance's nodes are real, so that clients can connect to them; undefined if unknown. */
  readonly isReal?: boolean;
  /** The certificate that the nodes' clients have to trust; undefined without TLS. */
  readonly clientCa?: ClientCa;
  /** What the instance's runtime cannot do at present although no node waits for it. */
  readonly trouble?: string;
}

/** Tells whether the user named a service for this command. A service from a profile does not count, because it is only a default. */
export function isNarrowed({ service }: Settings): boolean {
  return Object.values(service).some(({ place }) => place !== "profile");
}

/** The instances of a service, those that it is removing, and what it says of itself. */
type StatusSubjects = Pick<Info, "removals" | "unit" | "trouble"> & { readonly running: readonly StatusSubject[] };

export const NOTHING: StatusSubjects = { running: [], removals: [] };

/** What the Reeve service runs; nothing for any other server. */
export async function thereNow(
  args: ParsedArguments,
  context: Context,
  note: (text: string) => void = (text) => context.terminal.notes.write(text),
): Promise<StatusSubjects> {
  try {
    const { instances, removals, refused, unit, trouble: amiss } = await withTransport(args, context, infoOf, { retries: 0 });
    if (refused) {
      // Without this note, users would think that the definition file is deployed.
      const sentence = `${refused.file} was refused, so it changes nothing: ${refused.reason}`;
      note(`note: ${shown(sentence, context.terminal.notes.style())}\n`);
    }
    const running = instances.map(({ name, kind, revision, simulated, clientCa, trouble }) =>
      defined({ kind, given: about(args, name, revision), isReal: !simulated, clientCa, trouble }),
    );
    return defined({ running, removals, unit, trouble: amiss });
  } catch (thrown) {
    if (isReeveError(thrown) && thrown.context.status !== undefined) return NOTHING;
    throw thrown;
  }
}

function about(args: ParsedArguments, service: string, revision: string): ParsedArguments {
  return { ...args, flags: new Map([...args.flags, ["service", [service]], ["revision", [revision]]]) };
}

/** Returns the certificate's file if it is on this machine. Otherwise returns `ca.crt`, and the command that creates this file. */
export function clientTlsHere({ certificate, file }: ClientCa): ClientTrust {
  try {
    if (file !== null && readFileSync(file, "utf8") === certificate) return { ca: file };
  } catch {
    // The file is on another machine, or not readable here.
  }
  return { ca: "ca.crt", fetch: "reeve api GET /reeve/v1/client-ca > ca.crt" };
}
