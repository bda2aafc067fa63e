import type { fileSystemApi } from "@reeve/file-system-models";
import { document, json } from "../http/answer.ts";
import { configurationIds, fileSystemConfiguration, target, wholeConfiguration } from "./configurations.ts";
import type { Handlers } from "./handlers.ts";
import { nodeHandlers } from "./node-handlers.ts";
import { ownNodeHandlers } from "./own-nodes.ts";
import { planHandlers, rollingRestartHandlers } from "./plans.ts";

const XML = "text/xml; charset=utf-8";

/** The file system's API: a handler for each operation. The configurations that it shows contain the port on which this service listens. */
export function fileSystem(port: () => number): Handlers<typeof fileSystemApi, "file-system"> {
  return {
    plans: planHandlers,
    pods: nodeHandlers,
    nodes: ownNodeHandlers,
    rollingRestart: rollingRestartHandlers,
    configurations: {
      target: (instance) => fileSystemConfiguration(instance, target(instance), port()),
      inspect: (instance) => wholeConfiguration(instance, port()),
      list: configurationIds,
      show: (instance, { id }) => fileSystemConfiguration(instance, id, port()),
    },
    endpoints: {
      fsSite: async ({ administration }) => document(await administration.site("fs-site"), XML),
      coreSite: async ({ administration }) => document(await administration.site("core-site"), XML),
    },
    status: { show: async ({ administration }) => json(await administration.status()) },
  };
}
