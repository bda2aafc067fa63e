export { authority } from "./authority.ts";
export { nodeLine } from "./node-line.ts";
