export type { HeldClock } from "./held-clock.ts";
export { heldClock } from "./held-clock.ts";
export { simulatedSettings } from "./settings.ts";
export type { Simulation, SimulationOptions } from "./simulation.ts";
export { createSimulation } from "./simulation.ts";
