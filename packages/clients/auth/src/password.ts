import type { Credentials } from "./credentials.ts";
import { logIn } from "./login.ts";

/** A user with a password. */
export interface PasswordOptions {
  readonly uid: string;
  readonly password: string;
}

/** Logs in with a uid and a password. The token is renewed before it expires, and once if the server refuses it. */
export function password({ uid, password }: PasswordOptions): Credentials {
  return {
    about: `the login of ${uid}`,
    advice: "check its uid and password",
    renewable: true,
    obtain: (context) => logIn(context, uid, { password }),
  };
}
