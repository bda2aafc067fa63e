import type { TaskToMeasure, Usage } from "@reeve/orchestrator/runtime";
import { isRefusal } from "./api/failure.ts";
import type { Pod } from "./api/pods.ts";
import type { InstanceContext } from "./instance-context.ts";
import { shellQuoted, TASK_CONTAINER } from "./pods/container.ts";

const AT_ONCE = 10;

/** Measures tasks with a command: the metrics API needs a server and lacks disks. Pods that do not respond are left out. */
export async function measure(
  tasks: readonly TaskToMeasure[],
  { client, names, pods, troubles, closing: signal }: InstanceContext,
): Promise<ReadonlyMap<string, Usage>> {
  const entries = new Map<string, Usage>();
  let refusal: string | undefined;
  const waiting = tasks.flatMap(({ taskId, volumes }) => {
    const pod = pods().get(names.pod(taskId));
    // The sizes of volumes are measured only on request, because all of their files have to be looked up.
    return pod ? [{ taskId, pod, folders: volumes.length > 0 ? volumesOf(pod) : [] }] : [];
  });
  const worker = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { taskId, pod, folders } = next;
      const command = ["/bin/sh", "-c", script(folders)];
      const printed = await client.run(pod.metadata.name, command, signal).catch((error: unknown) => {
        refusal = isRefusal(error, 403) ? error.message : refusal;
        return undefined;
      });
      const usage = printed === undefined ? undefined : usageIn(printed);
      if (usage) entries.set(taskId, usage);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (refusal !== undefined || entries.size > 0) troubles.set("the resource usage of nodes cannot be measured", "pods", refusal);
  return entries;
}

/** Returns a script that prints the usage of the container's control group (version 1 or 2) and the sizes of volumes. */
function script(volumes: readonly string[]): string {
  const groups = "/sys/fs/cgroup";
  return [
    `cat ${groups}/memory.stat ${groups}/memory/memory.stat ${groups}/cpu.stat 2>/dev/null`,
    `echo "nanoseconds $(cat ${groups}/cpuacct/cpuacct.usage 2>/dev/null)"`,
    ...(volumes.length === 0 ? [] : [`du -sk ${volumes.map(shellQuoted).join(" ")} 2>/dev/null | sed 's/^/disk /'`]),
  ].join("; ");
}

function volumesOf({ spec }: Pod): readonly string[] {
  const claims = new Set(spec.volumes?.flatMap(({ name, persistentVolumeClaim: claim }) => (claim ? [name] : [])));
  const mounts = spec.containers?.find(({ name }) => name === TASK_CONTAINER)?.volumeMounts ?? [];
  return mounts.flatMap(({ name, mountPath }) => (claims.has(name) ? [mountPath] : []));
}

/** Parses the printed usage. The task's memory excludes the file cache. */
export function usageIn(printed: string): Usage | undefined {
  const figure = (name: string) => {
    const match = new RegExp(`^${name} (\\d+)`, "m").exec(printed)?.[1];
    return match === undefined ? undefined : Number(match);
  };
  const memory = figure("total_rss") ?? figure("anon");
  const [micro, nano] = [figure("usage_usec"), figure("nanoseconds")];
  const processor = micro === undefined ? nano && nano / 1e9 : micro / 1e6;
  if (memory === undefined || processor === undefined) return undefined;
  const disk = [...printed.matchAll(/^disk (\d+)/gm)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  return { memory, processor, disk };
}
