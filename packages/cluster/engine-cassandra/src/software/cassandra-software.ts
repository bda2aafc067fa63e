import { type JavaSoftware, pinnedJars } from "@reeve/java-software";
import { JARS, VERSION } from "../generated/release.ts";
import { warmUp } from "./warm-up.ts";

/** The Cassandra release that real database nodes run. */
export const cassandraSoftware: JavaSoftware = {
  name: "cassandra",
  title: "Cassandra",
  version: VERSION,
  jars: pinnedJars(JARS),
  // Not later than Java 17: the database uses internal parts of Java that later versions no longer have.
  java: { oldest: 17, newest: 17 },
  warmUp,
};
