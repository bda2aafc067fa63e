import {
  type CallByDeclaration,
  type CallOptions,
  type ClientOptions,
  describeClient,
  type RawAnswer,
} from "@reeve/client";
import type { Limits } from "@reeve/commands";
import type { Memory, Settings, Subject } from "@reeve/profiles";
import type { ServiceKind, ServiceParts } from "../services/kind.ts";

/** A command's connection to one service instance. */
export interface Session {
  readonly kind: ServiceKind;
  readonly parts: ServiceParts;
  readonly settings: Settings;
  readonly client: object;
  readonly url: string;
  readonly service: string;
  /** The signal and the timeouts for a request. If the timeout of the whole command ends the request, the error says so. */
  options(): CallOptions;
  /** Calls an operation; by default with the session's `options()`. */
  readonly call: CallByDeclaration;
  /** The last answer to an operation as received, whichever method of the client requested it. */
  lastAnswer(operation: string): RawAnswer | undefined;
  revision(): Promise<string>;
  /** Whether an earlier command cached the revision. */
  readonly isRemembered: boolean;
  /** Finds the server's revision again, and caches it. */
  revisionAnew(): Promise<string>;
  close(): Promise<void>;
}

/** The parts from which a session is made. */
export interface Parts {
  readonly kind: ServiceKind;
  readonly parts: ServiceParts;
  readonly settings: Settings;
  readonly service: string;
  /** The client's options for address, trust, credentials and events. */
  readonly connection: object;
  readonly limits: Limits;
  readonly memory: Memory;
  readonly subject: Subject;
  readonly signal: AbortSignal;
}

/** Opens a session without sending a request. */
export function openSession(given: Parts): Session {
  const { kind, parts, settings, service, connection, limits, memory, subject, signal } = given;
  const chosen = settings.revision[kind.api.name]?.value;
  const recalled = chosen === undefined ? memory.recall(subject).revision : undefined;
  const known = [chosen, recalled].find((each) => each !== undefined && (each === chosen || isOf(kind, each)));
  const answers = new Map<string, RawAnswer>();
  const onAnswer = (operation: string, answer: RawAnswer) => void answers.set(operation, answer);
  const clientIn = (revision: string | undefined) =>
    parts.createClient({
      ...connection,
      service,
      onAnswer,
      ...(revision !== undefined && { revision }),
    } as ClientOptions);
  // A client for a single revision has no methods of other revisions. Its description can call any operation by name; if the revision lacks
  // the operation, the error lists the revisions that have it.
  const client = clientIn(known);
  const description = describeClient(client);
  const options = (): CallOptions => ({
    signal,
    ...(limits.attempt !== undefined && { timeout: limits.attempt }),
    ...(limits.whole !== undefined && { totalTimeout: limits.whole }),
  });
  return {
    kind,
    parts,
    settings,
    client,
    url: description.transport.url,
    service,
    options,
    call: ((...[operation, input, more = options()]: Parameters<CallByDeclaration>) =>
      description.call(operation, input, more)) as CallByDeclaration,
    lastAnswer: (operation) => answers.get(operation),
    revision: () => description.revision(options()),
    isRemembered: recalled !== undefined && known === recalled,
    revisionAnew: async () => {
      const fresh = clientIn(undefined);
      const revision = await describeClient(fresh).revision(options());
      await remember(memory, subject, revision);
      await describeClient(fresh).close();
      return revision;
    },
    close: async () => {
      const found = description.knownRevision();
      if (found !== undefined && known === undefined && kind.api.revisions.length > 1) {
        await remember(memory, subject, found);
      }
      await description.close();
    },
  };
}

function isOf({ api }: ServiceKind, revision: string): boolean {
  return api.revisions.includes(revision);
}

/** Caches the revision. If this fails, the next command requests the revision again. */
async function remember(memory: Memory, subject: Subject, revision: string): Promise<void> {
  await memory.remember(subject, { revision }).catch(() => undefined);
}
