export { simulatedSettings } from "./settings.ts";
export {
  createSimulation,
  type ManualClock,
  manualClock,
  type Simulation,
  type SimulationOptions,
} from "./simulation.ts";
