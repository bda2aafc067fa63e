export { nodeLine } from "./node-line.ts";
