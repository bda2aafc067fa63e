import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { defined } from "@reeve/contract";
import type { Instance, Orchestrator } from "@reeve/orchestrator";
import { begin } from "../definition/begin.ts";
import { deployedFile, keepSettings } from "../definition/kept-settings.ts";
import type { DefinitionInput } from "../definition/service-definition.ts";
import { fetchOf } from "../http/in-process.ts";
import { isSimulated, notesAmong, simulatedAmong } from "../own/info.ts";
import { reachOfOthers, usersOfMachine } from "../own/other-users.ts";
import type { Reeve, ReeveOptions, RunningService } from "../reeve.ts";
import type { Keep } from "../state/state-folder.ts";
import { CA_FILE, NODE_AUTHORITY } from "../tls/names.ts";
import { type Management, openManagement } from "./management.ts";
import { openServer, type Server } from "./server.ts";
import { prepareService, type ServiceContext } from "./service-context.ts";

/** Starts the three services, or those of a definition, in this process. Resolves once requests are answered; rollouts continue. */
export async function startReeve(given?: DefinitionInput, options: ReeveOptions = {}): Promise<Reeve> {
  const context = await prepareService(given, options);
  const { read, journal, closing } = context;
  const ending = new AbortController();
  try {
    const management = await openManagement(context);
    const { orchestrator, edition, deployment } = management;
    await begin(orchestrator, deployment, { ...options, read, given, deployedFile: deployedFile(context.keep) });
    const server = await openServer(context, management, ending.signal);
    keepSettings(read.definition, context.overrides, context.keep, journal.log);
    watchDefinition(context, management);
    const services = orchestrator.instances().map(({ name }) => name);
    journal.log("info", "started", { url: server.url, edition: edition.name, services });
    const reach = reachOfOthers(orchestrator.instances(), await usersOfMachine());
    return running(context, management, server, { token: await edition.token(), reach, ending });
  } catch (error) {
    // Failures of closing are only logged, because the caller needs the reason for which the start failed.
    await closing.close().catch(() => undefined);
    throw error;
  }
}

function watchDefinition({ options: { definitionFile }, closing }: ServiceContext, { deployment }: Management): void {
  if (definitionFile === undefined) return;
  const stop = watchFile(definitionFile, () => void deployment.deployFile(definitionFile));
  closing.add("definition file", stop);
}

function running(
  { options, read, notes, limits, keep, journal, closing }: ServiceContext,
  { available, orchestrator, edition, deployment, lastEnd, copy }: Management,
  { url, core, tls }: Server,
  { token, reach, ending }: { readonly token: string; readonly reach: string | undefined; readonly ending: AbortController },
): Reeve {
  const { state, definitionFile } = options;
  const ofUpgrade = copy
    ? [
        `this is another version than the one before (${copy.version ?? "unknown"}); its state is kept as ${copy.name}, and reeve state restore goes back to it`,
      ]
    : [];
  const caFile = read.definition.tls === true ? keep.path(CA_FILE) : undefined;
  const close = async () => {
    if (!ending.signal.aborted) journal.log("info", "closing", {});
    ending.abort();
    await closing.close();
  };
  return {
    url,
    token,
    get services() {
      return servicesOf(orchestrator, keep);
    },
    get simulated() {
      return simulatedAmong(orchestrator.instances());
    },
    get notes() {
      return [...notes, ...ofUpgrade, ...notesAmong(orchestrator.instances()), ...(reach === undefined ? [] : [reach])];
    },
    get refused() {
      return deployment.refused();
    },
    ...defined({ ca: tls?.ca, caFile, tokenFile: edition.tokenFile, serviceAccount: edition.serviceAccount, state, lastEnd }),
    addresses: (service) => clientAddresses(orchestrator.instance(service)),
    fetch: fetchOf(core, url, limits.bodyBytes),
    deploy: (next, more = {}) => deployment.deployObject(next, { who: "this process", isOperator: true, ...more }),
    reload: async () => {
      if (definitionFile !== undefined) await deployment.deployFile(definitionFile);
    },
    kill: (service, node) => available.kill(service, node),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function servicesOf(orchestrator: Orchestrator, keep: Keep): readonly RunningService[] {
  const caFile = keep.path(NODE_AUTHORITY.certificate);
  return orchestrator.instances().map(({ name, kind, definition, clientTls }) => ({
    name,
    kind,
    revision: definition.revision,
    ...(clientTls && { clientTls: caFile === undefined ? {} : { caFile } }),
  }));
}

/** Where an instance accepts clients. Empty if it is simulated, or if clients get the addresses from configuration documents. */
async function clientAddresses(instance: Instance | undefined): Promise<readonly string[]> {
  if (!instance || isSimulated(instance) || !("connection" in instance.administration)) return [];
  const connection = await instance.administration.connection();
  return "address" in connection ? connection.address : connection;
}

/** A file is read once it has not changed for this many milliseconds, because editors write a file in several steps. */
const SETTLED = 150;

/** The symbolic link through which Kubernetes mounts the files of a config map. To change the files, Kubernetes replaces this link. */
const MOUNTED = "..data";

/** Calls `changed` when a file may have changed, until the returned function is called. Editors replace files, so it watches the folder. */
function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(path);
  const watcher = watch(dirname(path), { persistent: false }, (_, file) => {
    if (file !== null && file !== name && file !== MOUNTED) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED).unref();
  });
  // If the folder has been deleted, nothing can be watched any more, so this error is ignored.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
