import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { enginesFolder, findJava, openInstallation } from "@reeve/java-software";

/** Milliseconds for Maven: where the network swallows everything, it would wait for ever. */
const FETCH_TIMEOUT = 180_000;

/** Why real brokers cannot run here, in words; undefined where they can. Gets the engine where it is missing. */
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

/** The name of a suite that needs real brokers: with the reason where it is skipped. */
export function titled(title: string, missing: string | undefined): string {
  return missing === undefined ? title : `${title} (skipped: ${missing})`;
}
