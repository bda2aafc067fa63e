import { ReeveError } from "@reeve/contract";
import {
  isReference,
  isSecretName,
  looksLikeCode,
  type SoftwareSettings,
  type SoftwareTraits,
  suggestionFor,
} from "@reeve/orchestrator/engine";
import { KNOWN_SETTINGS } from "./generated/known-settings.ts";
import { expectedOf, isAccepted, type KnownBrokerSetting } from "./setting-values.ts";

/** Milliseconds without a heartbeat after which a broker counts as down. With Kafka's default, a restart would take at least 9 s. */
export const BROKER_SESSION = 3000;

/** Milliseconds between two heartbeats of a broker. Controllers, too, compare this interval with the session timeout. */
export const BROKER_HEARTBEAT = 500;

/** The types of whole numbers. Some have no range; of their negative numbers, only -1 has a meaning: no limit, or unset. */
const WHOLE: ReadonlySet<string> = new Set(["short", "int", "long"]);

/** Ranges in which the broker works. With other values it starts, but refuses even the records of groups' offsets. */
const NARROWER: Readonly<Record<string, string>> = { "message.max.bytes": "1024.." };

/** The settings of Kafka's authorizer. `KNOWN_SETTINGS` does not contain them, because the authorizer and not the broker defines them. */
const AUTHORIZER_SETTINGS = ["super.users string", "allow.everyone.if.no.acl.found boolean"];

const known: ReadonlyMap<string, KnownBrokerSetting> = new Map(
  [...KNOWN_SETTINGS.split("\n"), ...AUTHORIZER_SETTINGS].map((line) => {
    const [name = "", type = "", accepts = ""] = line.split(" ");
    return [name, { type, accepts: NARROWER[name] ?? (accepts === "" && WHOLE.has(type) ? "-1.." : accepts) }] as const;
  }),
);

/** Which settings of the broker are secrets, and which can run code. `write` writes a value into their file. */
export const brokerTraits = (write: SoftwareTraits["escape"]): SoftwareTraits => ({
  names: [...known.keys()].filter((name) => !own.has(name)),
  isSecret: (name) => known.get(name)?.type === "password" || isSecretName(name),
  runsCode: (name, value) => known.get(name)?.type === "class" || looksLikeCode(name, value),
  escape: write,
});

/** Settings that only the service may set, because the broker would not work with other values. */
const own = new Set([
  "advertised.listeners",
  "broker.id",
  "controller.listener.names",
  "controller.quorum.auto.join.enable",
  "controller.quorum.bootstrap.servers",
  "controller.quorum.voters",
  "early.start.listeners",
  "inter.broker.listener.name",
  "listener.security.protocol.map",
  "listeners",
  "log.dir",
  "log.dirs",
  "metadata.log.dir",
  "node.id",
  "process.roles",
  "security.inter.broker.protocol",
]);

/** Refuses settings that the broker does not define, and values that it does not accept or that cannot work in this cluster. */
export function checkBrokerSettings(settings: SoftwareSettings, brokers: number): void {
  for (const [name, value] of Object.entries(settings)) {
    if (own.has(name)) throw refusal(name, "is set by the service and cannot be set in a definition");
    const setting = known.get(name);
    if (!setting) throw refusal(name, `is not a setting of the broker${suggestionFor(name, known.keys())}`);
    if (isReference(value)) continue;
    const expected = expectedOf(setting);
    if (!isAccepted(String(value), setting)) {
      throw refusal(name, `is ${setting.type === "password" ? "refused" : JSON.stringify(value)}, expected ${expected}`);
    }
  }
  checkTogether(settings, brokers);
}

/** The settings whose values are numbers of replicas, which cannot exceed the number of brokers. */
const COPIES = [
  "default.replication.factor",
  "min.insync.replicas",
  "offsets.topic.replication.factor",
  "share.coordinator.state.topic.min.isr",
  "share.coordinator.state.topic.replication.factor",
  "transaction.state.log.min.isr",
  "transaction.state.log.replication.factor",
];

function checkTogether(settings: SoftwareSettings, brokers: number): void {
  for (const name of COPIES) {
    const copies = settings[name];
    if (copies !== undefined && Number(copies) > brokers) {
      throw refusal(name, `is ${copies}, but there ${brokers === 1 ? "is 1 broker" : `are ${brokers} brokers`}`);
    }
  }
  const heartbeat = Number(settings[HEARTBEAT] ?? BROKER_HEARTBEAT);
  const session = Number(settings[SESSION] ?? BROKER_SESSION);
  if (session >= 2 * heartbeat) return;
  const [name, value, other] =
    HEARTBEAT in settings ? [HEARTBEAT, heartbeat, `${SESSION} is ${session}`] : [SESSION, session, `${HEARTBEAT} is ${heartbeat}`];
  throw refusal(name, `is ${value} and ${other}: a session has to last at least two heartbeats`);
}

const HEARTBEAT = "broker.heartbeat.interval.ms";
const SESSION = "broker.session.timeout.ms";

function refusal(name: string, reason: string): ReeveError {
  return new ReeveError("bad-input", `engineConfiguration: ${name} ${reason}`);
}
