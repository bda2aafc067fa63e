import { isDeepStrictEqual } from "node:util";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { Deployed, Instance, Log, Orchestrator } from "@reeve/orchestrator";
import { problemOf } from "../http/problem.ts";
import type { Audit } from "../record/audit.ts";
import { type ReadDefinition, type Reading, readFile, readObject, readText } from "./read-definition.ts";
import type { DefinitionInput, ServiceDefinition } from "./service-definition.ts";
import { shownDefinition } from "./shown-definition.ts";

/** Deploys definitions: either all of one, or nothing with the reasons. */
export interface Deployment {
  /** Deploys the definition of the start. It is not a requested change, so it is not in the audit log. */
  deployFirst(read: ReadDefinition): Promise<void>;
  deployText(text: string, options: DeployRequest): Promise<readonly Deployed[]>;
  deployObject(given: DefinitionInput, options: DeployRequest): Promise<readonly Deployed[]>;
  /** Reads the definition file again. A refusal goes to the log and to `refused`; nothing else changes. */
  deployFile(path: string): Promise<void>;
  /** The definition of the running instances, as a user would write it. */
  current(): DefinitionInput;
  /** Why the file was refused at its last reading; undefined if it was accepted. */
  refused(): string | undefined;
}

export interface DeployRequest {
  /** The requester and their address. */
  readonly who: string;
  readonly from?: string | undefined;
  /** Only reports what would be done. */
  readonly dryRun?: boolean;
  /** Allows the removal of instances that the definition no longer names. */
  readonly remove?: boolean;
  /** The names of the instances that are deployed; all others stay as they are. */
  readonly only?: readonly string[];
}

export interface DeploymentParts {
  readonly orchestrator: Pick<Orchestrator, "deploy" | "compare" | "retain" | "instances">;
  readonly audit: Audit;
  readonly log: Log;
  readonly overrides: Reading;
  /** The definition that the service was started with. */
  readonly started: ServiceDefinition;
  /** Called when a definition has been accepted. */
  readonly deployed?: (() => Promise<void> | void) | undefined;
}

/** Fields that are fixed when the service starts. */
const SETTLED = ["edition", "tokens", "serviceAccounts", "tls", "objectStore"] as const;

export function createDeployment({
  orchestrator,
  audit,
  log,
  overrides,
  started,
  deployed: taken,
}: DeploymentParts): Deployment {
  let refused: { readonly path: string; readonly reason: string } | undefined;

  /** Deploys, and logs the outcome for each instance that changed. */
  const carryOut = async ({ definition, written }: ReadDefinition, who: string, remove: boolean) => {
    const deployed = await orchestrator.deploy(definition.services, { remove });
    // A field that the definition leaves out stays unchanged.
    if (written.has("retention")) orchestrator.retain(definition.retention);
    const changed = deployed.filter(({ change }) => change !== "unchanged");
    for (const { instance, change, configuration } of changed)
      log("info", "deployed", { instance, change, configuration, who });
    return { deployed, changed };
  };

  const deploy = async (whole: ReadDefinition, { who, from, dryRun = false, remove = false, only }: DeployRequest) => {
    refuseSettled(whole, started);
    const read = only === undefined ? whole : onlyOf(whole, only, orchestrator.instances());
    const { services } = read.definition;
    if (dryRun) return orchestrator.compare(services, { remove });
    const where = from === undefined ? {} : { from };
    const done = audit.begin({
      who,
      ...where,
      what: "deploy",
      input: { services: only ?? Object.keys(services), remove },
    });
    const { deployed, changed } = await carryOut(read, who, remove).catch((error) => {
      done(statusOf(error), isReeveError(error) ? error.message : undefined);
      throw error;
    });
    done(200, changed.map(({ instance, change }) => `${instance} ${change}`).join(", ") || "nothing changed");
    await taken?.();
    return deployed;
  };

  /**
   * A definition that was deployed by other means may equal the refused file, for example after a removal, which a file alone cannot
   * request.
   */
  const judgeFileAgain = async () => {
    if (!refused) return;
    try {
      const read = await readFile(refused.path, overrides);
      refuseSettled(read, started);
      await orchestrator.compare(read.definition.services, { remove: false });
      refused = undefined;
    } catch (error) {
      if (!isReeveError(error)) throw error;
    }
  };

  const deployFromElsewhere = async (read: ReadDefinition, options: DeployRequest) => {
    const deployed = await deploy(read, options);
    if (!options.dryRun) await judgeFileAgain();
    return deployed;
  };

  return {
    deployFirst: async (read) => {
      await carryOut(read, "start", false);
    },
    deployText: async (text, options) => deployFromElsewhere(await readText(text, "definition", overrides), options),
    deployObject: async (given, options) => deployFromElsewhere(readObject(given, overrides), options),
    deployFile: async (path) => {
      try {
        await deploy(await readFile(path, overrides), { who: "definition file", from: path });
        refused = undefined;
      } catch (error) {
        const reason = isReeveError(error) ? error.message : "internal error";
        refused = { path, reason };
        log("error", "definition-refused", { file: path, reason: isReeveError(error) ? reason : String(error) });
      }
    },
    current: () => shownDefinition(orchestrator.instances(), overrides),
    refused: () => refused?.reason,
  };
}

/** Some instances of a definition, together with all others that run. Its settings of the service as a whole are left out. */
function onlyOf(
  { definition, written }: ReadDefinition,
  only: readonly string[],
  running: readonly Instance[],
): ReadDefinition {
  const absent = only.filter((name) => !Object.hasOwn(definition.services, name));
  if (absent.length > 0 || !written.has("services")) {
    throw new ReeveError(
      "bad-input",
      `only: the definition names no ${(absent.length > 0 ? absent : only).join(", ")}`,
    );
  }
  const others = running.map((instance) => [instance.name, instance.definition] as const);
  const chosen = Object.entries(definition.services).filter(([name]) => only.includes(name));
  const services = Object.fromEntries([...others, ...chosen]);
  return { definition: { ...definition, services }, written: new Set(["services"]) };
}

const statusOf = (error: unknown) => problemOf(error)?.status ?? 500;

/** A field that the definition leaves out stays unchanged; a field that is given must equal the running service's. */
function refuseSettled({ definition, written }: ReadDefinition, started: ServiceDefinition): void {
  for (const field of SETTLED) {
    if (!written.has(field) || isDeepStrictEqual(definition[field], started[field])) continue;
    throw new ReeveError(
      "conflict",
      `${field}: cannot change while the service runs; start it again with the new definition`,
    );
  }
}
