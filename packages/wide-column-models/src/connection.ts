import { type Answer, about, answer, form, isRecord, object, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The nodes that database drivers can connect to. */
export interface Connection {
  /** `<host-or-ip>:<port>` of each; configure several of them. */
  readonly nodes: readonly string[];
}

export const Connection: Schema<Connection> = resource(
  "Connection",
  "The nodes that database drivers can connect to.",
  {
    nodes: about("`<host-or-ip>:<port>` of each node; configure several of them", v.array(v.string())),
  },
);

/** Some servers answer as the other services do: addresses and names instead of `nodes`. */
const connectionAnswer: Answer<Connection> = answer(Connection, {
  also: [
    form(object({ address: v.array(v.string()), dns: v.exactOptional(v.array(v.string())) }), {
      when: ({ body }) => isRecord(body) && !("nodes" in body) && "address" in body,
      read: (wire) => ({ ...wire, nodes: wire.address }),
    }),
  ],
});

export const showConnection = operation({
  summary: "Show how database drivers reach the nodes",
  effect: "read",
  output: connectionAnswer,
  // The API document prints this one path without `/service`. The usual form is sent first, the printed one if that is refused.
  routes: { W1: ["GET /connection", "GET {base_url}/{service_name}/v1/connection"] },
});
