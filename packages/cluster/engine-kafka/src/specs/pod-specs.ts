import { checkBrokerSettings } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { suggestionFor } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { BROKER, brokerPod } from "./broker-pod.ts";
import { CONTROLLER, controllerPod, FIRST_CONTROLLER } from "./controller-pod.ts";

/** The smallest memory in megabytes with which a broker starts. */
const MIN_MEMORY = 192;

const LAST_PORT = 65_535;

const PORTS = [BROKER, CONTROLLER];

/** Makes the pod specs, controllers first. Refuses a definition whose nodes could not run. */
export function kafkaPodSpecs(_instance: string, definition: KafkaDefinition): readonly PodSpec[] {
  const { settings, engineConfiguration, ports } = definition;
  checkBrokerSettings(engineConfiguration, settings.BROKER_COUNT);
  for (const name of Object.keys(ports)) {
    if (!PORTS.includes(name)) throw refusal(`ports: there is no port ${name}${suggestionFor(name, PORTS)}`);
  }
  if (settings.BROKER_MEM < MIN_MEMORY) {
    throw refusal(`BROKER_MEM is ${settings.BROKER_MEM}: a broker needs at least ${MIN_MEMORY} MB`);
  }
  if (settings.BROKER_COUNT >= FIRST_CONTROLLER) {
    throw refusal(`BROKER_COUNT is ${settings.BROKER_COUNT}: there have to be fewer than ${FIRST_CONTROLLER} brokers`);
  }
  checkPorts(definition);
  return [controllerPod(definition), brokerPod(definition)];
}

/** Refuses fixed ports that collide or are too large. A node's port is the fixed one plus the node's index. */
function checkPorts({ ports, settings, controllers }: KafkaDefinition): void {
  const ranges = [rangeOf(BROKER, ports[BROKER], settings.BROKER_COUNT), rangeOf(CONTROLLER, ports[CONTROLLER], controllers)];
  for (const range of ranges) {
    if (range && range.to > LAST_PORT) throw refusal(`ports: ${range.words}, and ${LAST_PORT} is the largest port`);
  }
  const [brokers, others] = ranges;
  if (brokers && others && brokers.from <= others.to && others.from <= brokers.to) {
    throw refusal(`ports: ${brokers.words}, and ${others.words}: the ranges overlap`);
  }
}

function rangeOf(name: string, from: number | undefined, count: number): PortRange | undefined {
  if (from === undefined) return undefined;
  const to = from + count - 1;
  return {
    from,
    to,
    words: count === 1 ? `${name}-0 has the port ${from}` : `${name}-0 to ${name}-${count - 1} have the ports ${from} to ${to}`,
  };
}

interface PortRange {
  readonly from: number;
  readonly to: number;
  /** The nodes and their ports as part of a message. */
  readonly words: string;
}

function refusal(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
