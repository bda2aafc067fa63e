import { enginesFolder, findJava, openInstallation } from "@reeve/engine-kafka";

/** Why real brokers cannot run here, in words; undefined where they can. Gets the engine where it is missing. */
export async function whyNoKafka(): Promise<string | undefined> {
  try {
    await findJava(process.env);
    await openInstallation({ folder: enginesFolder(process.env, process.platform), environment: process.env }).fetch();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The name of a suite that needs real brokers: with the reason where it is skipped. */
export function titled(title: string, missing: string | undefined): string {
  return missing === undefined ? title : `${title} (skipped: ${missing})`;
}
