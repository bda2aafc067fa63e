export type { ManualClock } from "./manual-clock.ts";
export { manualClock } from "./manual-clock.ts";
export { simulatedSettings } from "./settings.ts";
export type { Simulation, SimulationOptions } from "./simulation.ts";
export { createSimulation } from "./simulation.ts";
