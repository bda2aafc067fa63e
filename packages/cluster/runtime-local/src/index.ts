export { createLocalRuntime } from "./local-runtime.ts";
export type { LocalRuntimeOptions } from "./settings.ts";
