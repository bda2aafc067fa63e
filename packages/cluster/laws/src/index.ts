export { type EngineUnderTest, engineContract } from "./engine-contract.ts";
export type { Law } from "./law.ts";
export { memoryStore } from "./memory-store.ts";
export { type RuntimeUnderTest, runtimeContract } from "./runtime-contract.ts";
