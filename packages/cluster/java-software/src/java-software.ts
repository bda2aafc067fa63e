import type { DistributionRule } from "./distribution.ts";
import type { PinnedJar } from "./pinned-jars.ts";
import type { Environment } from "./programs.ts";

/** Describes Java software: the jars that it consists of, and the requirements. */
export interface JavaSoftware {
  /** The name in commands and folders, such as `kafka`. */
  readonly name: string;
  /** The name in sentences, such as `Kafka`. */
  readonly title: string;
  readonly version: string;
  readonly jars: readonly PinnedJar[];
  /** The versions of Java with which the software runs. */
  readonly java: JavaVersions;
  /** How to find the user's own installation; absent if only downloaded software is used. */
  readonly distribution?: DistributionRule;
  /** Runs the software once, so that Java can write a class data archive. */
  readonly warmUp?: WarmUp;
}

/** The oldest and the newest supported version of Java. */
export interface JavaVersions {
  readonly oldest: number;
  readonly newest?: number;
}

/** Starts the software once with these Java options and stops it cleanly. Returns false if it did not start or had to be killed. */
export type WarmUp = (java: string, options: readonly string[], given: WarmUpOptions) => Promise<boolean>;

export interface WarmUpOptions {
  /** An empty folder for files of the warm-up. */
  readonly folder: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}
