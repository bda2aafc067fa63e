import { enginesFolder, findJava, type JavaSoftware, openInstallation } from "@reeve/java-software";

/** Timeout of a download in milliseconds. On a network that drops packets, it would otherwise last minutes. */
const FETCH_TIMEOUT = 180_000;

/** The reason why an engine cannot run on this machine; undefined if it can. Installs the engine if it is missing. */
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

/** The title of a suite that needs a real engine. If the suite is skipped, the title says why. */
export function titled(title: string, missing: string | undefined): string {
  return missing === undefined ? title : `${title} (skipped: ${missing})`;
}
