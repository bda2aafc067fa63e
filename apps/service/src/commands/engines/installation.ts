import { type Context, type Given, wordOf } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { enginesFolder, type Installation, openInstallation } from "@reeve/java-software";
import { type RegisteredEngine, registeredEngines } from "../../engines/registered.ts";

/** This user's installation of an engine; undefined if the engine is part of Reeve. */
export async function installationOf(
  { software }: RegisteredEngine,
  { processContext: { env, platform } }: Context,
): Promise<Installation | undefined> {
  if (!software) return undefined;
  return openInstallation({ software: await software(), folder: enginesFolder(env, platform), environment: env });
}

/** The installation of the engine that the user named. */
export async function namedEngine(given: Given, context: Context): Promise<Installation> {
  const name = wordOf(given, "engine") ?? "";
  const engine = registeredEngines.find((each) => each.name === name);
  const installation = engine && (await installationOf(engine, context));
  if (installation) return installation;
  const known = registeredEngines.filter(({ software }) => software).map((each) => each.name);
  throw new ReeveError(
    "bad-input",
    engine
      ? `<engine>: the ${name} engines are part of reeve: there is nothing to fetch or remove`
      : `<engine>: expected ${known.join(" or ")}, got ${JSON.stringify(name)}`,
  );
}
