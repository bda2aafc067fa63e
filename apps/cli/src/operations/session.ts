import { type CallByDeclaration, type CallOptions, describeClient, type RawAnswer } from "@reeve/client";
import {
  type Context,
  limitsOf,
  type ParsedArguments,
  reachOf,
  serviceOf,
  settingsOf,
  urlOf,
  withServicesThere,
  withTransport,
} from "@reeve/commands";
import { defined, isReeveError } from "@reeve/contract";
import type { View } from "@reeve/pictures";
import { identityOf, type Memory, openMemory, type Settings, type Subject } from "@reeve/profiles";
import type { ServiceKind } from "../services/kind.ts";

/** A command's connection to one service instance. */
export type Session = Awaited<ReturnType<typeof sessionOf>>;

/** Opens the session of a command, from its flags, the environment and the profile. It sends no request. */
export async function sessionOf(kind: ServiceKind, args: ParsedArguments, context: Context) {
  const settings = settingsOf(args, context);
  const url = urlOf(settings);
  const service = await chosenService(kind, settings, args, context);
  const parts = await kind.load();
  const memory = openMemory(context.processContext);
  const identity = settings.login && identityOf(settings.login.value);
  const subject = defined({ url, service, identity });
  const chosen = settings.revision[kind.api.name]?.value;
  const recalled = chosen === undefined ? memory.recall(subject).revision : undefined;
  const known = [chosen, recalled].find((each) => each !== undefined && (each === chosen || kind.api.revisions.includes(each)));
  const answers = new Map<string, RawAnswer>();
  const onAnswer = (operation: string, answer: RawAnswer) => void answers.set(operation, answer);
  const connection = await reachOf(settings, args, context);
  const clientIn = (revision: string | undefined) =>
    parts.createClient(defined({ ...connection, service, onAnswer, namesOperations: false, revision }));
  // A client for a single revision has no methods of other revisions. Its description can call any operation by name; if the revision lacks
  // the operation, the error lists the revisions that have it.
  const client = clientIn(known);
  const description = describeClient(client);
  const { attempt, whole } = limitsOf(args);
  const options = (): CallOptions => defined({ signal: context.signal, timeout: attempt, totalTimeout: whole });
  return {
    kind,
    parts,
    settings,
    client,
    url: description.transport.url,
    service,
    /** The signal and the timeouts for a request. If the timeout of the whole command ends the request, the error says so. */
    options,
    /** Calls an operation; by default with the session's `options()`. */
    call: ((...[operation, input, more = options()]: Parameters<CallByDeclaration>) =>
      description.call(operation, input, more)) as CallByDeclaration,
    /** The last answer to an operation as received, whichever method of the client requested it. */
    lastAnswer: (operation: string): RawAnswer | undefined => answers.get(operation),
    revision: () => description.revision(options()),
    /** Whether an earlier command cached the revision. */
    isRemembered: recalled !== undefined && known === recalled,
    /** Finds the server's revision again, and caches it. */
    revisionAnew: async (): Promise<string> => {
      const fresh = clientIn(undefined);
      const revision = await describeClient(fresh).revision(options());
      await remember(memory, subject, revision);
      await describeClient(fresh).close();
      return revision;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      const match = description.knownRevision();
      if (match !== undefined && known === undefined && kind.api.revisions.length > 1) {
        await remember(memory, subject, match);
      }
      await description.close();
    },
  };
}

/** The service that the settings name. If they name none, the error lists those of the server. */
async function chosenService({ api }: ServiceKind, settings: Settings, args: ParsedArguments, context: Context): Promise<string> {
  try {
    return serviceOf(settings, api.name);
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const hurried = { ...args, flags: new Map([["request-timeout", [TIMEOUT]], ...args.flags]) };
    throw await withTransport(hurried, context, (...to) => withServicesThere(thrown, api.name, ...to), { retries: 0 });
  }
}

/** The timeout of the request for the services that an error lists, if none was typed. The error itself is known already. */
const TIMEOUT = "3s";

/** Caches the revision. If this fails, the next command requests the revision again. */
async function remember(memory: Memory, subject: Subject, revision: string): Promise<void> {
  await memory.remember(subject, { revision }).catch(() => undefined);
}

/** A command in progress: its session, the checked input of its operation, and how to render the answer. */
export interface CommandContext extends View {
  readonly session: Session;
}
