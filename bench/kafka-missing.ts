import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { enginesFolder, findJava, type Installation, openInstallation } from "@reeve/java-software";

/** The software of real brokers that this user has installed. */
export const installation: Installation = openInstallation({
  software: kafkaSoftware,
  folder: enginesFolder(process.env, process.platform),
  environment: process.env,
});

/** The reason why real brokers cannot run here, which is also printed; undefined if they can. They need Java and the engine. */
export async function missingForKafka(file: string): Promise<string | undefined> {
  try {
    await findJava(kafkaSoftware.java, process.env);
    await installation.fetch();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`${file}: not measured: ${reason}`);
    return reason;
  }
}
