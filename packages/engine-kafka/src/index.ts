export { createKafkaEngine, type KafkaEngineOptions } from "./kafka-engine.ts";
export { kafkaSoftware } from "./software/kafka-software.ts";
