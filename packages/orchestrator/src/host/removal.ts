import type { Log } from "../log.ts";
import { reasonOf } from "../reason.ts";
import type { Database } from "../state/database.ts";
import { LIST, ownerOf } from "../state/rows.ts";
import type { Host } from "./host.ts";

/** Timeout in milliseconds for deleting a volume, and for removing the other objects that an instance has in the runtime. */
const MAX_DELAY = 60_000;

/** Removes an instance with its tasks, volumes and state. If the runtime cannot clean up, the service tries again at its next start. */
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
