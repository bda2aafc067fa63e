export type { AnyPictures, Draw, Pictures, View } from "./view.ts";
export { draw } from "./view.ts";
