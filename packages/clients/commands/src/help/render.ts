import type { Style } from "@reeve/terminal";
import type { Command, Group } from "../command.ts";
import { flagsEverywhere, pageOf } from "./page.ts";
import { helpText } from "./text.ts";

/** The width in columns when there is no terminal. */
const WIDTH = 80;

/** The help of a command or group as text. The help of the program itself includes the general flags. */
export function helpOf(target: Command | Group, path: readonly string[], { width, paint }: Style): string {
  const page = pageOf(target, path);
  const sections = path.length === 0 ? [...page.sections, flagsEverywhere] : page.sections;
  return helpText({ ...page, sections }, Number.isFinite(width) ? width : WIDTH, paint);
}
