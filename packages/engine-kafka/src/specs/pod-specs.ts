import { ReeveError } from "@reeve/contract";
import { type BrokerDefinition, didYouMean } from "@reeve/orchestrator";
import type { PodSpec } from "@reeve/scheduler-models";
import { checkSettings } from "../settings/check-settings.ts";
import { BROKER, brokerPod } from "./broker-pod.ts";
import { CONTROLLER, controllerPod, FIRST_CONTROLLER } from "./controller-pod.ts";

/** With less a broker does not come up. */
const LEAST_MEM = 192;

const PORTS = [BROKER, CONTROLLER];

/** What runs: the controllers, which come first, and the brokers. Refuses what could not run. */
export function kafkaPodSpecs(_instance: string, definition: BrokerDefinition): readonly PodSpec[] {
  const { settings, engineConfiguration, ports } = definition;
  checkSettings(engineConfiguration);
  for (const name of Object.keys(ports)) {
    if (!PORTS.includes(name)) throw refusal(`ports: there is no port ${name}${didYouMean(name, PORTS)}`);
  }
  if (settings.BROKER_MEM < LEAST_MEM) {
    throw refusal(`BROKER_MEM is ${settings.BROKER_MEM}: a broker needs at least ${LEAST_MEM} MB`);
  }
  if (settings.BROKER_COUNT >= FIRST_CONTROLLER) {
    throw refusal(`BROKER_COUNT is ${settings.BROKER_COUNT}: there can be fewer than ${FIRST_CONTROLLER} brokers`);
  }
  return [controllerPod(definition), brokerPod(definition)];
}

function refusal(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
