import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createOrchestrator, type Instance, type InstanceDefinition, type Orchestrator } from "../../src/index.ts";
import { kafka } from "./definitions.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";

/** An orchestrator with a world and a clock that the test controls. */
export interface Scene {
  readonly world: World;
  readonly clock: ManualClock;
  readonly orchestrator: Orchestrator;
  /** The lines of the log. */
  readonly logged: (readonly [level: string, text: string, fields: object])[];
  /** The only instance. */
  readonly instance: Instance;
  deploy(definitions: Readonly<Record<string, InstanceDefinition>>): Promise<void>;
  /** The steps of a plan's last or named phase: `broker-0 COMPLETE, broker-1 PENDING …`. */
  steps(plan?: string, phase?: string): string;
  message(node: string, plan?: string): string;
  status(plan?: string): string | undefined;
}

/** Deploys a definition, and lets time pass until the deployment is complete. */
export async function scene(
  first: Readonly<Record<string, InstanceDefinition>> = kafka(),
  options: WorldOptions & {
    readonly wait?: number;
    readonly state?: string;
    readonly prepare?: (world: World) => void;
  } = {},
): Promise<Scene> {
  const world = createWorld(options);
  options.prepare?.(world);
  const clock = manualClock();
  const { state } = options;
  const logged: [string, string, object][] = [];
  const orchestrator = await createOrchestrator({
    engines: world.engines,
    clock,
    log: (level, text, fields = {}) => void logged.push([level, text, fields]),
    ...(state === undefined ? {} : { state }),
  });
  const match: Scene = {
    world,
    clock,
    orchestrator,
    logged,
    get instance() {
      const [instance] = orchestrator.instances();
      if (!instance) throw new Error("nothing was deployed");
      return instance;
    },
    deploy: async (definitions) => {
      await orchestrator.deploy(definitions);
      await clock.settle();
    },
    steps: (plan = "deploy", phase) => {
      const phases = match.instance.plans.get(plan)?.phases ?? [];
      const shown = phase === undefined ? phases.slice(-1) : phases.filter(({ name }) => name === phase);
      return shown.flatMap(({ steps }) => steps.map(({ name, status }) => `${name} ${status}`)).join(", ");
    },
    message: (node, plan = "deploy") => {
      const phases = match.instance.plans.get(plan)?.phases ?? [];
      const step = phases.flatMap(({ steps }) => steps).findLast(({ name }) => name === node);
      return step ? [step.message, ...(step.reason ? [step.reason] : [])].join(": ") : "";
    },
    status: (plan = "deploy") => match.instance.plans.get(plan)?.status,
  };
  await orchestrator.deploy(first);
  await clock.pass(options.wait ?? 1000);
  return match;
}

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reeve-orchestrator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
