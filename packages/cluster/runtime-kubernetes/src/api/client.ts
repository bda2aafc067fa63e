import { json, text } from "node:stream/consumers";
import type { V1Status } from "@kubernetes/client-node";
import { outputOf, type Program } from "@reeve/orchestrator/runtime";
import { TASK_CONTAINER } from "../pods/container.ts";
import type { Connection } from "./connection.ts";
import { ApiRefusal, isRefusal } from "./failure.ts";
import { type ApiRequest, openHttp } from "./http.ts";
import { apiGroups, type KubernetesObject, type List, type ObjectKind } from "./objects.ts";
import { portOf, programOf } from "./program.ts";

/** The part of the API server's HTTP interface that the runtime needs. */
export type ApiClient = ReturnType<typeof openClient>;

/** Which objects of a kind are meant. */
export type Selector = Readonly<Partial<Record<"labelSelector" | "fieldSelector", string>>>;

type Change<Item> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Item }
  /** A bookmark: the server has sent all events up to this resource version. */
  | { readonly type: "BOOKMARK"; readonly object: KubernetesObject };

/** Timeout in milliseconds of every request except watches. */
const TIMEOUT = 30_000;

/** The number of objects in a page of a list, so that no response of a large cluster exceeds the timeout. */
const PAGE = 500;

/** Seconds after which the server ends a watch, and the client starts the next one. */
const WATCH = 240;

/** The field manager for server-side apply. */
const MANAGER = "reeve";

/**
 * Makes a client of the API server for the objects of one namespace. In pods, it uses the container with the given name, because programs
 * in the cluster may have added other containers.
 */
export function openClient(connection: Connection, namespace: string, container = TASK_CONTAINER) {
  const http = openHttp(connection);
  const pathOf = (kind: ObjectKind, ...name: readonly string[]) =>
    [`${apiGroups[kind]}/namespaces`, ...[namespace, kind, ...name].map(encodeURIComponent)].join("/");

  async function ask<Answer>({ signal, ...request }: ApiRequest): Promise<Answer> {
    return (await json(await http.send({ ...request, signal: inTime(signal) }))) as Answer;
  }

  async function exec(pod: string, command: readonly string[], signal: AbortSignal): Promise<Program> {
    const query = { container, command, stdin: true, stdout: true, stderr: true };
    return programOf(await http.connect(pathOf("pods", pod, "exec"), query, signal), signal);
  }

  return {
    server: connection.server,
    /** Gets an object; undefined if the object does not exist. */
    get: <Item extends KubernetesObject>(kind: ObjectKind, name: string, signal?: AbortSignal): Promise<Item | undefined> =>
      ask<Item>({ method: "GET", path: pathOf(kind, name), signal }).catch(absent),
    /** All objects of a selection, as they were at one resource version. The server sends them in pages. */
    async list<Item extends KubernetesObject>(kind: ObjectKind, selector: Selector, signal?: AbortSignal): Promise<List<Item>> {
      const items: Item[] = [];
      for (let next: string | undefined; ; ) {
        const query = { ...selector, limit: PAGE, continue: next };
        const page = await ask<List<Item>>({ method: "GET", path: pathOf(kind), query, signal });
        items.push(...page.items);
        next = page.metadata.continue || undefined;
        if (next === undefined) return { ...page, items };
      }
    },
    /**
     * Watches events that follow a resource version. Ends after some minutes; throws a `Refusal` with 410 if the server no longer has that
     * version.
     */
    async *watch<Item extends KubernetesObject>(
      kind: ObjectKind,
      selector: Selector,
      from: string,
      signal: AbortSignal,
    ): AsyncGenerator<Change<Item>> {
      const query = { ...selector, watch: true, allowWatchBookmarks: true, resourceVersion: from, timeoutSeconds: WATCH };
      // If the server does not end a watch within 30 s after its timeout, the connection counts as lost.
      const late = inTime(signal, (WATCH + 30) * 1000);
      const events = await http.send({ method: "GET", path: pathOf(kind), query, signal: late });
      for await (const line of linesOf(events)) yield changeOf<Item>(line);
    },
    create: <Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item> =>
      ask({ method: "POST", path: pathOf(kind), body: object, signal }),
    /** Sets the given fields of an object, and creates the object if it is missing (server-side apply). */
    apply<Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item> {
      const query = { fieldManager: MANAGER, force: true };
      const type = "application/apply-patch+yaml";
      return ask({ method: "PATCH", path: pathOf(kind, object.metadata.name), query, body: object, type, signal });
    },
    /** Replaces an object. If the object no longer has the version that was read, the server refuses with 409. */
    replace: <Item extends KubernetesObject>(kind: ObjectKind, object: Item, signal?: AbortSignal): Promise<Item> =>
      ask({ method: "PUT", path: pathOf(kind, object.metadata.name), body: object, signal }),
    /** Deletes an object, if it still has the given uid; true if the object existed. */
    async delete(kind: ObjectKind, name: string, { uid, signal }: { uid?: string; signal?: AbortSignal } = {}): Promise<boolean> {
      const preconditions = uid === undefined ? undefined : { uid };
      const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background", preconditions };
      return (await ask<object>({ method: "DELETE", path: pathOf(kind, name), body, signal }).catch(absent)) !== undefined;
    },
    /** Reads the log of a pod, whose lines begin with their timestamps. */
    async log(pod: string, { tail, since, signal }: { tail?: number; since?: string; signal?: AbortSignal }): Promise<string> {
      const query = { container, timestamps: true, tailLines: tail, sinceTime: since };
      return text(await http.send({ method: "GET", path: pathOf("pods", pod, "log"), query, signal }));
    },
    /** Starts a command in a pod's container, and connects to its standard input and output. */
    exec,
    /** Runs a command in a pod's container, and resolves with the command's output; rejects if the command fails. */
    run: async (pod: string, command: readonly string[], signal?: AbortSignal): Promise<string> =>
      outputOf(await exec(pod, command, inTime(signal))),
    /** Connects to a port of a pod. */
    connect: async (pod: string, port: number, signal: AbortSignal): Promise<Program> =>
      portOf(await http.connect(pathOf("pods", pod, "portforward"), { ports: port }, signal), signal),
    close: () => http.close(),
  };
}

function inTime(signal: AbortSignal | undefined, milliseconds = TIMEOUT): AbortSignal {
  const late = AbortSignal.timeout(milliseconds);
  return signal ? AbortSignal.any([signal, late]) : late;
}

function absent(error: unknown): undefined {
  if (isRefusal(error, 404) && error.reason === "NotFound") return undefined;
  throw error;
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
  const change = JSON.parse(line) as Change<Item> | { readonly type: "ERROR"; readonly object: V1Status };
  if (change.type !== "ERROR") return change;
  const { code = 500, reason = "", message = "the watch failed" } = change.object;
  throw new ApiRefusal(code, reason, message);
}
