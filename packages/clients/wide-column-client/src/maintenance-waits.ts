import {
  byPlan,
  type CallOptions,
  type CompletionOptions,
  callOptions,
  type Observation,
  ownPlanSource,
  rolloutState,
  type ShowsPlans,
  type Watcher,
  waitForCompletion,
  withChanges,
} from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { Phase } from "@reeve/scheduler-models";
import type { BackupInput, MaintenanceInput, RestoreStatus, Started } from "@reeve/wide-column-models";
import { hasErrors, maintenancePhases, phasesNamed } from "./maintenance-phases.ts";

/** Methods for maintenance that need more than one call. */
export interface MaintenanceWaits {
  readonly cleanup: StartsAndWaits<MaintenanceInput>;
  readonly repair: StartsAndWaits<MaintenanceInput>;
  readonly backup: StartsAndWaits<BackupInput>;
  readonly restore: StartsAndWaits<BackupInput> & {
    /** Waits until a restore in progress is complete. Throws `rollout-failed` if the restore fails. */
    wait(options?: CompletionOptions): Promise<RestoreStatus>;
  };
}

interface StartsAndWaits<Input> {
  /**
   * Starts the maintenance and waits until it is complete. Throws `rollout-failed` if the maintenance fails, and `still-pending` on
   * timeout.
   */
  startAndWait(input: Input, options?: CompletionOptions): Promise<Started>;
}

/** A client that starts maintenance and shows its state. */
export interface HasMaintenance extends ShowsPlans {
  readonly cleanup: Starts<MaintenanceInput>;
  readonly repair: Starts<MaintenanceInput>;
  readonly backup: Starts<BackupInput>;
  readonly restore: Starts<BackupInput> & {
    status(input?: undefined, options?: CallOptions): Promise<RestoreStatus>;
  };
}

interface Starts<Input> {
  start(input: Input, options?: CallOptions): Promise<Started>;
}

/** Makes the maintenance methods that wait for completion. */
export function maintenanceWaits(client: HasMaintenance): MaintenanceWaits {
  const run =
    <Input>(noun: keyof typeof maintenancePhases, start: Starts<Input>["start"]) =>
    async (input: Input, options: CompletionOptions = {}) => {
      const call = callOptions(options);
      const watcher = await watcherOf(client, noun, call);
      const started = await start(input, call);
      await waitForCompletion(`the ${noun}`, watcher, withChanges(client, options));
      return started;
    };
  return {
    cleanup: { startAndWait: run("cleanup", client.cleanup.start) },
    repair: { startAndWait: run("repair", client.repair.start) },
    backup: { startAndWait: run("backup", client.backup.start) },
    restore: {
      startAndWait: run("restore", client.restore.start),
      wait: async (options = {}) => {
        let last: RestoreStatus = { status: "none", message: "" };
        // The restore was started elsewhere, at an unknown time. The wait therefore counts any restore as started, without seeing its
        // status change.
        const watcher: Watcher = async (call) => {
          last = await client.restore.status(undefined, call);
          return observationOf(last, last.status !== "none");
        };
        await waitForCompletion("the restore", watcher, withChanges(client, options), { started: false });
        return last;
      },
    },
  };
}

/**
 * Chooses how to watch maintenance: by its own plan in the Reeve service, otherwise by the status of the restore or by the maintenance
 * phases in the server's only plan.
 */
async function watcherOf(client: HasMaintenance, noun: keyof typeof maintenancePhases, call: CallOptions): Promise<Watcher> {
  const source = await ownPlanSource(client, noun, call);
  if (source) return withPhase(byPlan(source));
  if (noun === "restore") {
    try {
      return await byRestoreStatus(client, call);
    } catch (thrown) {
      if (!isReeveError(thrown, "not-found")) throw thrown;
    }
  }
  return byPhases(client, maintenancePhases[noun], call);
}

/** Adds the name of the failed phase to the reason of a failure. */
function withPhase(watcher: Watcher): Watcher {
  return async (call) => {
    const seen = await watcher(call);
    const phase = seen.plan?.phases.find(({ status }) => status === "ERROR");
    if (seen.failed === undefined || !phase) return seen;
    return { ...seen, failed: `the phase ${phase.name} has errors: ${seen.failed}` };
  };
}

/** A client that shows the status of a restore. */
interface ShowsRestore {
  readonly restore: { status(input?: undefined, options?: CallOptions): Promise<RestoreStatus> };
}

/** Watches the status of a restore. Before the restore starts, the server may show the status of an earlier restore. */
async function byRestoreStatus(client: ShowsRestore, call: CallOptions): Promise<Watcher> {
  const before = JSON.stringify(await client.restore.status(undefined, call));
  return async (options) => {
    const seen = await client.restore.status(undefined, options);
    return observationOf(seen, seen.status === "running" || JSON.stringify(seen) !== before);
  };
}

/** Converts a restore status into an observation for a wait. */
function observationOf({ status, message }: RestoreStatus, started: boolean): Observation {
  return {
    started,
    finished: status === "complete",
    missing: message === "" ? `its status is ${status}` : `${status}: ${message}`,
    ...(status === "failed" && { failed: message === "" ? "the server does not say why" : message }),
  };
}

/**
 * Watches the phases that a plan has only while maintenance runs. Phases may disappear when maintenance ends, and phases of an earlier run
 * may remain. The watcher therefore must first see phases appear or change.
 */
async function byPhases(client: ShowsPlans, names: readonly string[], call: CallOptions): Promise<Watcher> {
  const before = JSON.stringify(phasesNamed(await client.plans.show({}, call), names));
  return async (options) => {
    const plan = await client.plans.show({}, options);
    const phases = phasesNamed(plan, names);
    const open = phases.find((phase) => phase.status !== "COMPLETE" || hasErrors(phase));
    const failed = rolloutState(plan) === "failed" && open !== undefined && hasErrors(open);
    return {
      started: JSON.stringify(phases) !== before,
      finished: open === undefined,
      missing: open ? `the phase ${open.name} is ${open.status}` : "",
      plan,
      ...(failed && { failed: `the phase ${open.name} has errors${errorSuffix(open)}` }),
    };
  };
}

function errorSuffix({ steps }: Phase): string {
  const failed = steps.find(({ status }) => status === "ERROR");
  const message = failed && (failed.reason ?? failed.message);
  return message === undefined || message === "" ? "" : `: ${message}`;
}
