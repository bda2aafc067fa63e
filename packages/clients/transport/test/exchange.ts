import type { Exchange } from "../src/options.ts";

export const read: Exchange = {
  request: { method: "GET", path: "/service/kafka/v1/topics", query: "" },
  effect: "read",
  operation: "topics.list",
  revision: "R3",
};

export const change: Exchange = {
  request: { method: "PUT", path: "/service/kafka/v1/topics/orders", query: "operation=partitions&partitions=3" },
  effect: "change",
  operation: "topics.alter",
  revision: "R3",
};
