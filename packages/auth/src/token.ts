import { ReeveError } from "@reeve/contract";
import type { Credentials } from "./credentials.ts";

/** A token as a value. Such a token is never renewed: when the server refuses it, that is the end. */
export function token(value: string): Credentials {
  const checked = checkToken(value, "the token");
  return {
    about: "the token that was given",
    advice: "get a new one",
    renewable: false,
    obtain: async () => ({ value: checked }),
  };
}

const LONGEST = 16_384;

/** A token goes into a header: it is one line of visible characters, whatever surrounds it is taken off. */
export function checkToken(text: string, about: string): string {
  if (typeof text !== "string") throw new ReeveError("bad-input", `${about} is no text`);
  const value = text.trim();
  if (value === "") throw new ReeveError("unauthenticated", `${about} is empty`);
  // Something else was given by mistake. To take it out of everything that is told would take minutes, and no server takes such a header.
  if (value.length > LONGEST)
    throw new ReeveError("unauthenticated", `${about} is no token: it is longer than ${LONGEST} characters`);
  if (!/^[\u0021-\u007e]+$/.test(value)) {
    throw new ReeveError(
      "unauthenticated",
      `${about} is no token: it has white space or characters that no header can carry`,
    );
  }
  return value;
}
