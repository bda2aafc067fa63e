import type { DefinitionInput } from "@reeve/service";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { type InstanceInput, type ServiceProgram, serviceProgram } from "../service-program.ts";

/** The program of the service, with one instance of real database nodes. */
export interface DatabaseProgram extends ServiceProgram<WideColumnClient> {
  /** A client of the instance with this name. */
  clientOf(service: string): WideColumnClient;
  /** Waits until all nodes of an instance (default: the first) serve, and returns their addresses for clients. */
  addresses(nodes: number, service?: string): Promise<readonly string[]>;
}

export function databaseProgram(first: InstanceInput, more?: DefinitionInput): DatabaseProgram {
  const program = serviceProgram("cassandra", first, createWideColumnClient, more);
  const clientOf = (service: string) => createWideColumnClient({ url: program.url, token: program.token, service });
  return Object.assign(program, {
    clientOf,
    async addresses(nodes: number, service: string = program.name) {
      for (;;) {
        const { nodes: matches } = await clientOf(service).connection.show();
        if (matches.length === nodes) return matches;
      }
    },
  });
}
