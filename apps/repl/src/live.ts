/** Everything that is loaded when a service is first named: connections, clients, help, completion. */
import { isReeveError } from "@reeve/contract";
import { listProfiles, surroundingsOfThisProcess } from "@reeve/profiles";
import { type Completion, complete } from "./complete/complete.ts";
import { lookUp } from "./complete/lookup.ts";
import { callAround, placeIn } from "./complete/place.ts";
import { clarify } from "./live/clarify.ts";
import { globalsOf, identifier } from "./live/connection.ts";
import { demoReach } from "./live/demo.ts";
import { awaitDeployment, watchDeployment } from "./live/deployment.ts";
import { helpFor, helpWords } from "./live/help-topics.ts";
import { hintOf, methodFields } from "./live/method-help.ts";
import { isRollingOut, promptOf, refreshRollouts } from "./live/rollouts.ts";
import { createSession, type Session } from "./live/session.ts";
import { show } from "./live/words.ts";
import type { Shell } from "./shell.ts";
import { formats } from "./show/write.ts";

/** The part of the shell that knows clusters. */
export interface Live {
  readonly session: Session;
  show(what: string, ...rest: readonly string[]): Promise<unknown>;
  /** Starts a simulated cluster in this process, and waits until it is deployed or the user presses Ctrl-C. */
  demo(): Promise<object>;
  watch(plan?: string): unknown;
  help(topic?: unknown): object;
  complete(code: string): Promise<Completion | undefined>;
  /** The signature of the method at the cursor. */
  hint(code: string): string | undefined;
  /** Explains a JavaScript error in terms of what was typed. */
  clarify(error: unknown, code: string): string | undefined;
  /** The text before `>`: the connection, the service and its revision, and the state of its rollouts. */
  prompt(): readonly string[];
  /** Refreshes the state of the rollouts. */
  refresh(): Promise<void>;
  /** Whether one was in progress at the last refresh. */
  isRollingOut(): boolean;
  /** The names that a person may type for services and connections. */
  globals(): readonly string[];
}

/** Milliseconds within which completion answers, however slow the server is. */
const WITHIN = 80;

export function createLive(shell: Shell): Live {
  const surroundings = surroundingsOfThisProcess();
  const session = createSession(shell, surroundings);
  const globals = (): readonly string[] => {
    const connection = session.current();
    const services = connection ? globalsOf(connection).map(([global]) => global) : [];
    return [...new Set([...services, ...session.all().map(({ name }) => identifier(name))])];
  };
  const model = (path: string) =>
    lookUp(path, (name) => {
      try {
        return globals().includes(name) ? session.named(name) : undefined;
      } catch (error) {
        // A kind without a configured service has no completions.
        if (isReeveError(error)) return undefined;
        throw error;
      }
    });
  const words = (name: string): readonly string[] => wordsFor(name, session, () => listProfiles(surroundings));
  return {
    session,
    show: (what, ...rest) => show(shell, session, surroundings, what, ...rest),
    demo: async () => {
      const demo = session.open(await demoReach(shell));
      await (shell.isTold ? watchDeployment : awaitDeployment)(shell, session.needed());
      return demo;
    },
    watch: (plan = "deploy") => {
      const used = session.used();
      const tree = used && (session.needed().tree({ kind: used.kind, name: used.service }) as Watchable);
      return tree?.plans.watch({ plan }) ?? session.needed();
    },
    help: (topic) => helpFor(shell, topic, model),
    complete: (code) => complete(code, { model, words, within: WITHIN }),
    hint: (code) => {
      const place = placeIn(code);
      const isCalled = place?.kind !== "member";
      const path = isCalled ? (callAround(code) ?? "") : `${place.path}.${place.typed}`;
      const method = path.includes(".") ? model(path)?.method : undefined;
      // Names are fetched when a method is typed, so that they are there when Tab is pressed.
      if (method && isCalled) for (const { source } of methodFields(method)) void method.instance.names.of(source, 0);
      return method && hintOf(method);
    },
    clarify: (error, code) => clarify(error, code, model),
    prompt: () => promptOf(session),
    refresh: () => refreshRollouts(session),
    isRollingOut: () => isRollingOut(session),
    globals,
  };
}

interface Watchable {
  readonly plans: { watch(input: { readonly plan: string }): unknown };
}

function wordsFor(
  name: string,
  session: Session,
  profiles: () => readonly { readonly name: string }[],
): readonly string[] {
  switch (name) {
    case "connect":
      return profiles().map((profile) => profile.name);
    case "use": {
      const connection = session.current();
      return [...session.all().map((each) => each.name), ...(connection ? globalsOf(connection).map(([g]) => g) : [])];
    }
    case "show": {
      const used = session.used();
      const nouns = used ? new Set(used.operations.map(({ noun }) => noun)) : [];
      return [...nouns, "connections", "profiles"];
    }
    case "watch":
      return [...(session.used()?.seen.keys() ?? []), "deploy", "recovery"];
    case "help":
      return [...helpWords, ...(session.current() ? globalsOf(session.needed()).map(([global]) => global) : [])];
    case ".format":
      return formats;
    case ".trace":
      return ["on", "off"];
    default:
      return [];
  }
}
