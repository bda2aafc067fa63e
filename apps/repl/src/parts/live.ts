/** This module is loaded when the user first names a service. It contains connections, clients, help and completion. */
import { isReeveError } from "@reeve/contract";
import { contextOfThisProcess, listProfiles } from "@reeve/profiles";
import { globalsIn, globalsOf, identifier } from "../clusters/connection.ts";
import { demoAccess } from "../clusters/demo.ts";
import { watchDeployment } from "../clusters/deployment.ts";
import { explainTypeError } from "../clusters/explain-type-error.ts";
import { hasRollouts, promptOf, refreshRollouts } from "../clusters/rollouts.ts";
import { createSession, type ShellSession } from "../clusters/session.ts";
import { type Completion, completeCode } from "../complete/complete.ts";
import { callAround, placeIn } from "../complete/place.ts";
import { helpFor, helpWords } from "../help/help-topics.ts";
import { hintOf, methodFields } from "../help/method-help.ts";
import { lookUp } from "../help/model.ts";
import { show, showable } from "../help/words.ts";
import { resultFormats } from "../show/write.ts";
import type { ShellState } from "../start/shell.ts";

/** Milliseconds that completion waits for a server. */
const WITHIN = 80;

/** The part of the shell that uses clusters. */
export type Live = ReturnType<typeof createLive>;

export function createLive(shell: ShellState) {
  const processContext = contextOfThisProcess();
  const session = createSession(shell, processContext);
  /** The names of all services and connections that a user can type. */
  const globals = (): readonly string[] => [...new Set([...servicesIn(session), ...connectionsIn(session)])];
  const model = (path: string) => {
    try {
      return lookUp(path, (name) => (globals().includes(name) ? session.named(name) : undefined));
    } catch (error) {
      // There are no completions for a kind without a configured service.
      if (isReeveError(error)) return undefined;
      throw error;
    }
  };
  const words = async (name: string, items: readonly string[]): Promise<readonly string[]> => {
    if (name === "show") return showable(session, items, WITHIN);
    return items.length === 0 ? wordsFor(name, session, () => listProfiles(processContext)) : [];
  };
  return {
    session,
    show: (what?: string, ...rest: readonly string[]) => show(shell, session, processContext, what, ...rest),
    /** Starts a simulated cluster in this process. Resolves when its services are deployed or the user presses Ctrl-C. */
    demo: async (): Promise<object> => {
      const demo = session.open(await demoAccess(shell));
      await watchDeployment(shell, session.needed());
      return demo;
    },
    watch: (plan = "deploy") => {
      const used = session.used();
      const tree = used && (session.needed().tree({ kind: used.kind, name: used.service }) as Watchable);
      return tree?.plans.watch({ plan }) ?? session.needed();
    },
    // A path may begin with a noun, such as `topics`: it is the one of the first service that has this noun.
    help: (topic?: unknown): object =>
      helpFor(topic, (path) => [path, ...globals().map((name) => `${name}.${path}`)].map(model).find(Boolean)),
    complete: async (code: string): Promise<Completion | undefined> => {
      await knowRevisions(session, code);
      return completeCode(code, { model, words, within: WITHIN });
    },
    /** The signature of the method at the cursor, shown as a hint. */
    hint: (code: string): string | undefined => {
      // Names are already requested while the method that needs them is typed, so that they have arrived when the user presses Tab.
      const [, shown] = /^\s*show\s+(\w+)\s/.exec(code) ?? [];
      if (shown !== undefined) void showable(session, [shown], 0).catch(() => undefined);
      const place = placeIn(code);
      const isCalled = place?.kind !== "member";
      const path = isCalled ? (callAround(code) ?? "") : `${place.path}.${place.typed}`;
      const method = path.includes(".") ? model(path)?.method : undefined;
      if (method && isCalled) for (const field of methodFields(method)) void method.instance.names.of(field, 0);
      return method && hintOf(method);
    },
    clarify: (error: unknown, code: string) => explainTypeError(error, code, model),
    prompt: () => promptOf(session),
    refresh: () => refreshRollouts(session),
    isRollingOut: () => hasRollouts(session),
    globals,
    /** The names that can be used at present: the services of the current connection, and all connections. */
    offered: (): readonly string[] => {
      const connection = session.current();
      const names = [...(connection ? globalsIn(connection) : []).map(([name]) => name), ...connectionsIn(session)];
      // A name that begins with an underscore was made from an address, and users do not type such names.
      return [...new Set(names.filter((name) => !name.startsWith("_")))];
    },
  };
}

/**
 * Finds the revisions of the services in the code, so that completion offers only methods of these revisions. Does not wait for a slow
 * server.
 */
async function knowRevisions(session: ShellSession, code: string): Promise<void> {
  const connection = session.current();
  if (!connection) return;
  const isAny = /^\s*show\s/.test(code);
  const instances = globalsIn(connection)
    .filter(([name]) => isAny || code.includes(name))
    .map(([, wanted]) => connection.instance(wanted));
  await Promise.all(instances.map((instance) => instance.findRevision(WITHIN)));
}

/** The names of the services of the current connection. */
function servicesIn(session: ShellSession): readonly string[] {
  const connection = session.current();
  return connection ? globalsOf(connection).map(([global]) => global) : [];
}

/** The names of all connections. */
function connectionsIn(session: ShellSession): readonly string[] {
  return session.all().map(({ name }) => identifier(name));
}

type Watchable = { readonly plans: { watch(input: { readonly plan: string }): unknown } };

function wordsFor(name: string, session: ShellSession, profiles: () => readonly { readonly name: string }[]): readonly string[] {
  switch (name) {
    case "connect":
      return profiles().map((profile) => profile.name);
    case "use":
      return [...session.all().map((each) => each.name), ...servicesIn(session)];
    case "watch":
      return [...(session.used()?.seen.keys() ?? []), "deploy", "recovery"];
    case "help":
      return [...helpWords, ...servicesIn(session)];
    case ".format":
      return resultFormats;
    case ".trace":
      return ["on", "off"];
    default:
      return [];
  }
}
