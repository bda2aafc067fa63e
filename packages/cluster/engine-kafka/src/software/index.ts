export { kafkaSoftware } from "./kafka-software.ts";
