import type { Instance } from "@reeve/orchestrator";
import { isSimulated } from "./info.ts";

/**
 * The addresses at which an instance accepts clients. Empty if the instance is simulated, or if its clients get the addresses from
 * configuration documents.
 */
export async function clientAddresses(instance: Instance | undefined): Promise<readonly string[]> {
  if (!instance || isSimulated(instance) || !("connection" in instance.administration)) return [];
  const connection = await instance.administration.connection();
  return "address" in connection ? connection.address : connection;
}
