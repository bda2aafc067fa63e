import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { type InstanceInput, type ServiceProgram, serviceProgram } from "../service-program.ts";

/** The service as a program with one instance of real database nodes. */
export interface DatabaseProgram extends ServiceProgram<WideColumnClient> {
  /** Where clients of the database connect; waits until all nodes serve. */
  addresses(nodes: number): Promise<readonly string[]>;
}

export function databaseProgram(first: InstanceInput): DatabaseProgram {
  const program = serviceProgram("cassandra", first, createWideColumnClient);
  return Object.assign(program, {
    async addresses(nodes: number) {
      for (;;) {
        const { nodes: found } = await program.client.connection.show();
        if (found.length === nodes) return found;
      }
    },
  });
}
