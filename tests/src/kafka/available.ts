import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { enginesFolder, findJava, openInstallation } from "@reeve/java-software";

/** Timeout for Maven, in milliseconds: on a network that drops packets it would wait for ever. */
const FETCH_TIMEOUT = 180_000;

/** Why real brokers cannot run here; undefined where they can. Installs the engine if it is missing. */
export async function missingForKafka(): Promise<string | undefined> {
  try {
    await findJava(kafkaSoftware.java, process.env);
    await openInstallation({
      software: kafkaSoftware,
      folder: enginesFolder(process.env, process.platform),
      environment: process.env,
    }).fetch({
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`What needs real brokers is skipped: ${reason}`);
    return reason;
  }
}

/** The title of a suite that needs real brokers; with the reason where it is skipped. */
export function titled(title: string, missing: string | undefined): string {
  return missing === undefined ? title : `${title} (skipped: ${missing})`;
}
