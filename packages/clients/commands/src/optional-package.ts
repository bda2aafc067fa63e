import { ReeveError } from "@reeve/contract";

/** Loads a package that need not be installed. Returns undefined if it is not installed; any other failure is thrown. */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load();
  } catch (error) {
    const { code = "", message } = error as Error & { readonly code?: string };
    // A dependency of the package that is missing, or a broken installation, must not look like a choice of the user.
    const isMissing = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code) && message.includes(`'${name}`);
    if (isMissing) return undefined;
    throw error;
  }
}

/** The error for something that needs a package which is not installed. */
export function notInstalled(what: string, name: string): ReeveError {
  return new ReeveError("bad-input", `${what} needs the package ${name}, which is not installed: npm install --global ${name}`);
}
