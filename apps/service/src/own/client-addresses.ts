import type { Instance } from "@reeve/orchestrator";
import { isSimulated } from "./info.ts";

/** Where clients of an instance connect; none if it is simulated, or if its clients get their addresses from documents. */
export async function clientAddresses(instance: Instance | undefined): Promise<readonly string[]> {
  if (!instance || isSimulated(instance) || !("connection" in instance.administration)) return [];
  const connection = await instance.administration.connection();
  return "address" in connection ? connection.address : connection;
}
