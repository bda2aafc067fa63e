import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/orchestrator";
import type { PodSpec } from "@reeve/scheduler-models";
import { checkSettings } from "../settings/check-settings.ts";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { BROKER, brokerPod } from "./broker-pod.ts";
import { CONTROLLER, controllerPod, FIRST_CONTROLLER } from "./controller-pod.ts";

/** A broker with less memory does not start. */
const MIN_MEMORY = 192;

const LAST_PORT = 65_535;

const PORTS = [BROKER, CONTROLLER];

/** The pod specs: controllers, which come first, and brokers. Refuses what cannot run. */
export function kafkaPodSpecs(_instance: string, definition: KafkaDefinition): readonly PodSpec[] {
  const { settings, engineConfiguration, ports } = definition;
  checkSettings(engineConfiguration, settings.BROKER_COUNT);
  for (const name of Object.keys(ports)) {
    if (!PORTS.includes(name)) throw refusal(`ports: there is no port ${name}${didYouMean(name, PORTS)}`);
  }
  if (settings.BROKER_MEM < MIN_MEMORY) {
    throw refusal(`BROKER_MEM is ${settings.BROKER_MEM}: a broker needs at least ${MIN_MEMORY} MB`);
  }
  if (settings.BROKER_COUNT >= FIRST_CONTROLLER) {
    throw refusal(`BROKER_COUNT is ${settings.BROKER_COUNT}: there can be fewer than ${FIRST_CONTROLLER} brokers`);
  }
  checkPorts(definition);
  return [controllerPod(definition), brokerPod(definition)];
}

/** All nodes may share a machine, so fixed ports count up with the nodes. */
function checkPorts({ ports, settings, controllers }: KafkaDefinition): void {
  const ranges = [
    rangeOf(BROKER, ports[BROKER], settings.BROKER_COUNT),
    rangeOf(CONTROLLER, ports[CONTROLLER], controllers),
  ];
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
    words: count === 1 ? `${name}-0 has ${from}` : `${name}-0 to ${name}-${count - 1} have ${from} to ${to}`,
  };
}

interface PortRange {
  readonly from: number;
  readonly to: number;
  /** The ports of the nodes, in words. */
  readonly words: string;
}

function refusal(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
