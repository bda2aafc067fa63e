import { readFileSync } from "node:fs";
import type { UndiciParts } from "../packages/clients/transport/src/dispatcher.ts";

/**
 * A plugin that bundles only what the transport uses of undici, each part loaded on its first use, because a first request needs little of
 * it.
 */
export function undiciParts(): { readonly name: string; load(id: string): string | null } {
  return {
    name: "parts of undici",
    load: (id) => {
      const [, file = ""] = id.split("/node_modules/undici/");
      if (file === "index.js") return index;
      const line = unneeded[file];
      if (!line) return null;
      const code = readFileSync(id, "utf8");
      if (!code.includes(line.old)) throw new Error(`undici's ${file} no longer has: ${line.old}`);
      return code.replace(line.old, line.lazy);
    },
  };
}

/** The parts by the names under which undici exports them. */
const parts: Readonly<Record<Exclude<keyof UndiciParts, "fetch" | "install" | "interceptors">, string>> = {
  Client: "require('./lib/dispatcher/client')",
  Pool: "require('./lib/dispatcher/pool')",
  ProxyAgent: "require('./lib/dispatcher/proxy-agent')",
  buildConnector: "require('./lib/core/connect')",
};

/** What undici's `install` makes global. */
const globals: Readonly<Record<string, string>> = {
  Headers: "require('./lib/web/fetch/headers').Headers",
  Response: "require('./lib/web/fetch/response').Response",
  // A request with a body needs what the module of responses defines.
  Request: "require('./lib/web/fetch/response') && require('./lib/web/fetch/request').Request",
  FormData: "require('./lib/web/fetch/formdata').FormData",
  WebSocket: "require('./lib/web/websocket/websocket').WebSocket",
  CloseEvent: "require('./lib/web/websocket/events').CloseEvent",
  ErrorEvent: "require('./lib/web/websocket/events').ErrorEvent",
  MessageEvent: "require('./lib/web/websocket/events').MessageEvent",
  EventSource: "require('./lib/web/eventsource/eventsource').EventSource",
};

const gettersOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => `get ${name}() { return ${value}; },`);

const index = `
const Dispatcher = require('./lib/dispatcher/dispatcher');
Dispatcher.prototype.request = require('./lib/api/api-request');
Dispatcher.prototype.connect = function (...given) { return require('./lib/api/api-connect').apply(this, given); };
const fetch = (...given) => require('./lib/web/fetch').fetch(...given);
const globals = {
  ${gettersOf(globals).join("\n  ")}
};
module.exports = {
  ${gettersOf(parts).join("\n  ")}
  fetch,
  interceptors: { get decompress() { return require('./lib/interceptor/decompress'); } },
  install() {
    globalThis.fetch = fetch;
    for (const name of Object.keys(globals)) {
      // While the property exists, Node would load its own undici before it defines another.
      delete globalThis[name];
      const set = (value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
      Object.defineProperty(globalThis, name, { get: () => globals[name], set, configurable: true });
    }
  },
};
`;

/** Lines that load large parts of Node, which a first request does not need: HTTP/2, which the transport forbids, and cryptography. */
const unneeded: Readonly<Record<string, { readonly old: string; readonly lazy: string }>> = {
  "lib/dispatcher/client.js": {
    old: "const connectH2 = require('./client-h2.js')",
    lazy: "const connectH2 = (...given) => require('./client-h2.js')(...given)",
  },
  "lib/web/fetch/formdata.js": {
    old: `const random = runtimeFeatures.has('crypto')
  ? require('node:crypto').randomInt
  : (max) => Math.floor(Math.random() * max)`,
    lazy: "const random = (max) => require('node:crypto').randomInt(max)",
  },
};

/** With this definition, undici leaves out its experimental parser, as it does in Node itself. */
export const asNodeBundlesIt = { esbuildDetection: "true" } as const;
