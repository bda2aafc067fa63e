import { brokerApi } from "@reeve/broker-models";
import {
  type AnyApi,
  createRouter,
  type Effect,
  inputOf,
  type Match,
  OWN_MEDIA_TYPE,
  ReeveError,
  type RouteMatch,
  type Router,
  secretFields,
} from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import type { Instance, Kind, Orchestrator } from "@reeve/orchestrator";
import { wideColumnApi } from "@reeve/wide-column-models";
import { readJson, readOptionalJson } from "../http/content.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import { pathOf, problem, refuseParameters, wrongMethod } from "../http/problem.ts";
import { broker } from "./broker.ts";
import { fileSystem } from "./file-system.ts";
import { type Asked, type Handler, serviceNotFound } from "./handlers.ts";
import { wideColumn } from "./wide-column.ts";

export type ServiceApi = ReturnType<typeof createServiceApi>;

/** An operation that was requested. */
export interface ResolvedOperation {
  readonly service: string;
  /** The name of the operation, such as `topics.create`. */
  readonly name: string;
  readonly effect: Effect;
  /**
   * Performs the operation and returns the answer. If the operation changes something, its input without secrets is first passed to the
   * callback.
   */
  perform(onInput: (input: Readonly<Record<string, unknown>>) => void): HttpAnswer | Promise<HttpAnswer>;
}

/** The API of each kind of instance. */
export const apis: Readonly<Record<Kind, AnyApi>> = { broker: brokerApi, "wide-column": wideColumnApi, "file-system": fileSystemApi };

type AnyHandlers = Readonly<Record<string, Readonly<Record<string, Handler<Kind, unknown>>>>>;

/** Finds the operation that a request asks for, in the API of the instance's kind and in the instance's revision. */
export function createServiceApi(orchestrator: Pick<Orchestrator, "instance" | "instances" | "removals">, port: () => number) {
  // This cast is safe: the API and the handlers are both looked up by the kind of the instance, so each handler only gets instances of its
  // own kind.
  const handlers = { broker, "wide-column": wideColumn, "file-system": fileSystem(port) } as unknown as Readonly<Record<Kind, AnyHandlers>>;
  const routers: Readonly<Record<Kind, Map<string, Router>>> = { broker: new Map(), "wide-column": new Map(), "file-system": new Map() };
  const routerOf = (kind: Kind, revision: string): Router => {
    const known = routers[kind].get(revision);
    if (known) return known;
    const router = createRouter(apis[kind], revision);
    routers[kind].set(revision, router);
    return router;
  };

  const find = (instance: Instance, method: string, target: string): Match => {
    const { kind, definition } = instance;
    return routerOf(kind, definition.revision).match(method, target);
  };

  /** The other revisions in which the path exists. */
  const elsewhere = ({ kind, definition }: Instance, method: string, target: string): readonly string[] =>
    apis[kind].revisions.filter(
      (revision) => revision !== definition.revision && routerOf(kind, revision).match(method, target).kind === "operation",
    );

  return {
    /** If there is no such operation, returns the answer to the request instead. */
    resolve: (request: HttpRequest): ResolvedOperation | HttpAnswer => {
      const { method, target } = request;
      const name = serviceOf(target);
      if (name === undefined) return unknownPath(method, target);
      const instance = orchestrator.instance(name);
      if (!instance) {
        // The first segment of a short path, such as `/kafka/v1/plan`, may not be meant as the name of a service, so the message shows the
        // whole path.
        throw folderOf(target) !== undefined
          ? serviceNotFound(orchestrator, name)
          : new ReeveError("not-found", `there is nothing at ${pathOf(target)}`);
      }
      const asked = method === "HEAD" ? "GET" : method;
      const match = find(instance, asked, target);
      if (match.kind === "unknown-path") {
        const revisions = elsewhere(instance, asked, target);
        if (revisions.length === 0) return unknownPath(method, target);
        const { revision } = instance.definition;
        const words = `${method} ${pathOf(target)} exists in ${revisions.join(" and ")} of the ${instance.kind} API, but ${name} speaks ${revision}.`;
        return problem(404, "not-in-revision", words);
      }
      if (match.kind === "bad-request") throw new ReeveError("bad-input", match.reason);
      if (match.kind === "wrong-method") {
        const read = find(instance, "GET", target);
        const head = read.kind === "operation" && read.operation.effect === "read" ? ["HEAD"] : [];
        return wrongMethod(method, target, [...match.allow, ...head, "OPTIONS"]);
      }
      // HEAD is only allowed if the operation changes nothing.
      if (method === "HEAD" && match.operation.effect !== "read") return wrongMethod(method, target, ["GET", "OPTIONS"]);
      const known = match.route.query.map((each) => each.name);
      refuseParameters(match.unknownParameters, known);
      return resolved(match, instance, handlers[instance.kind], request);
    },
  };
}

function resolved(found: RouteMatch, instance: Instance, handlers: AnyHandlers, request: HttpRequest): ResolvedOperation {
  const { noun, verb, name, operation } = found;
  const handler = handlers[noun]?.[verb];
  if (!handler) throw new Error(`${name} has no handler`);
  const { revision } = instance.definition;
  return {
    service: instance.name,
    name: `${instance.kind}.${name}`,
    effect: operation.effect,
    perform: (onInput) => {
      const act = (body?: unknown) => {
        const input = inputOf(found, body);
        if (operation.effect !== "read") onInput(withoutSecrets(input as Readonly<Record<string, unknown>>, found));
        const asked: Asked = {
          revision,
          signal: request.signal,
          timeout: operation.timeout?.(input),
          takesNotes: request.header("accept")?.includes(OWN_MEDIA_TYPE) === true,
        };
        return handler(instance, input, asked);
      };
      if (operation.listBody !== undefined) return readOptionalJson(request).then(act);
      return operation.body.length === 0 ? act() : readJson(request).then(act);
    },
  };
}

function withoutSecrets(input: Readonly<Record<string, unknown>>, { operation }: RouteMatch): Readonly<Record<string, unknown>> {
  const secret = secretFields(operation);
  return secret.size === 0 ? input : Object.fromEntries(Object.entries(input).filter(([name]) => !secret.has(name)));
}

/** The prefixes of an instance's paths. The short form of a path, `/{name}/v1/…`, has no prefix. */
const FOLDERS = ["/service/", "/reeve/v1/services/"];

function serviceOf(target: string): string | undefined {
  const start = folderOf(target)?.length ?? 1;
  const end = target.indexOf("/", start);
  if (end < 0) return undefined;
  const name = target.slice(start, end);
  if (!name.includes("%")) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function folderOf(target: string): string | undefined {
  return FOLDERS.find((folder) => target.startsWith(folder));
}

function unknownPath(method: string, target: string): HttpAnswer {
  return problem(404, "not-found", `There is nothing at ${pathOf(target)} for ${method.slice(0, 20)}.`);
}
