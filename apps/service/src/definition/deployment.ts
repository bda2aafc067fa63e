import { isDeepStrictEqual } from "node:util";
import { defined, isReeveError, ReeveError } from "@reeve/contract";
import { changedGuarded, type Instance, type Log, type Orchestrator } from "@reeve/orchestrator";
import { type DeploymentChange, type FieldDifference, fieldDifferences } from "@reeve/scheduler-models";
import type { Edition } from "../edition/edition.ts";
import { problemOf } from "../http/problem.ts";
import type { Audit } from "../record/audit.ts";
import { type DeployedFile, shownSettings } from "./kept-settings.ts";
import { type ReadDefinition, type Reading, readDefinitionText, readFile, readObject } from "./read-definition.ts";
import { type DefinitionInput, SETTLED, type ServiceDefinition } from "./service-definition.ts";
import { shownDefinition } from "./shown-definition.ts";

export type Deployment = ReturnType<typeof createDeployment>;

export interface DeployRequest {
  /** Who requests the deployment; `from` is the address from which the request came. */
  readonly who: string;
  readonly from?: string | undefined;
  /**
   * Set if the definition comes from the service's own machine: from its file, or from the program that runs the service. Only such
   * definitions may change settings that can run code or that refer to secrets.
   */
  readonly isOperator?: true;
  /** Only reports what a deployment would do. */
  readonly dryRun?: boolean;
  /** Allows the removal of instances that the definition no longer names. */
  readonly remove?: boolean;
  /** The names of the instances that are deployed; all others stay as they are. */
  readonly only?: readonly string[];
  /** Called with what the deployment will do, before anything is changed. */
  readonly planned?: Planned | undefined;
}

/** Gets the changes of the instances, and of the settings of the whole service. */
export type Planned = (changes: readonly DeploymentChange[], settings: readonly FieldDifference[]) => void;

export interface DeploymentParts {
  readonly orchestrator: Pick<Orchestrator, "deploy" | "compare" | "retain" | "retention" | "instances">;
  readonly audit: Audit;
  readonly log: Log;
  readonly overrides: Reading;
  /** The definition with which the service was started. */
  readonly started: ServiceDefinition;
  /** Uses other service accounts; undefined in the open edition. */
  readonly readAccounts?: Edition["readAccounts"];
  /** Called when the service accounts have changed. */
  keepSettings(settled: ServiceDefinition): void;
  /** Remembers the definition file that was deployed last. */
  readonly deployedFile: DeployedFile;
  /** Called before a definition file is deployed. */
  readonly planned?: Planned | undefined;
  /** Called when a definition has been accepted. */
  readonly deployed?: (() => Promise<void> | void) | undefined;
}

type Change = Pick<DeploymentChange, "instance" | "change" | "configuration">;

/** Deploys definitions. If anything in a definition is refused, no instance is deployed, and the error says why. */
export function createDeployment(parts: DeploymentParts) {
  const { orchestrator, audit, log, overrides, started, readAccounts, keepSettings, deployedFile } = parts;
  let settled = started;
  /** When the definition file was last saved with changes (ISO 8601, UTC), and what the service has deployed because of it. */
  let fromFile: { readonly at: string; readonly changes: readonly Change[] } | undefined;
  let refused: { readonly path: string; readonly reason: string } | undefined;

  /** Deploys the definition file. Only the file can change service accounts, because accounts name files of this machine. */
  const deployFile = async (path: string) => {
    const whole = await readFile(path, overrides);
    const { serviceAccounts } = whole.definition;
    const use = whole.written.has("serviceAccounts") ? readAccounts?.(serviceAccounts) : undefined;
    const deployed = use ? withoutField(whole, "serviceAccounts") : whole;
    const asked = { who: "definition file", from: path, isOperator: true, planned: parts.planned } as const;
    const all = await deploy(parts, settled, deployed, asked);
    const changed = all.filter(({ change }) => change !== "unchanged");
    const changes = changed.map(({ instance, change, configuration }) => ({ instance, change, configuration }));
    if (changes.length > 0) fromFile = { at: new Date().toISOString(), changes };
    if (!use) return;
    settled = { ...settled, serviceAccounts };
    keepSettings(settled);
    const revoked = use();
    const record = { who: "definition file", from: path, what: "logout", input: { accounts: revoked } };
    if (revoked.length > 0) audit.begin(record)(200);
  };

  /**
   * Checks a refused file again after a deployment from another source, because the file may now be acceptable. For example, the deployment
   * may have removed an instance that the file no longer names; a file alone cannot remove an instance.
   */
  const judgeFileAgain = async () => {
    if (!refused) return;
    try {
      const read = await readFile(refused.path, overrides);
      refuseSettled(readAccounts ? withoutField(read, "serviceAccounts") : read, settled);
      await orchestrator.compare(read.definition.services, { remove: false });
      refused = undefined;
    } catch (error) {
      if (!isReeveError(error)) throw error;
    }
  };

  const deployFromElsewhere = async (read: ReadDefinition, options: DeployRequest) => {
    const deployed = await deploy(parts, settled, read, options);
    if (!options.dryRun) await judgeFileAgain();
    return deployed;
  };

  return {
    /** Deploys the first definition at the start. This is not a requested change, so it is not in the audit log. */
    deployFirst: async (read: ReadDefinition): Promise<void> => {
      await carryOut(parts, read, "start", false);
    },
    deployText: async (text: string, options: DeployRequest) =>
      deployFromElsewhere(await readDefinitionText(text, "definition", overrides), options),
    deployObject: async (given: DefinitionInput, options: DeployRequest) => deployFromElsewhere(readObject(given, overrides), options),
    /** Reads and deploys the definition file again. If the file is refused, nothing is deployed, and the log and `refused` say why. */
    deployFile: async (path: string): Promise<void> => {
      try {
        await deployFile(path);
        refused = undefined;
        deployedFile.remember(path);
      } catch (error) {
        const reason = isReeveError(error) ? error.message : "internal error";
        refused = { path, reason };
        log("error", "definition-refused", { file: path, reason: isReeveError(error) ? reason : String(error) });
      }
    },
    /** The settings of the service and the definition of the running instances, as a user would write them. */
    current: (): DefinitionInput => ({ ...shownSettings(settled, overrides), ...shownDefinition(orchestrator.instances(), overrides) }),
    /** The definition of some instances, as a user would write it. */
    shown: (instances: readonly Pick<Instance, "name" | "definition">[]): DefinitionInput => shownDefinition(instances, overrides),
    /** Why the definition file was refused when it was last read; undefined if it was accepted. */
    refused: () => refused?.reason,
    /** The last time that a saved definition file changed something; undefined if none has since the start. */
    fromFile: () => fromFile,
  };
}

/** Deploys what a request asks for, and records it in the audit log. */
async function deploy(
  parts: DeploymentParts,
  settled: ServiceDefinition,
  whole: ReadDefinition,
  request: DeployRequest,
): Promise<readonly DeploymentChange[]> {
  const { orchestrator, audit, overrides } = parts;
  const { who, from, dryRun = false, remove = false, only, isOperator = false } = request;
  refuseSettled(whole, settled);
  const read = only === undefined ? whole : onlyOf(whole, only, orchestrator.instances());
  const { definition, written } = read;
  const { services } = definition;
  const guarded = guardedIn(services, orchestrator.instances(), overrides);
  const refuseGuarded = () => {
    if (!isOperator && guarded.length > 0) throw new ReeveError("forbidden", `${guarded.join(", ")}: ${ONLY_OPERATORS}`);
  };
  if (dryRun || request.planned) {
    refuseGuarded();
    const changes = await orchestrator.compare(services, { remove });
    const settings = written.has("retention") ? fieldDifferences(orchestrator.retention, definition.retention, "retention") : [];
    request.planned?.(changes, settings);
    if (dryRun) return changes;
  }
  const input = { services: only ?? Object.keys(services), remove, ...(guarded.length > 0 && { guarded }) };
  const done = audit.begin(defined({ who, from, what: "deploy", input }));
  const carried = async () => {
    refuseGuarded();
    return carryOut(parts, read, who, remove);
  };
  const { deployed, changed } = await carried().catch((error) => {
    done(problemOf(error)?.status ?? 500, isReeveError(error) ? error.message : undefined);
    throw error;
  });
  done(200, changed.map(({ instance, change }) => `${instance} ${change}`).join(", ") || "nothing changed");
  await parts.deployed?.();
  return deployed;
}

async function carryOut({ orchestrator, log }: DeploymentParts, read: ReadDefinition, who: string, remove: boolean) {
  const { definition, written } = read;
  const deployed = await orchestrator.deploy(definition.services, { remove });
  // A field that the definition omits stays unchanged.
  if (written.has("retention")) orchestrator.retain(definition.retention);
  const changed = deployed.filter(({ change }) => change !== "unchanged");
  for (const { instance, change, configuration } of changed) log("info", "deployed", { instance, change, configuration, who });
  return { deployed, changed };
}

const ONLY_OPERATORS =
  "a setting that can run code or that refers to a secret can only be changed in a definition file on the service's machine: change it in the file of reeve up --definition FILE, or deploy again with the value that reeve definition show prints";

function guardedIn(services: ServiceDefinition["services"], running: readonly Instance[], { offers }: Reading): readonly string[] {
  return Object.entries(services).flatMap(([name, definition]) => {
    const before = running.find((instance) => instance.name === name)?.definition;
    return changedGuarded(before, definition, offers).map((path) => `${name}: ${path}`);
  });
}

/** Limits a definition to the instances in `only`, adds the other running ones unchanged, and drops settings of the service. */
function onlyOf({ definition, written }: ReadDefinition, only: readonly string[], running: readonly Instance[]): ReadDefinition {
  const absent = only.filter((name) => !Object.hasOwn(definition.services, name));
  if (absent.length > 0 || !written.has("services")) {
    throw new ReeveError("bad-input", `only: the definition does not contain ${(absent.length > 0 ? absent : only).join(", ")}`);
  }
  const others = running.map((instance) => [instance.name, instance.definition] as const);
  const chosen = Object.entries(definition.services).filter(([name]) => only.includes(name));
  const services = Object.fromEntries([...others, ...chosen]);
  return { definition: { ...definition, services }, written: new Set(["services"]) };
}

function withoutField({ definition, written }: ReadDefinition, field: string): ReadDefinition {
  return { definition, written: new Set([...written].filter((each) => each !== field)) };
}

/** Refuses changes of fields that are fixed at the start. The definition may omit such a field, or repeat its value. */
function refuseSettled({ definition, written }: ReadDefinition, started: ServiceDefinition): void {
  for (const field of SETTLED) {
    if (!written.has(field) || isDeepStrictEqual(definition[field], started[field])) continue;
    throw new ReeveError("conflict", `${field}: cannot change while the service runs; restart the service with the new definition`);
  }
}
