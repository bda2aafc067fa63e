export { engineContract } from "./engine-contract.ts";
export type { EngineUnderTest } from "./engine-fixture.ts";
export { type Law, memoryStore } from "./law.ts";
export { runtimeContract } from "./runtime-contract.ts";
export type { RuntimeUnderTest } from "./runtime-fixture.ts";
