import { labFrom } from "./lab.ts";

const outside = Number(process.env.OUTSIDE);

/** Runs a command of the lab outside of the node's network. */
export const outsideLab = (...args: readonly string[]): string => labFrom(outside, ...args);

export const kubectl = (...args: readonly string[]): string => outsideLab("kubectl", ...args);
