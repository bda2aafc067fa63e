export { type CassandraEngineOptions, createCassandraEngine } from "./cassandra-engine.ts";
export { type CassandraDefinition, cassandraSettings } from "./settings/cassandra-settings.ts";
export { cassandraSoftware } from "./software.ts";
