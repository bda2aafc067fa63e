import type { DistributionRule } from "./distribution.ts";
import type { PinnedJar } from "./pinned-jars.ts";
import type { Environment } from "./programs.ts";

/** Software that runs by Java, as data: what Maven brings, what it must be, and what it needs. */
export interface JavaSoftware {
  /** `kafka`: the name in commands and folders. */
  readonly name: string;
  /** `Kafka`: the name in sentences. */
  readonly title: string;
  readonly version: string;
  /** The `pom.xml` that Maven is given. */
  readonly pom: string;
  /** Every jar as it must be. */
  readonly jars: readonly PinnedJar[];
  /** The versions of Java that it starts with. */
  readonly java: JavaVersions;
  /** How to recognise an installation of the user's own, where one can be named. */
  readonly distribution?: DistributionRule;
  /** Loads the classes that a node needs, so that Java can write them down in an archive. */
  readonly warmUp?: WarmUp;
}

/** The versions of Java that software starts with, the first and the last of them included. */
export interface JavaVersions {
  readonly oldest: number;
  readonly newest?: number;
}

/** Starts the software once with options for Java and ends it properly; false where it did not start, or had to be killed. */
export type WarmUp = (java: string, options: readonly string[], given: WarmUpOptions) => Promise<boolean>;

/** What a warm-up works with. */
export interface WarmUpOptions {
  /** An empty folder for everything that it writes. */
  readonly folder: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}
