import type { SoftwareSettings } from "@reeve/orchestrator/engine";

/**
 * The settings that also affect controllers, such as those for creating and deleting topics and for electing leaders. All other settings go
 * to brokers only, so that a mistake in them cannot stop the controllers.
 */
const names =
  /^(allow\.everyone\.if\.no\.acl\.found|auto\.leader\.rebalance\.enable|authorizer\.class\.name|broker\.heartbeat\.interval\.ms|broker\.session\.timeout\.ms|compression\.type|controller\..+|create\.topic\.policy\.class\.name|alter\.config\.policy\.class\.name|default\.replication\.factor|delete\.topic\.enable|leader\.imbalance\..+|metadata\..+|min\.insync\.replicas|num\.partitions|principal\.builder\.class|super\.users|unclean\.leader\.election\..+)$/;

/** The part of the given settings that controllers get. */
export function controllerSettings(input: SoftwareSettings): SoftwareSettings {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.test(name)));
}
