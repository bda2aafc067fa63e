import { json, text } from "node:stream/consumers";
import { outputOf, type Program } from "@reeve/orchestrator/runtime";
import { TASK_CONTAINER } from "../pods/container.ts";
import type { Channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { type ApiRequest, openHttp } from "./http.ts";
import { apiGroups, type KubernetesObject, type List, type ObjectKind } from "./objects.ts";
import { programOf } from "./program.ts";
import { ApiRefusal } from "./refusal.ts";

/** The part of the API server's HTTP interface that the runtime needs. */
export interface ApiClient {
  readonly server: string;
  /** Gets an object; undefined if the object does not exist. */
  get<Item extends KubernetesObject>(kind: ObjectKind, name: string, signal?: AbortSignal): Promise<Item | undefined>;
  /** All objects of a selection, as they were at one resource version. The server sends them in pages. */
  list<Item extends KubernetesObject>(kind: ObjectKind, selector: Selector, signal?: AbortSignal): Promise<List<Item>>;
  /**
   * Watches events that follow a resource version. Ends after some minutes; throws a `Refusal` with 410 if the server no longer has that
   * version.
   */
  watch<Item extends KubernetesObject>(
    kind: ObjectKind,
    selector: Selector,
    from: string,
    signal: AbortSignal,
  ): AsyncGenerator<Change<Item>>;
  create<Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item>;
  /** Sets the given fields of an object, and creates the object if it is missing (server-side apply). */
  apply<Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item>;
  /** Replaces an object. If the object no longer has the version that was read, the server refuses with 409. */
  replace<Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item>;
  /** Deletes an object, if it still has the given uid; true if the object existed. */
  delete(kind: ObjectKind, name: string, options?: DeleteOptions): Promise<boolean>;
  /** Reads the log of a pod, whose lines begin with their timestamps. */
  log(pod: string, options: LogOptions): Promise<string>;
  /** Starts a command in a pod's container, and connects to its standard input and output. */
  exec(pod: string, command: readonly string[], signal: AbortSignal): Promise<Program>;
  /** Runs a command in a pod's container, and resolves with the command's output; rejects if the command fails. */
  run(pod: string, command: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Connects to a port of a pod. Channel 0 carries the port's bytes, and channel 1 carries errors. */
  connect(pod: string, port: number, signal?: AbortSignal): Promise<Channels>;
  close(): void;
}

export interface Selector {
  readonly labels?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

type Change<Item> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Item }
  /** A bookmark: the server has sent all events up to this resource version. */
  | { readonly type: "BOOKMARK"; readonly object: KubernetesObject };

interface DeleteOptions {
  readonly uid?: string;
  /** The grace period in seconds; default: the object's own grace period. */
  readonly grace?: number;
  readonly signal?: AbortSignal;
}

interface LogOptions {
  readonly tail?: number;
  readonly since?: string;
  readonly signal?: AbortSignal;
}

/** Timeout in milliseconds of every request except watches. */
const TIMEOUT = 30_000;

/** The number of objects in a page of a list, so that no response of a large cluster exceeds the timeout. */
const PAGE = 500;

/** Seconds after which the server ends a watch, and the client starts the next one. */
const WATCH = 240;

/** The field manager for server-side apply. */
const MANAGER = "reeve";

/**
 * Makes a client of the API server for the objects of one namespace. In pods, it uses the container with the given name, because programs in
 * the cluster may have added other containers.
 */
export function openClient(connection: Connection, namespace: string, container = TASK_CONTAINER): ApiClient {
  const http = openHttp(connection);
  const pathOf = (kind: ObjectKind, name?: string) =>
    `${apiGroups[kind]}/namespaces/${encodeURIComponent(namespace)}/${kind}${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;

  async function ask<Answer>({ signal, ...request }: ApiRequest): Promise<Answer> {
    return (await json(await http.send({ ...request, signal: inTime(signal) }))) as Answer;
  }

  async function exec(pod: string, command: readonly string[], signal: AbortSignal): Promise<Program> {
    const streams = ["stdin", "stdout", "stderr"].map((name) => [name, "true"]);
    const query = new URLSearchParams([["container", container], ...command.map((each) => ["command", each]), ...streams]);
    return programOf(await http.connect(`${pathOf("pods", pod)}/exec?${query}`, signal), signal);
  }

  return {
    server: connection.server,
    get: (kind, name, signal) => ask<never>({ method: "GET", path: pathOf(kind, name), signal }).catch(absent),
    list: async <Item extends KubernetesObject>(kind: ObjectKind, selector: Selector, signal?: AbortSignal) => {
      const items: Item[] = [];
      for (let next: string | undefined; ; ) {
        const path = `${pathOf(kind)}${queryOf(selector, { limit: PAGE, continue: next })}`;
        const page: List<Item> = await ask({ method: "GET", path, signal });
        items.push(...page.items);
        next = page.metadata.continue || undefined;
        if (next === undefined) return { ...page, items };
      }
    },
    async *watch<Item extends KubernetesObject>(kind: ObjectKind, selector: Selector, from: string, signal: AbortSignal) {
      const more = { watch: true, allowWatchBookmarks: true, resourceVersion: from, timeoutSeconds: WATCH };
      // If the server does not end a watch within 30 s after its timeout, the connection counts as lost.
      const late = inTime(signal, (WATCH + 30) * 1000);
      const response = await http.send({ method: "GET", path: `${pathOf(kind)}${queryOf(selector, more)}`, signal: late });
      for await (const line of linesOf(response)) yield changeOf<Item>(line);
    },
    create: (kind, object, signal) => ask({ method: "POST", path: pathOf(kind), body: object, signal }),
    apply: (kind, object, signal) =>
      ask({
        method: "PATCH",
        path: `${pathOf(kind, object.metadata.name)}?fieldManager=${MANAGER}&force=true`,
        body: object,
        type: "application/apply-patch+yaml",
        signal,
      }),
    replace: (kind, object, signal) => ask({ method: "PUT", path: pathOf(kind, object.metadata.name), body: object, signal }),
    delete: async (kind, name, { uid, grace, signal } = {}) => {
      const preconditions = uid === undefined ? undefined : { uid };
      const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background", preconditions, gracePeriodSeconds: grace };
      return (await ask<object>({ method: "DELETE", path: pathOf(kind, name), body, signal }).catch(absent)) !== undefined;
    },
    log: async (pod, { tail, since, signal }) => {
      const query = queryOf({}, { container, timestamps: true, tailLines: tail, sinceTime: since });
      return text(await http.send({ method: "GET", path: `${pathOf("pods", pod)}/log${query}`, signal }));
    },
    exec,
    run: async (pod, command, signal) => outputOf(await exec(pod, command, inTime(signal))),
    connect: (pod, port, signal) => http.connect(`${pathOf("pods", pod)}/portforward?ports=${port}`, signal),
    close: () => http.close(),
  };
}

function inTime(signal: AbortSignal | undefined, milliseconds = TIMEOUT): AbortSignal {
  const late = AbortSignal.timeout(milliseconds);
  return signal ? AbortSignal.any([signal, late]) : late;
}

function absent(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.status === 404 && error.reason === "NotFound") return undefined;
  throw error;
}

function queryOf({ labels, fields }: Selector, more: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const joined = (all: Readonly<Record<string, string>> = {}) => Object.entries(all).map((pair) => pair.join("="));
  const selectors = { labelSelector: joined(labels), fieldSelector: joined(fields) };
  const query = new URLSearchParams();
  for (const [name, pairs] of Object.entries(selectors)) if (pairs.length > 0) query.set(name, pairs.join(","));
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value));
  return `?${query}`;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}

/** If a watch fails after the server has sent the response's head, the server reports the failure as an event. */
function changeOf<Item>(line: string): Change<Item> {
  type Failure = { readonly type: "ERROR"; readonly object: { code?: number; reason?: string; message?: string } };
  const change = JSON.parse(line) as Change<Item> | Failure;
  if (change.type !== "ERROR") return change;
  const { code = 500, reason = "", message = "the watch failed" } = change.object;
  throw new ApiRefusal(code, reason, message);
}
