import { ReeveError } from "@reeve/contract";
import type { Credentials } from "./credentials.ts";
import { checkToken } from "./token.ts";

/**
 * The token in an environment variable, by default `REEVE_TOKEN` of this process. The variable is read at each login, not when this
 * function is called.
 */
export function tokenFromEnvironment(
  name = "REEVE_TOKEN",
  env: Readonly<Record<string, string | undefined>> | undefined = globalThis.process?.env,
): Credentials {
  const about = `the token in ${name}`;
  return {
    about,
    advice: `set ${name} to a new one`,
    renewable: false,
    restAfterFailure: 0,
    obtain: async () => {
      const value = env?.[name];
      if (value === undefined) throw new ReeveError("unauthenticated", `${name} is not set: set it to a token`);
      return { value: checkToken(value, about) };
    },
  };
}
