import { isDeepStrictEqual } from "node:util";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { Deployed, Log, Orchestrator } from "@reeve/orchestrator";
import { problemOf } from "../http/problem.ts";
import type { Audit } from "../record/audit.ts";
import { type ReadDefinition, type Reading, readFile, readObject, readText } from "./read-definition.ts";
import type { DefinitionInput, ServiceDefinition } from "./service-definition.ts";

/** Brings the instances to what a definition says: all of it, or nothing with the reasons. */
export interface Deployment {
  /** Deploys what a service begins with. Nobody has asked for a change, so the audit log has nothing of it. */
  deployFirst(read: ReadDefinition): Promise<void>;
  deployText(text: string, options: DeployRequest): Promise<readonly Deployed[]>;
  deployObject(given: DefinitionInput, options: DeployRequest): Promise<readonly Deployed[]>;
  /** Reads the definition file again. What is refused is told to the log and to `refused`; nothing else changes. */
  deployFile(path: string): Promise<void>;
  /** Why the file was refused when it was last read; undefined where it was not. */
  refused(): string | undefined;
}

export interface DeployRequest {
  /** Who asks for it, and from where. */
  readonly who: string;
  readonly from?: string | undefined;
  /** Only says what would be done. */
  readonly dryRun?: boolean;
  /** Allows to remove instances that the definition no longer names. */
  readonly remove?: boolean;
}

export interface DeploymentParts {
  readonly orchestrator: Pick<Orchestrator, "deploy" | "compare" | "retain">;
  readonly audit: Audit;
  readonly log: Log;
  readonly overrides: Reading;
  /** What the service was started with. */
  readonly started: ServiceDefinition;
  /** Told when a definition was taken. */
  readonly deployed?: (() => Promise<void> | void) | undefined;
}

/** What is settled when the service starts, and cannot change while it runs. */
const SETTLED = ["edition", "tokens", "serviceAccounts", "tls", "objectStore"] as const;

export function createDeployment({
  orchestrator,
  audit,
  log,
  overrides,
  started,
  deployed: taken,
}: DeploymentParts): Deployment {
  let refused: string | undefined;

  /** Deploys, and tells what came of each instance that is no longer as it was. */
  const carryOut = async ({ definition, written }: ReadDefinition, who: string, remove: boolean) => {
    const deployed = await orchestrator.deploy(definition.services, { remove });
    // What a definition leaves out stays as it is.
    if (written.has("retention")) orchestrator.retain(definition.retention);
    const changed = deployed.filter(({ change }) => change !== "unchanged");
    for (const { instance, change, configuration } of changed)
      log("info", "deployed", { instance, change, configuration, who });
    return { deployed, changed };
  };

  const deploy = async (read: ReadDefinition, { who, from, dryRun = false, remove = false }: DeployRequest) => {
    refuseSettled(read, started);
    const { services } = read.definition;
    if (dryRun) return orchestrator.compare(services, { remove });
    const where = from === undefined ? {} : { from };
    const done = audit.begin({ who, ...where, what: "deploy", input: { services: Object.keys(services), remove } });
    const { deployed, changed } = await carryOut(read, who, remove).catch((error) => {
      done(statusOf(error), isReeveError(error) ? error.message : undefined);
      throw error;
    });
    done(200, changed.map(({ instance, change }) => `${instance} ${change}`).join(", ") || "nothing changed");
    await taken?.();
    return deployed;
  };

  return {
    deployFirst: async (read) => {
      await carryOut(read, "start", false);
    },
    deployText: async (text, options) => deploy(await readText(text, "definition", overrides), options),
    deployObject: async (given, options) => deploy(readObject(given, overrides), options),
    deployFile: async (path) => {
      try {
        await deploy(await readFile(path, overrides), { who: "definition file", from: path });
        refused = undefined;
      } catch (error) {
        refused = isReeveError(error) ? error.message : "the service has met a defect of its own";
        log("error", "definition-refused", { file: path, reason: isReeveError(error) ? refused : String(error) });
      }
    },
    refused: () => refused,
  };
}

const statusOf = (error: unknown) => problemOf(error)?.status ?? 500;

/** What a definition leaves out stays as it is; what it says must be what the service runs with. */
function refuseSettled({ definition, written }: ReadDefinition, started: ServiceDefinition): void {
  for (const field of SETTLED) {
    if (!written.has(field) || isDeepStrictEqual(definition[field], started[field])) continue;
    throw new ReeveError(
      "conflict",
      `${field}: cannot change while the service runs; start it again with the new definition`,
    );
  }
}
