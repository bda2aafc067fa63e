import { ReeveError } from "@reeve/contract";
import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { enginesFolder, type Installation, openInstallation } from "@reeve/java-software";
import type { Context } from "../../model/context.ts";
import { type Given, wordOf } from "../../model/given.ts";

/** The installation of Kafka of this user. */
export function kafkaOf({ surroundings: { env, platform } }: Context): Installation {
  return openInstallation({ software: kafkaSoftware, folder: enginesFolder(env, platform), environment: env });
}

/** The installation of the engine that was named. */
export function namedEngine(given: Given, context: Context): Installation {
  const name = wordOf(given, "engine") ?? "";
  if (name === "kafka") return kafkaOf(context);
  throw new ReeveError(
    "bad-input",
    name === "simulated"
      ? "<engine>: the simulated engines are part of reeve: there is nothing to fetch or remove"
      : `<engine>: expected kafka, got ${JSON.stringify(name)}`,
  );
}
