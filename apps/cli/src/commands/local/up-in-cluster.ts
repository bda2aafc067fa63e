import { once } from "node:events";
import { dirname, resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
import { removeLocal, writeLocal } from "@reeve/profiles";
import type { DefinitionInput } from "@reeve/service";
import { type RegisteredRuntime, registeredRuntimes } from "@reeve/service/engines";
import { readDefinition, type UpReport } from "@reeve/service/up";
import { startSpinner, yaml } from "@reeve/terminal";
import { createTransport } from "@reeve/transport";
import type { Context } from "../../model/context.ts";
import { flagOf, type Given, hasFlag } from "../../model/given.ts";
import { isForPrograms } from "../../output/decide.ts";
import { outputChoiceOf } from "../../output/output-choice.ts";
import { writeResult } from "../../output/result.ts";
import { readText } from "../../session/files.ts";
import { infoOf } from "./instances.ts";
import { wrapLabelled } from "./labelled.ts";
import { profileOf } from "./own-profile.ts";

type Installation = Awaited<ReturnType<NonNullable<RegisteredRuntime["installation"]>>>;

/**
 * Flags that are refused with `--runtime`, because they only apply to a service on this machine. For a service in a cluster, these settings
 * are in the definition.
 */
const HERE_ONLY = ["host", "state", "revision", "engine", "pace", "edition"];

/**
 * Installs the service in a cluster and forwards its API until Ctrl-C. With `--print`, only prints the objects that an installation would
 * create.
 */
export async function upInCluster(given: Given, context: Context): Promise<void> {
  const { name, installation } = await installationOf(given);
  const misplaced = HERE_ONLY.find((flag) => hasFlag(given, flag));
  if (misplaced !== undefined)
    throw refusal(
      `--${misplaced} applies only to a service on this machine; for a service in a cluster, set it in the definition`,
    );
  if (flagOf(given, "print") === "role") {
    return print(installation.roleObjects(await namespaceOf(installation, given)), given, context);
  }
  if (hasFlag(given, "tls")) throw refusal("--tls applies only to a service on this machine");
  const image = flagOf(given, "image");
  if (image === undefined) throw refusal("--runtime needs --image REF, the image of the service");
  const definition = await definitionIn(given, name, context);
  if (hasFlag(given, "print")) {
    const namespace = await namespaceOf(installation, given);
    return print(installation.serviceObjects({ namespace, image, definition }), given, context);
  }
  // Keeps the process alive, because the installation's own timers do not.
  const alive = setInterval(() => undefined, 2 ** 30);
  try {
    await install(installation, { image, definition }, given, context);
  } finally {
    clearInterval(alive);
  }
}

async function install(
  installation: Installation,
  options: { readonly image: string; readonly definition: string },
  given: Given,
  context: Context,
): Promise<void> {
  const namespace = flagOf(given, "namespace");
  const service = await installation.installService({ ...options, ...(namespace !== undefined && { namespace }) });
  try {
    await ready(service, context);
    if (hasFlag(given, "detach")) printInstalled(service, given, context);
    else await forward(service, given, context);
  } finally {
    service.close();
  }
}

function printInstalled({ namespace }: Service, given: Given, context: Context): void {
  const sentence = `Reeve is up in the namespace ${namespace}. To reach it from this machine, run the same command without --detach.`;
  context.terminal.results.write(`${isForPrograms(given, context) ? JSON.stringify({ namespace }) : sentence}\n`);
}

type Service = Awaited<ReturnType<Installation["installService"]>>;

async function ready(service: Service, { terminal, signal }: Context): Promise<void> {
  using spinner = startSpinner(terminal.notes.screen(), `starting the service in ${service.namespace}`);
  await service.ready((reason) => spinner.update(`starting the service in ${service.namespace}: ${reason}`), signal);
}

async function forward(service: Service, given: Given, context: Context): Promise<void> {
  const { terminal, processContext, signal } = context;
  const port = Number(flagOf(given, "port") ?? 0);
  const forwarded = await service.forward(port, (reason) => {
    terminal.notes.write(`the service in the cluster cannot be reached now: ${reason}\n`);
  });
  try {
    const report = await reportOf(service, `http://127.0.0.1:${forwarded.port}`, signal);
    const { token } = report;
    const profile = profileOf(report);
    const name = await writeLocal(processContext, process.pid, { profile, ...(token !== "" && { token }) });
    const words = [
      `Reeve is up in the namespace ${service.namespace}, forwarded to ${report.url}: ${report.services.map((each) => each.name).join(", ")}.`,
      `  profile  ${name}`,
      `  end      Ctrl-C ends the forwarding; the service keeps running`,
    ].map((line) => wrapLabelled(line, terminal.results.style().width));
    const body = { ...report, namespace: service.namespace };
    terminal.results.write(isForPrograms(given, context) ? `${JSON.stringify(body)}\n` : `${words.join("\n")}\n`);
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    await removeLocal(processContext, process.pid);
    await forwarded.close();
  }
}

async function reportOf(service: Service, url: string, signal: AbortSignal): Promise<ClusterReport> {
  const token = (await service.stateFile("token", signal)) ?? "";
  const { token: credentialsOf } = await import("@reeve/auth");
  const transport = createTransport({ url, ...(token !== "" && { credentials: credentialsOf(token) }) });
  try {
    const { instances } = await infoOf(transport, { signal });
    return { url, token, services: instances };
  } finally {
    await transport.close();
  }
}

type ClusterReport = Pick<UpReport, "url" | "token" | "services">;

async function installationOf(given: Given): Promise<{ readonly name: string; readonly installation: Installation }> {
  const wanted = flagOf(given, "runtime") ?? "";
  const found = registeredRuntimes.find(({ name }) => name === wanted)?.installation;
  if (found) return { name: wanted, installation: await found() };
  const known = registeredRuntimes.flatMap(({ name, installation }) => (installation ? [name] : []));
  throw refusal(
    `--runtime ${wanted}: expected ${known.join(" or ")}; without --runtime, the service runs on this machine`,
  );
}

/** The text of the definition, after a check that every service in it uses this runtime. */
async function definitionIn(given: Given, runtime: string, context: Context): Promise<string> {
  const file = flagOf(given, "definition");
  if (file === undefined)
    throw refusal("--runtime needs --definition FILE, which contains the services to run in the cluster");
  const text = await readText(file, context);
  const definition = await readDefinition(text, file, dirname(resolve(context.processContext.cwd, file)));
  const { services = {}, tls = false, tokens, serviceAccounts = [] } = definition;
  if (tls !== false)
    throw refusal(
      `${file}: the installation does not support tls yet; the API server encrypts what it forwards to the service`,
    );
  if (tokens?.file !== undefined || serviceAccounts.length > 0)
    throw refusal(
      `${file}: the installation does not copy files of tokens or service accounts to the cluster yet; without them, the service makes a token of its own`,
    );
  if (Object.keys(services).length === 0) throw refusal(`${file} names no services`);
  for (const [name, instance] of Object.entries(services)) {
    const own = runtimeOf(instance);
    if (own !== runtime)
      throw refusal(
        `${file}: ${name} ${own === undefined ? "has no runtime" : `runs on ${own}`}; in a cluster each instance needs runtime: { name: ${runtime}, … }`,
      );
  }
  return text;
}

function runtimeOf({ runtime }: NonNullable<DefinitionInput["services"]>[string]): string | undefined {
  return typeof runtime === "string" ? runtime : (runtime as { readonly name?: string } | undefined)?.name;
}

async function namespaceOf({ findConnection }: Installation, given: Given): Promise<string> {
  return flagOf(given, "namespace") ?? (await findConnection(process.env)).namespace;
}

/** Prints the documents for `kubectl apply -f -`. */
function print(
  objects: ReturnType<Installation["serviceObjects"]>,
  given: Given,
  { terminal }: Context,
): Promise<void> {
  const items = objects.map(({ object }) => object);
  const body = { apiVersion: "v1", kind: "List", items };
  const lines = () => items.flatMap((item, index) => [...(index === 0 ? [] : ["---"]), ...yaml(item)]);
  return writeResult(
    { body, named: items.map(({ metadata }) => metadata.name), lines },
    outputChoiceOf(given),
    terminal,
  );
}

function refusal(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
