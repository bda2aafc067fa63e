export { createBrokerClient as create } from "@reeve/broker-client";
export { brokerApi as api } from "@reeve/broker-models";
export { pictures } from "@reeve/pictures/broker";
