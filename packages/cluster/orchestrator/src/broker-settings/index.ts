export { BROKER_HEARTBEAT, BROKER_SESSION, checkBrokerSettings } from "./check-broker-settings.ts";
