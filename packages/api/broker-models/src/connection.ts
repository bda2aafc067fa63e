import { about, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The addresses of the brokers. */
export interface BrokerConnection {
  /** `<ip>:<port>` of each broker. */
  readonly address: readonly string[];
  /** `<host>:<port>` of each broker. */
  readonly dns: readonly string[];
  /** One address from which a client learns the addresses of all brokers. Absent if no broker is placed. */
  readonly vip?: string;
  /** `<host>:<port>/<path>` of the coordination service. Some servers use another field name. */
  readonly coordinator?: string;
}

export const BrokerConnection: Schema<BrokerConnection> = resource("Connection", "Where clients and tools find the brokers.", {
  address: about("`<ip>:<port>` of each broker", v.array(v.string())),
  dns: about("`<host>:<port>` of each broker", v.array(v.string())),
  vip: about("`<host>:<port>` of an address from which clients learn those of all brokers", v.exactOptional(v.string())),
  coordinator: about("`<host>:<port>/<path>` of the coordination service", v.exactOptional(v.string())),
});

export const showBrokerConnection = operation({
  summary: "Show how clients reach the brokers",
  effect: "read",
  output: BrokerConnection,
  routes: { R1: "GET /connection", R2: "GET /connection" },
  instead: "pods.info",
});
