/** What a deployment does with an instance, or would do if it is a dry run. */
export interface DeploymentChange {
  readonly instance: string;
  readonly change: "new" | "changed" | "unchanged" | "removed";
  /** The target configuration after the deployment. */
  readonly configuration?: string | undefined;
  /** Set if parts of a removed instance are not deleted yet: why, one clause each, as far as it is known. */
  readonly troubles?: readonly string[];
  /** Only in the answer to a dry run. */
  readonly preview?: DeploymentPreview;
}

/** What a deployment has changed or, in a dry run, would change. */
export interface DeploymentAnswer {
  readonly changes: readonly DeploymentChange[];
  /** The settings of the whole service that a dry run would change. */
  readonly settings?: readonly FieldDifference[];
}

/** What a deployment would do with an instance. */
export interface DeploymentPreview {
  /** The fields of the definition that would change. The definition of a new instance has no fields to compare. */
  readonly fields: readonly FieldDifference[];
  /** The phases of the rollout, in their order. Empty if no node is affected. */
  readonly phases: readonly PreviewedPhase[];
  /** How many nodes stay as they are. */
  readonly unaffected: number;
  /** What the rollout would wait for, one sentence each. */
  readonly waits: readonly string[];
  /** What cannot be undone, one sentence each. */
  readonly irreversible: readonly string[];
}

export interface PreviewedPhase {
  readonly name: string;
  /** Whether the steps run one after another (`serial`) or at the same time (`parallel`). */
  readonly strategy: "serial" | "parallel";
  readonly steps: readonly PreviewedStep[];
}

/** What would happen to a node. `wait`: the node is as it should be, but not ready yet. */
export interface PreviewedStep {
  readonly node: string;
  readonly action: "start" | "restart" | "wait" | "leave";
  /** Why the node would be restarted: its settings change, or the addresses of its peers do. */
  readonly because?: "settings" | "peers";
}

/** A field in which two values differ. A value that is not set is missing. */
export interface FieldDifference {
  /** The path of the field, such as `settings.BROKER_MEM` or `pod-specs[0].count`. */
  readonly path: string;
  readonly before?: unknown;
  readonly now?: unknown;
}

/** Lists the fields in which two JSON values differ. Nested objects and lists are compared field by field. */
export function fieldDifferences(before: unknown, now: unknown, path = ""): readonly FieldDifference[] {
  if (Object.is(before, now)) return [];
  const [one, other] = [partsOf(before), partsOf(now)];
  if (!one || !other || Array.isArray(before) !== Array.isArray(now)) {
    return [{ path, ...(before !== undefined && { before }), ...(now !== undefined && { now }) }];
  }
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    fieldDifferences(one.get(key), other.get(key), Array.isArray(now) ? `${path}[${key}]` : below(path, key)),
  );
}

const below = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}
