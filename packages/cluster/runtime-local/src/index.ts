export { createLocalRuntime, type LocalRuntimeOptions } from "./local-runtime.ts";
