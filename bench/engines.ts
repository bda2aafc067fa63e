import { enginesFolder, findJava, type Installation, type JavaSoftware, openInstallation } from "@reeve/java-software";

/** The software of an engine that this user has installed. */
export function installationOf(software: JavaSoftware): Installation {
  return openInstallation({
    software,
    folder: enginesFolder(process.env, process.platform),
    environment: process.env,
  });
}

/** What a measure with a real engine needs: Java and the engine. Neither is looked for before the measure begins. */
export function needsEngine(software: JavaSoftware): () => Promise<string | undefined> {
  let missing: Promise<string | undefined> | undefined;
  const find = async () => {
    try {
      await findJava(software.java, process.env);
      await installationOf(software).fetch();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return () => {
    missing ??= find();
    return missing;
  };
}
