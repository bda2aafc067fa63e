import { type CallOptions, type ClientOptions, describeClient, type RawAnswer } from "@reeve/client";
import type { Kind } from "../services/kind.ts";
import type { Limits } from "./limits.ts";
import type { Settings } from "./settings.ts";
import { type Trace, traceTo } from "./trace.ts";

/** A command's way to one service instance. */
export interface Session {
  readonly kind: Kind;
  readonly settings: Settings;
  readonly client: object;
  readonly url: string;
  readonly service: string;
  /** What the next request is limited by: of the time for the whole command, what is left. */
  options(): CallOptions;
  call(operation: string, input?: unknown): Promise<RawAnswer>;
  revision(): Promise<string>;
  close(): Promise<void>;
}

/** What a session is opened with, beside where it leads. */
export interface Surroundings {
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly trace: Trace;
  now(): number;
}

/** Opens it; nothing is sent yet. */
export function openSession(
  kind: Kind,
  settings: Settings,
  { limits, signal, trace, now }: Surroundings,
): Session {
  const { url, service, revision, ca, credentials } = settings;
  const client = kind.createClient({
    url,
    service,
    ...(revision !== undefined && { revision }),
    ...(ca !== undefined && { ca }),
    ...(credentials && { credentials }),
    ...(limits.attempt !== undefined && { timeout: limits.attempt }),
    observe: traceTo(trace),
  } as ClientOptions);
  const { transport, ...description } = describeClient(client);
  const end = limits.whole === undefined ? undefined : now() + limits.whole;
  const options = (): CallOptions => ({
    signal,
    ...(limits.attempt !== undefined && { timeout: limits.attempt }),
    ...(end !== undefined && { totalTimeout: Math.max(1, end - now()) }),
  });
  return {
    kind,
    settings,
    client,
    url: transport.url,
    service,
    options,
    call: (operation, input) => description.call(operation, input, options()),
    revision: () => description.revision(options()),
    close: description.close,
  };
}
