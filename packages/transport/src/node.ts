export { authority } from "./authority.ts";
export { nodeLine } from "./node-line.ts";
export { type Passage, passageTo } from "./passage.ts";
