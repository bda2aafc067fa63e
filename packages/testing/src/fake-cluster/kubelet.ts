import type { Objects, StoredObjects, Term } from "./objects.ts";

const MACHINES = ["machine-1", "machine-2", "machine-3"];

/** Does what a cluster does by itself: binds claims, schedules pods, runs them and ends them. */
export function startKubelet(objects: Objects) {
  const lost = new Set<string>();
  let full: string | undefined;
  let addresses = 0;
  let isStopped = false;
  /** The machine of each bound claim. */
  const bound = new Map<string, string>();

  objects.listen(({ kind, object }) => {
    // The effects of a request follow a moment later, as in a real cluster.
    setImmediate(() => {
      if (isStopped) return;
      if (kind === "pods") observe(object.metadata.name);
      for (const { metadata } of objects.all("persistentvolumeclaims")) if (metadata.deletionTimestamp) release(metadata.name);
    });
  });

  function observe(name: string): void {
    const pod = objects.get("pods", name);
    if (!pod || lost.has(pod.spec?.nodeName ?? "")) return;
    const isOver = pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
    if (pod.metadata.deletionTimestamp) {
      if (isOver || !pod.spec?.nodeName) objects.vanish("pods", name);
      else end(objects, pod, 143);
    } else if (!pod.spec?.nodeName) place(pod);
    else if (!pod.status?.podIP && hasFiles(pod)) run(objects, pod, `10.0.0.${++addresses}`);
    else if (pod.status?.podIP && !isOver) finish(objects, pod);
  }

  function place(pod: StoredObjects): void {
    const machine = full === undefined ? machineOf(pod) : undefined;
    if (machine === undefined) {
      const message = `${full ?? whyNone(pod)}. no new claims to deallocate, preemption: 0/1 nodes are available: 1 none of them helps.`;
      if (pod.status?.conditions) return;
      const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
      return void objects.put("pods", { ...pod, status: { phase: "Pending", conditions } });
    }
    for (const claim of claimsOf(pod)) bound.set(claim, machine);
    objects.put("pods", { ...pod, spec: { ...pod.spec, nodeName: machine }, status: { phase: "Pending" } });
  }

  function whyNone(pod: StoredObjects): string {
    const left = MACHINES.filter((machine) => !lost.has(machine));
    const apart = left.filter((machine) => !isApart(objects, pod, machine)).length;
    const rule = "node(s) didn't match pod anti-affinity rules";
    return apart === 0 ? "no machine fits" : `0/${left.length} nodes are available: ${apart} ${rule}`;
  }

  function machineOf(pod: StoredObjects): string | undefined {
    const claims = claimsOf(pod);
    if (claims.some((name) => !objects.get("persistentvolumeclaims", name))) return undefined;
    const where = claims.map((name) => bound.get(name)).find((machine) => machine !== undefined);
    const near = pod.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const left = MACHINES.filter((machine) => !lost.has(machine));
    return left
      .filter((machine) => where === undefined || machine === where)
      .filter((machine) => near.every((term) => podsOn(objects, machine).some((other) => isMeant(other, term))))
      .find((machine) => isApart(objects, pod, machine));
  }

  function hasFiles({ spec, metadata }: StoredObjects): boolean {
    const files = spec?.volumes?.find(({ name }) => name === "files");
    if (!files) return true;
    const [kind, name] = files.secret
      ? (["secrets", files.secret.secretName] as const)
      : (["configmaps", files.configMap?.name ?? ""] as const);
    const isThere = objects.get(kind, name) !== undefined;
    if (!isThere) setTimeout(() => !isStopped && observe(metadata.name), 5).unref();
    return isThere;
  }

  /** A claim is deleted once no pod uses it (claim protection). */
  function release(name: string): void {
    if (objects.all("pods").some((pod) => claimsOf(pod).includes(name))) return;
    bound.delete(name);
    objects.vanish("persistentvolumeclaims", name);
  }

  return {
    /** Leaves pods unscheduled, with this message as the reason. Without a message, pods are scheduled again. */
    full: (message?: string): void => {
      full = message;
      if (message === undefined) for (const { metadata } of objects.all("pods")) observe(metadata.name);
    },
    /** Makes a machine silent: the pods on it neither change nor end. */
    lose: (machine: string) => void lost.add(machine),
    /** Deletes a machine from the cluster, with its pods. */
    forget: (machine: string): void => {
      for (const { metadata, spec } of objects.all("pods")) if (spec?.nodeName === machine) objects.vanish("pods", metadata.name);
    },
    stop: (): void => {
      isStopped = true;
    },
  };
}

function run(objects: Objects, pod: StoredObjects, podIP: string): void {
  const startedAt = new Date().toISOString();
  const conditions = [{ type: "Ready", status: "True", lastTransitionTime: startedAt }];
  const containerStatuses = [{ ready: true, state: { running: { startedAt } } }];
  objects.put("pods", { ...pod, status: { phase: "Running", podIP, conditions, containerStatuses } });
}

/** Ends pods whose command ends by itself. */
function finish(objects: Objects, pod: StoredObjects): void {
  const command = String(pod.spec?.containers?.[0]?.command.at(-1)).split("\n").at(-1) ?? "";
  if (command === "true") end(objects, pod, 0);
  const [, code] = /^exit (\d+)$/.exec(command) ?? [];
  if (code !== undefined) end(objects, pod, Number(code), "the last output\n\tat a stack");
}

function end(objects: Objects, pod: StoredObjects, exitCode: number, message?: string): void {
  const state = {
    terminated: { exitCode, reason: exitCode === 0 ? "Completed" : "Error", ...(message && { message }) },
  };
  const phase = exitCode === 0 ? "Succeeded" : "Failed";
  objects.put("pods", { ...pod, status: { ...pod.status, phase, containerStatuses: [{ ready: false, state }] } });
}

/** The pods of a machine that have not ended. */
function podsOn(objects: Objects, machine: string): readonly StoredObjects[] {
  const isOver = (phase: unknown) => phase === "Succeeded" || phase === "Failed";
  return objects.all("pods").filter(({ spec, status }) => spec?.nodeName === machine && !isOver(status?.phase));
}

/** Whether neither the pod's own requirements nor those of the pods on the machine keep it away from the machine. */
function isApart(objects: Objects, pod: StoredObjects, machine: string): boolean {
  return podsOn(objects, machine).every(
    (other) => !requiredApart(pod).some((term) => isMeant(other, term)) && !requiredApart(other).some((term) => isMeant(pod, term)),
  );
}

function claimsOf({ spec }: StoredObjects): readonly string[] {
  return (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []));
}

function requiredApart({ spec }: StoredObjects): readonly Term[] {
  return spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}

function isMeant({ metadata: { labels = {} } }: StoredObjects, { labelSelector }: Term): boolean {
  return (
    Object.entries(labelSelector.matchLabels).every(([key, value]) => labels[key] === value) &&
    (labelSelector.matchExpressions ?? []).every(({ key, values }) => !values.includes(labels[key] ?? ""))
  );
}
