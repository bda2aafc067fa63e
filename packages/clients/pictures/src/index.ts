export { configurationTable } from "./shared/configurations.ts";
export { planTable } from "./shared/plans.ts";
export { type AnyPictures, type Draw, draw, type Pictures, type View } from "./view.ts";
