export { createKafkaEngine, type KafkaEngineOptions } from "./kafka-engine.ts";
export { type KafkaDefinition, kafkaSettings } from "./settings/kafka-settings.ts";
export { kafkaSoftware } from "./software.ts";
