import type { Log } from "../log.ts";
import { reasonOf } from "../reason.ts";
import type { Database } from "../state/database.ts";
import { LIST, ownerOf } from "../state/rows.ts";
import type { Host } from "./host.ts";

/** Milliseconds to wait for the deletion of a volume, and for the end of the instance. */
const MAX_DELAY = 60_000;

/**
 * Removes an instance with everything it has: its tasks, its volumes, and its state. Where its runtime cannot clean up, the next start
 * tries again.
 */
export async function removeInstance(host: Host, database: Database, log: Log): Promise<void> {
  const { machine } = host;
  const { name } = machine.state.record;
  const agents = host.opened?.agents;
  let ended = true;
  await host.close("stop", async () => {
    for (const { record } of machine.state.nodes.values()) {
      for (const volume of [...Object.values(record.volumes), ...record.left]) {
        await agents
          ?.deleteVolume(volume, AbortSignal.timeout(MAX_DELAY))
          .catch((error) => log("warn", "a volume could not be deleted", { volume, reason: reasonOf(error) }));
      }
    }
    await agents?.end?.(AbortSignal.timeout(MAX_DELAY)).catch((error) => {
      ended = false;
      log("warn", "the objects of an instance could not be removed", { instance: name, reason: reasonOf(error) });
    });
  });
  database.forget([ownerOf(name), `engine/${name}`, ...(ended ? [`runtime/${name}`] : [])]);
  if (ended) database.write([[LIST, name, undefined]]);
}
