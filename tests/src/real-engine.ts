import { enginesFolder, findJava, type JavaSoftware, openInstallation } from "@reeve/java-software";

/** Timeout for Maven, in milliseconds: on a network that drops packets it would wait for ever. */
const FETCH_TIMEOUT = 180_000;

/** Why an engine cannot run here; undefined where it can. Installs it if it is missing. */
export async function missingFor(software: JavaSoftware): Promise<string | undefined> {
  try {
    await findJava(software.java, process.env);
    await openInstallation({
      software,
      folder: enginesFolder(process.env, process.platform),
      environment: process.env,
    }).fetch({
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`What needs ${software.title} is skipped: ${reason}`);
    return reason;
  }
}

/** The title of a suite that needs a real engine; with the reason where it is skipped. */
export function titled(title: string, missing: string | undefined): string {
  return missing === undefined ? title : `${title} (skipped: ${missing})`;
}
