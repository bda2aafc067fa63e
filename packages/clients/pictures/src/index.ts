export { draw } from "./draw.ts";
export type { AnyPictures, Draw, Pictures, View } from "./view.ts";
