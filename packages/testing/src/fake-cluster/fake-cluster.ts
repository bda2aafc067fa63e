import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { startKubelet } from "./kubelet.ts";
import { type ObjectEvent, type Objects, openObjects, type StoredObjects } from "./objects.ts";
import { accept, type Streams } from "./streams.ts";

/** A fake API server for the runtime, which also does what a cluster does by itself: schedule pods, run them, and clean up. */
export type FakeCluster = Awaited<ReturnType<typeof startFakeCluster>>;

interface Failure {
  readonly request: string;
  readonly status: number;
  readonly message?: string;
  readonly times?: number;
  /** Whether the server makes the change although the request fails. */
  readonly done?: true;
}

interface Watch {
  readonly kind: string;
  readonly selector: string | null;
  readonly response: ServerResponse;
}

/** A rule of a role: the verbs that it allows on some resources. */
interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Starts a cluster that grants the permissions of these rules. Without rules it grants everything, as to the user who installs the service.
 */
export async function startFakeCluster(rules?: readonly Rule[]) {
  const streams: Streams = { run: () => ({}), answer: () => undefined };
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const objects = openObjects((event) => watches.send(event));
  const watches = openWatches(objects);
  const lists = openLists(objects);
  const { next: nextFailure, ...failing } = openFailures();
  const { stop, ...machines } = startKubelet(objects);
  let server: Server | undefined;
  let port = 0;

  async function up(): Promise<void> {
    const next = createServer((request, response) => void handle(request, response));
    next.on("upgrade", (request, socket, head) => {
      sockets.add(socket as Socket);
      const part = /(\w+)\?/.exec(request.url ?? "")?.[1];
      const failure = nextFailure(`CONNECT ${part}`);
      if (failure) refuseUpgrade(socket, failure.status, JSON.stringify(failureStatus(failure)));
      else if (isPermitted(rules, "GET", false, "pods", "", part)) accept(request, socket, head, streams);
      else refuseUpgrade(socket, 403, "");
    });
    next.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => next.listen(port, "127.0.0.1", resolve));
    port = (next.address() as AddressInfo).port;
    server = next;
  }

  async function down(): Promise<void> {
    const before = server;
    server = undefined;
    const closed = new Promise((resolve) => before?.close(resolve) ?? resolve(undefined));
    for (const socket of sockets) socket.destroy();
    watches.forget();
    await closed;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://fake");
    const [, kind = "", name, part] = /\/namespaces\/[^/]+\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    const isWatch = url.searchParams.get("watch") === "true";
    const requested = `${isWatch ? "WATCH" : request.method} ${kind}`;
    requests.push(requested);
    if (!isPermitted(rules, request.method ?? "", isWatch, kind, name, part)) {
      const message = `the role does not allow ${requested} ${name ?? ""}${part ?? ""}`;
      return reply(response, 403, status(403, "Forbidden", message));
    }
    const failure = nextFailure(requested);
    if (failure) {
      if (failure.done) answer(objects, request.method ?? "", kind, name, part, body);
      if (failure.status === 0) return void request.socket.destroy();
      return reply(response, failure.status, failureStatus(failure));
    }
    const selector = url.searchParams.get("labelSelector");
    if (isWatch) return watches.add(kind, selector, Number(url.searchParams.get("resourceVersion")), response);
    const [code, object] =
      request.method === "GET" && name === undefined
        ? lists.page(url.searchParams, kind, selector)
        : answer(objects, request.method ?? "", kind, name, part, body);
    if (typeof object === "string") response.writeHead(code).end(object);
    else reply(response, code, object);
  }

  await up();
  return {
    server: `http://127.0.0.1:${port}`,
    /** All requests so far, each as method and resource, such as `POST pods`. */
    requests,
    ...clientOf(objects),
    ...failing,
    /** Breaks all watches. */
    dropWatches: watches.drop,
    /** Breaks all watches and drops their history. */
    compact: () => {
      lists.forget();
      watches.compact();
    },
    /** Stops the server; `up` starts it again at the same address. */
    down,
    up,
    ...machines,
    /** The responses to commands in pods, and to bytes that are sent to their ports. */
    streams,
    close: async (): Promise<void> => {
      stop();
      await down();
    },
  };
}

function answer(
  objects: Objects,
  method: string,
  kind: string,
  name = "",
  part: string | undefined,
  body: StoredObjects,
): [number, unknown] {
  const there = objects.get(kind, method === "POST" ? body.metadata.name : name);
  if (method === "POST") {
    if (there?.metadata.deletionTimestamp) return [409, status(409, "AlreadyExists", `object is being deleted: ${there.metadata.name}`)];
    if (there) return [409, status(409, "AlreadyExists", `${kind} "${there.metadata.name}" already exists`)];
    const invalid = body.metadata.name.length > 63 || !/^[a-z0-9-]+$/.test(body.metadata.name);
    if (invalid) return [422, status(422, "Invalid", `${body.metadata.name} is no name`)];
    return [201, objects.put(kind, { ...body, metadata: { ...body.metadata, uid: objects.uid() } })];
  }
  const fixed = method === "PATCH" && kind === "statefulsets" && there ? fixedFields(there, body) : [];
  if (fixed.length > 0) return [422, status(422, "Invalid", FIXED)];
  if (method === "PATCH")
    return [
      200,
      objects.put(kind, {
        ...there,
        ...body,
        metadata: { uid: objects.uid(), ...there?.metadata, ...body.metadata },
      }),
    ];
  if (!there) return [404, status(404, "NotFound", `${kind} "${name}" not found`)];
  if (method === "PUT") {
    const { resourceVersion = there.metadata.resourceVersion } = body.metadata;
    if (resourceVersion !== there.metadata.resourceVersion) return [409, status(409, "Conflict", "it was changed")];
    return [200, objects.put(kind, { ...body, metadata: { ...there.metadata, ...body.metadata } })];
  }
  if (part === "log") return [200, "2026-01-01T00:00:00.000000001Z first\n2026-01-01T00:00:00.000000002Z second\n"];
  if (method === "GET") return [200, there];
  const precondition = (body as unknown as { preconditions?: { uid?: string } } | undefined)?.preconditions?.uid;
  if (precondition !== undefined && precondition !== there.metadata.uid) {
    return [409, status(409, "Conflict", "the UID in the precondition does not match")];
  }
  objects.delete(kind, name);
  return [200, there];
}

/** What tests do with the objects, as another client of the server. */
function clientOf(objects: Objects) {
  return {
    objects: objects.all,
    /** Changes an object as another client would. */
    change: (kind: string, name: string, change: (object: StoredObjects) => void): void => {
      const object = structuredClone(objects.get(kind, name));
      if (!object) throw new Error(`there is no ${name}`);
      change(object);
      objects.put(kind, object);
    },
    remove: objects.delete,
    put: (kind: string, object: StoredObjects) => void objects.put(kind, object),
  };
}

/** The failures that tests have requested. */
function openFailures() {
  const failures: (Failure & { left: number })[] = [];
  return {
    /** Makes the next requests of a kind fail with a status; 0 breaks the connection. */
    fail: (failure: Failure) => void failures.push({ ...failure, left: failure.times ?? 1 }),
    /** Cancels the failures that were requested with `fail` and have not happened yet. */
    heal: () => void failures.splice(0),
    next: (requested: string): Failure | undefined => {
      const failure = failures.find((each) => each.request === requested && each.left > 0);
      if (failure) failure.left--;
      return failure;
    },
  };
}

/** Lists that are read in pages. */
function openLists(objects: Objects) {
  /** What is left of lists that have been begun, by the token for the next page. */
  const lists = new Map<string, { readonly version: number; readonly items: readonly StoredObjects[] }>();
  return {
    page: (query: URLSearchParams, kind: string, selector: string | null): [number, unknown] => {
      const { continue: next, limit } = Object.fromEntries(query);
      const begun = next === undefined ? undefined : lists.get(next);
      if (next !== undefined && !begun) return [410, status(410, "Expired", "the list has expired")];
      const { version, items } = begun ?? {
        version: objects.version(),
        items: objects.all(kind).filter((object) => isSelected(object, selector)),
      };
      const rest = limit === undefined ? [] : items.slice(Number(limit));
      const token = rest.length > 0 ? `${version}/${rest.length}` : undefined;
      if (token !== undefined) lists.set(token, { version, items: rest });
      const metadata = { resourceVersion: String(version), continue: token };
      return [200, { metadata, items: items.slice(0, items.length - rest.length) }];
    },
    forget: () => lists.clear(),
  };
}

/** The open watches of the server. */
function openWatches(objects: Objects) {
  const watches = new Set<Watch>();
  let compacted = 0;
  const drop = () => {
    for (const { response } of watches) response.destroy();
    watches.clear();
  };
  return {
    send: ({ kind, type, object }: ObjectEvent) => {
      for (const watch of watches) {
        if (watch.kind === kind && isSelected(object, watch.selector)) send(watch.response, { type, object });
      }
    },
    add: (kind: string, selector: string | null, from: number, response: ServerResponse): void => {
      response.writeHead(200, { "content-type": "application/json" });
      if (from < compacted) {
        return void response.end(`${JSON.stringify({ type: "ERROR", object: status(410, "Expired", "too old resource version") })}\n`);
      }
      for (const { type, object } of objects.since(kind, from)) if (isSelected(object, selector)) send(response, { type, object });
      send(response, { type: "BOOKMARK", object: { metadata: { resourceVersion: String(objects.version()) } } });
      const own = { kind, selector, response };
      watches.add(own);
      response.once("close", () => watches.delete(own));
    },
    drop,
    forget: () => watches.clear(),
    /** Drops the watches and their history, so that a client has to list again. */
    compact: () => {
      compacted = objects.version();
      drop();
    },
  };
}

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

function isPermitted(
  rules: readonly Rule[] | undefined,
  method: string,
  isWatch: boolean,
  kind: string,
  name?: string,
  part?: string,
): boolean {
  const verb = VERBS[method] ?? (isWatch ? "watch" : name === undefined ? "list" : "get");
  const resource = part === undefined ? kind : `${kind}/${part}`;
  return !rules || rules.some(({ resources, verbs }) => resources.includes(resource) && verbs.includes(verb));
}

/** How the API server refuses a change of a stateful set's fixed fields, among them the claim templates. */
const FIXED = `StatefulSet.apps "reeve" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`;

function fixedFields(before: StoredObjects, after: StoredObjects): readonly string[] {
  const [old, next] = [before, after].map(({ spec }) => (spec ?? {}) as Readonly<Record<string, unknown>>);
  return ["selector", "serviceName", "volumeClaimTemplates"].filter((field) => !isDeepStrictEqual(old?.[field], next?.[field]));
}

function send(response: ServerResponse, event: unknown): void {
  response.write(`${JSON.stringify(event)}\n`);
}

function refuseUpgrade(socket: Duplex, code: number, body: string): void {
  socket.end(`HTTP/1.1 ${code} Refused\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

function reply(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const failureStatus = (failure: Failure) => status(failure.status, "", failure.message ?? "it failed");

function status(code: number, reason: string, message: string): object {
  return { kind: "Status", code, reason, message };
}

function isSelected({ metadata: { labels = {} } }: StoredObjects, selector: string | null): boolean {
  if (!selector) return true;
  return selector.split(",").every((each) => labels[each.split("=")[0] ?? ""] === each.split("=")[1]);
}
