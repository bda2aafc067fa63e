import { type Answer, about, answer, form, isRecord, object, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The addresses of nodes for database drivers. */
export interface DatabaseConnection {
  /** `<host-or-ip>:<port>` of each node. A driver should get several of them. */
  readonly nodes: readonly string[];
  /** While no node serves: what each node does, such as `node-0 (starting)`. Only the Reeve service sends it. */
  readonly not_serving?: readonly string[];
}

export const DatabaseConnection: Schema<DatabaseConnection> = resource("Connection", "The nodes that database drivers can connect to.", {
  nodes: about("`<host-or-ip>:<port>` of each node; configure several of them", v.array(v.string())),
  not_serving: about(
    "while no node serves: what each node does, such as `node-0 (starting)`; only the Reeve service sends it",
    v.exactOptional(v.array(v.string())),
  ),
});

/** Some servers answer like the other services, with addresses and names instead of `nodes`. */
const connectionAnswer: Answer<DatabaseConnection> = answer(DatabaseConnection, {
  also: [
    form(object({ address: v.array(v.string()), dns: v.exactOptional(v.array(v.string())) }), {
      when: ({ body }) => isRecord(body) && !("nodes" in body) && "address" in body,
      read: (wire) => ({ ...wire, nodes: wire.address }),
    }),
  ],
});

export const showDatabaseConnection = operation({
  summary: "Show how database drivers reach the nodes",
  about: "For nodes that Reeve runs, `reeve status` also shows the data center and, with TLS, the CA that drivers have to trust.",
  effect: "read",
  output: connectionAnswer,
  // This is the only path that the API document prints without `/service`. The client first sends the usual form of the path, and sends the
  // printed form if the server refuses the usual one.
  routes: { W1: ["GET /connection", "GET {base_url}/{service_name}/v1/connection"] },
});
