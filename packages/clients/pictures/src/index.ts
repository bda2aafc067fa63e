export { configurationTable } from "./shared/configurations.ts";
export { planTable } from "./shared/plans.ts";
export type { AnyPictures, Draw, Pictures, View } from "./view.ts";
export { draw } from "./view.ts";
