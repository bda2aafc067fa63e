import type { DistributionRule } from "./distribution.ts";
import type { PinnedJar } from "./pinned-jars.ts";
import type { Environment } from "./programs.ts";

/** Software for Java, as data: what Maven resolves, the expected jars, and its requirements. */
export interface JavaSoftware {
  /** `kafka`: the name in commands and folders. */
  readonly name: string;
  /** `Kafka`: the name in sentences. */
  readonly title: string;
  readonly version: string;
  /** The `pom.xml` for Maven. */
  readonly pom: string;
  /** The expected jars. */
  readonly jars: readonly PinnedJar[];
  /** The versions of Java that it starts with. */
  readonly java: JavaVersions;
  /** How to recognise the user's own installation, where that is possible. */
  readonly distribution?: DistributionRule;
  /** Loads the classes that a node needs, for the class data archive. */
  readonly warmUp?: WarmUp;
}

/** The first and the last supported version of Java. */
export interface JavaVersions {
  readonly oldest: number;
  readonly newest?: number;
}

/** Starts the software once with some Java options and ends it properly; false where it did not start or had to be killed. */
export type WarmUp = (java: string, options: readonly string[], given: WarmUpOptions) => Promise<boolean>;

/** What a warm-up works with. */
export interface WarmUpOptions {
  /** An empty folder for its files. */
  readonly folder: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}
