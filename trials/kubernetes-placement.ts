/**
 * Runs pods on simulated machines of a real control plane, with a role that lacks permissions and with an admission policy that denies
 * pods. Shows that the scheduler follows the placement rules, that the advice for a node without a machine helps, and that each refusal is
 * reported and ends when its cause is removed. The control plane is built and started on this machine (`trials/support/kubernetes/lab`);
 * needs Go.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryStore } from "@reeve/laws";
import { avoid, resourceSet } from "@reeve/orchestrator/engine";
import type { LaunchRequest, TaskState } from "@reeve/orchestrator/runtime";
import { createKubernetesRuntime, fromKubeconfig, type KubernetesSettings, roleRules } from "@reeve/runtime-kubernetes";
import { taskOf } from "../packages/cluster/runtime-kubernetes/test/support/instance.ts";
import { lab as command, labInput, labOutput } from "./support/kubernetes/lab.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const NAMESPACE = "placement";
const MACHINES = 2;
const signal = new AbortController().signal;
const apart = { placementRule: avoid("broker") };

process.exitCode = await withLab({ nodeless: true }, async (lab) => {
  command("kubectl", "create", "namespace", NAMESPACE);
  const program = join(import.meta.dirname, "support/kubernetes/simulated-machines.ts");
  const machines = spawn(process.execPath, [program, lab.kubeconfig, String(MACHINES)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(machines.stdout, "data");
  const admin = await fromKubeconfig(lab.kubeconfig);
  grant("persistentvolumeclaims", "poddisruptionbudgets");
  const token = labOutput("kubectl", "-n", NAMESPACE, "create", "token", "reeve");
  const settings: Partial<KubernetesSettings> & { spread: "required" | "preferred" } = {
    image: "reeve.local/none:1",
    cpuLimit: "request",
    spread: "required",
  };
  const runtime = createKubernetesRuntime({
    connection: {
      ...admin,
      namespace: NAMESPACE,
      options: async () => ({ ...(await admin.options?.()), headers: { authorization: `Bearer ${token}` } }),
    },
  });
  const agents = await runtime.open({
    instance: "kafka",
    store: memoryStore(),
    clock: {
      now: Date.now,
      after: (delay, run) => {
        const timer = setTimeout(run, delay);
        return () => clearTimeout(timer);
      },
    },
    log: () => undefined,
    settings: () => settings,
  });
  try {
    const states = new Map<string, TaskState>();
    let troubles: readonly string[] = [];
    agents.watch((state) => states.set(state.taskId, state));
    agents.watchTroubles?.((reasons) => {
      troubles = reasons;
    });
    await agents.adopt([]);
    const launch = async (request: Partial<LaunchRequest>) => {
      const resources = resourceSet("small", { cpus: 0.1, mem: 16 }, { role: "", principal: "" });
      const task = taskOf({ resources, ...request });
      await agents.launch(task, signal);
      return task.taskId;
    };
    /** Waits until a task is in a state, and prints what is shown of it. */
    const reach = async (taskId: string, state: TaskState["state"], reason = /^/) => {
      const text = () => JSON.stringify(states.get(taskId)) ?? "";
      await until(`${taskId} ${state} ${reason}`, () => states.get(taskId)?.state === state && reason.test(text()));
      const match = states.get(taskId);
      const shown = match && "reason" in match ? match.reason : match?.state === "running" ? match.placement.agent : "";
      console.log(`${taskId} ${state}: ${shown}`);
    };

    agents.allowDisruption?.(false, 2);
    await until("the trouble", () => troubles.length > 0);
    console.log(`trouble: ${troubles.join("; ")}`);
    const volumes = { data: { name: "v", kept: false } };
    const first = await launch({ ...apart, volumes });
    await reach(first, "waiting", /persistentvolumeclaims/);
    grant();
    await reach(first, "running");
    await until("the end of the trouble", () => troubles.length === 0);

    await reach(await launch({ ...apart, node: "broker-1" }), "running");
    const third = await launch({ ...apart, node: "broker-2" });
    await reach(third, "waiting", /anti-affinity.*spread: preferred/);
    settings.spread = "preferred";
    await agents.stop(third, signal);
    await reach(third, "stopped");
    await reach(await launch({ ...apart, node: "broker-2" }), "running");
    settings.spread = "required";
    await reach(await launch({ node: "broker-3" }), "running");
    await reach(await launch({ ...apart, node: "broker-4" }), "waiting", /anti-affinity/);

    deny();
    await sleep(3000);
    const denied = await launch({ node: "denied-0", podType: "denied" });
    await reach(denied, "waiting", /denied request/);
    command("kubectl", "delete", "validatingadmissionpolicybindings/denied", "validatingadmissionpolicies/denied");
    await reach(denied, "running");

    grant("persistentvolumeclaims");
    await agents.stop(first, signal);
    await reach(first, "stopped");
    await sleep(1000);
    const refused = await agents.deleteVolume("v", signal).catch((error: Error) => error.message);
    console.log(`the volume is not deleted: ${refused}`);
    grant();
    await sleep(1000);
    await agents.deleteVolume("v", signal);
    const resources = "{.items[*].status.qosClass}";
    console.log(`QoS classes: ${labOutput("kubectl", "-n", NAMESPACE, "get", "pods", "-o", `jsonpath=${resources}`)}`);
    return 0;
  } finally {
    await agents.close();
    const ended = once(machines, "exit");
    machines.stdin.end();
    await ended;
  }
});

/** Grants the permissions that the runtime declares, except those on some resources. */
function grant(...withheld: readonly string[]): void {
  const metadata = { name: "reeve", namespace: NAMESPACE };
  const rules = roleRules.filter(({ resources }) => !resources.some((each) => withheld.includes(each)));
  apply([
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      subjects: [{ kind: "ServiceAccount", ...metadata }],
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reeve" },
    },
  ]);
}

/** Makes an admission policy that denies the pods of one type. */
function deny(): void {
  const metadata = { name: "denied" };
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] };
  const expression = "object.metadata.labels['reeve/pod-type'] != 'denied'";
  apply([
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata,
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata,
      spec: { policyName: "denied", validationActions: ["Deny"] },
    },
  ]);
}

function apply(items: readonly object[]): void {
  labInput(JSON.stringify({ apiVersion: "v1", kind: "List", items }), "kubectl", "apply", "-f", "-");
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !holds(); await sleep(50)) {
    if (Date.now() > end) throw new Error(`still not after a minute: ${what}`);
  }
}
