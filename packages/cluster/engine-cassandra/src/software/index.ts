export { cassandraSoftware } from "./cassandra-software.ts";
