import type { Exchange } from "../../src/options.ts";

const path = "/service/kafka/v1/topics/orders";

/** The requests of the matrix. An effect is independent of the HTTP method. */
export const requests: Readonly<Record<string, Exchange>> = {
  "read, GET": { effect: "read", request: { method: "GET", path, query: "" } },
  "change, GET": { effect: "change", request: { method: "GET", path, query: "" } },
  "change, PUT": { effect: "change", request: { method: "PUT", path, query: "operation=partitions&partitions=3" } },
  "change, POST": { effect: "change", request: { method: "POST", path, query: "", body: { nodes: ["*"] } } },
  "destroy, DELETE": { effect: "destroy", request: { method: "DELETE", path, query: "" } },
};
