import type { GivenSettings } from "./check-settings.ts";

/** Settings that the controllers act upon, too: topics are created, deleted and led as they say. All others concern the brokers alone, so that a mistake in one of them stops a broker and not the cluster's head. */
const heeded =
  /^(allow\.everyone\.if\.no\.acl\.found|auto\.leader\.rebalance\.enable|authorizer\.class\.name|broker\.heartbeat\.interval\.ms|broker\.session\.timeout\.ms|compression\.type|controller\..+|create\.topic\.policy\.class\.name|alter\.config\.policy\.class\.name|default\.replication\.factor|delete\.topic\.enable|leader\.imbalance\..+|metadata\..+|min\.insync\.replicas|num\.partitions|principal\.builder\.class|super\.users|unclean\.leader\.election\..+)$/;

/** Those of the given settings that a controller is given. */
export function heededByControllers(given: GivenSettings): GivenSettings {
  return Object.fromEntries(Object.entries(given).filter(([name]) => heeded.test(name)));
}
