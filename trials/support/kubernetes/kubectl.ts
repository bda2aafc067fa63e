import { labFrom, labMeanwhile } from "./lab.ts";

const outside = Number(process.env.OUTSIDE);

/** Runs a command of the lab outside of the node's network. */
export const outsideLab = (...args: readonly string[]): string => labFrom(outside, ...args);

/** As `outsideLab`, but does not block this process. */
export const outsideLabMeanwhile = (...args: readonly string[]): Promise<void> => labMeanwhile(outside, ...args);

export const kubectl = (...args: readonly string[]): string => outsideLab("kubectl", ...args);
