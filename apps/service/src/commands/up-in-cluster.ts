import { once } from "node:events";
import { dirname, resolve } from "node:path";
import {
  type Context,
  flagOf,
  hasFlag,
  isForPrograms,
  listOf,
  outputChoiceOf,
  type ParsedArguments,
  readTextFile,
  writeResult,
} from "@reeve/commands";
import { needsPackage } from "@reeve/orchestrator";
import { removeLocal, writeLocal } from "@reeve/profiles";
import { startSpinner, yaml } from "@reeve/terminal";
import { missingPackage, type RegisteredRuntime, registeredRuntimes } from "../engines/registered.ts";
import { type ClusterDefinition, clusterDefinition } from "../in-cluster/cluster-definition.ts";
import { unfitForCluster } from "../in-cluster/runtimes.ts";
import { accessTo, refuseUnverifiable } from "./cluster-access.ts";
import { wrapLabelled } from "./up-summary.ts";

type Installation = Awaited<ReturnType<NonNullable<RegisteredRuntime["installation"]>>>;
type ServiceSettings = ReturnType<Installation["readServiceSettings"]>;

/** Flags for a service on this machine only. For a service in a cluster, these settings are in the definition. */
const HERE_ONLY = ["install", "uninstall", "system", "as", "host", "state", "token-file", "revision", "engine", "pace", "edition"];

const SETTINGS = { storageClass: "storage-class", storage: "storage", user: "user", pullSecret: "pull-secret" } as const;

/** Installs the service in a cluster and forwards its API until Ctrl-C; with `--print`, only prints the objects. */
export async function upInCluster(given: ParsedArguments, context: Context): Promise<void> {
  const { name, installation } = await installationOf(given);
  const misplaced = HERE_ONLY.find((flag) => hasFlag(given, flag));
  if (misplaced !== undefined)
    throw unfitForCluster(`--${misplaced} applies only to a service on this machine; for a service in a cluster, set it in the definition`);
  if (flagOf(given, "print") === "role") {
    return print(installation.roleObjects(await namespaceOf(installation, given, context)), given, context);
  }
  const forHere = ["tls", "tls-name"].find((flag) => hasFlag(given, flag));
  if (forHere !== undefined)
    throw unfitForCluster(`--${forHere} applies only to a service on this machine; for a service in a cluster, the definition has tls`);
  const image = flagOf(given, "image");
  if (image === undefined) throw unfitForCluster("--runtime needs --image REF, the image of the service");
  const settings = settingsIn(installation, given);
  portIn(given);
  const definition = await definitionIn(given, name, installation, context);
  const { text, files, settled, trust } = definition;
  const options = { image, definition: text, files, settled, tls: trust.tls, ...settings };
  if (hasFlag(given, "print")) {
    const namespace = await namespaceOf(installation, given, context);
    return print(installation.serviceObjects({ namespace, ...options }), given, context);
  }
  if (!hasFlag(given, "detach")) refuseUnverifiable(definition, flagOf(given, "definition") ?? "");
  // Keeps the process alive, because the installation's own timers do not.
  using _alive = setInterval(() => undefined, 2 ** 30);
  await install(installation, options, definition, given, context);
}

async function install(
  installation: Installation,
  options: Omit<Parameters<Installation["installService"]>[0], "namespace">,
  definition: ClusterDefinition,
  given: ParsedArguments,
  context: Context,
): Promise<void> {
  const namespace = flagOf(given, "namespace");
  const service = await installation.installService({
    ...options,
    makeToken: definition.login.by === "generated-token",
    environment: context.processContext.env,
    ...(namespace !== undefined && { namespace }),
  });
  try {
    noteElsewhere(service, definition, context);
    await ready(service, context);
    if (hasFlag(given, "detach")) printInstalled(service, given, context);
    else await forward(service, definition, given, context);
  } finally {
    service.close();
  }
}

function settingsIn({ readServiceSettings }: Installation, given: ParsedArguments): ServiceSettings {
  const texts = Object.entries(SETTINGS).flatMap(([setting, flag]) => {
    const text = flagOf(given, flag);
    return text === undefined ? [] : [[setting, text]];
  });
  return readServiceSettings(Object.fromEntries(texts), (setting) => `--${SETTINGS[setting]}`);
}

/** The local port, which is checked before anything is installed. */
function portIn(given: ParsedArguments): number {
  const port = flagOf(given, "port") ?? "0";
  if (/^\d{1,5}$/.test(port) && Number(port) < 2 ** 16) return Number(port);
  throw unfitForCluster(`--port ${port}: expected an integer from 0 to 65535`);
}

function printInstalled({ namespace }: Service, given: ParsedArguments, context: Context): void {
  const sentence = `Reeve is up in the namespace ${namespace}. To reach it from this machine, run the same command without --detach.`;
  context.terminal.results.write(`${isForPrograms(given, context) ? JSON.stringify({ namespace }) : sentence}\n`);
}

/** Notes which instances run in namespaces where the service has no permissions, because it would wait for them for ever. */
function noteElsewhere({ namespace }: Service, { services }: ClusterDefinition, { terminal }: Context): void {
  for (const [name, { runtime }] of Object.entries(services)) {
    const other = typeof runtime === "object" ? runtime.namespace : undefined;
    if (typeof other !== "string" || other === "" || other === namespace) continue;
    terminal.notes.write(
      `${name} runs in the namespace ${other}: give the service account reeve of ${namespace} the permissions of \`--print role\` there\n`,
    );
  }
}

type Service = Awaited<ReturnType<Installation["installService"]>>;

/** Waits for the service, and shows why: in one line of a terminal, and elsewhere, for example in a log, in a line for each reason. */
async function ready(service: Service, { terminal, signal }: Context): Promise<void> {
  const screen = terminal.notes.screen();
  const begun = `starting the service in ${service.namespace}`;
  using spinner = startSpinner(screen, begun);
  const told = new Set<string>();
  await service.ready((reason) => {
    spinner.update(`${begun}: ${reason}`);
    if (!screen && !told.has(reason)) terminal.notes.write(`${begun}: ${reason}\n`);
    told.add(reason);
  }, signal);
}

async function forward(service: Service, definition: ClusterDefinition, given: ParsedArguments, context: Context): Promise<void> {
  const { terminal, processContext, signal } = context;
  const forwarded = await service.forward(portIn(given), (reason) => {
    terminal.notes.write(`the service in the cluster cannot be reached now: ${reason}\n`);
  });
  try {
    const { profile, token, services } = await accessTo(service, definition, forwarded.port, signal);
    const name = await writeLocal(processContext, process.pid, { profile, ...(token !== undefined && { token }) });
    const { url, ca } = profile;
    const { login } = definition;
    const words = [
      `Reeve is up in the namespace ${service.namespace}, forwarded to ${url}: ${services.map((each) => each.name).join(", ")}.`,
      `  profile  ${name}`,
      ...(login.by === "own-key" ? [`  login    ${OWN_KEY} reeve login --uid ${login.uid} --key-file FILE`] : []),
      `  end      Ctrl-C ends the forwarding; the service keeps running`,
    ].map((line) => wrapLabelled(line, terminal.results.style().width));
    const body = {
      url,
      ...(hasFlag(given, "show-token") && token !== undefined && { token }),
      services,
      profile: name,
      namespace: service.namespace,
      ...(ca && ("file" in ca ? { ca: ca.file } : { caPem: ca.pem })),
    };
    terminal.results.write(isForPrograms(given, context) ? `${JSON.stringify(body)}\n` : `${words.join("\n")}\n`);
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    await removeLocal(processContext, process.pid);
    await forwarded.close();
  }
}

const OWN_KEY = "the definition has no password, so log in with a private key, in a profile of your own for this address:";

async function installationOf(given: ParsedArguments): Promise<{ readonly name: string; readonly installation: Installation }> {
  const wanted = flagOf(given, "runtime") ?? "";
  const runtime = registeredRuntimes.find(({ name, installation }) => name === wanted && installation);
  const missing = runtime && (await missingPackage(runtime));
  if (missing !== undefined) throw unfitForCluster(needsPackage(`the runtime ${wanted}`, missing));
  if (runtime?.installation) return { name: wanted, installation: await runtime.installation() };
  const known = registeredRuntimes.flatMap(({ name, installation }) => (installation ? [name] : []));
  throw unfitForCluster(`--runtime ${wanted}: expected ${known.join(" or ")}; without --runtime, the service runs on this machine`);
}

async function definitionIn(
  given: ParsedArguments,
  runtime: string,
  { SERVICE_FILES }: Installation,
  context: Context,
): Promise<ClusterDefinition> {
  const file = flagOf(given, "definition");
  if (file === undefined) throw unfitForCluster("--runtime needs --definition FILE, which contains the services to run in the cluster");
  return clusterDefinition(await readTextFile(file, context), file, {
    folder: dirname(resolve(context.processContext.cwd, file)),
    runtime,
    nodeImages: listOf(given, "node-image") ?? [],
    filesAt: SERVICE_FILES,
  });
}

async function namespaceOf({ findConnection }: Installation, given: ParsedArguments, { processContext }: Context): Promise<string> {
  return flagOf(given, "namespace") ?? (await findConnection(processContext.env)).namespace;
}

/** Prints the documents for `kubectl apply -f -`. */
function print(objects: ReturnType<Installation["serviceObjects"]>, given: ParsedArguments, { terminal }: Context): Promise<void> {
  const items = objects.map(({ object }) => object);
  const body = { apiVersion: "v1", kind: "List", items };
  const lines = () => items.flatMap((item, index) => [...(index === 0 ? [] : ["---"]), ...yaml(item)]);
  return writeResult({ body, named: items.map(({ metadata }) => metadata.name), lines }, outputChoiceOf(given), terminal);
}
