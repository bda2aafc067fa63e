import { object, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The source of a profile's token. Secrets are stored in another file. */
export type Login =
  | { readonly by: "token" }
  | { readonly by: "password"; readonly uid: string }
  | { readonly by: "service-account"; readonly uid: string; readonly keyFile: string }
  | { readonly by: "command"; readonly command: readonly [string, ...string[]] }
  | { readonly by: "file"; readonly file: string }
  | { readonly by: "environment"; readonly variable: string };

const filled = v.pipe(v.string("expected text"), v.nonEmpty("expected text that is not empty"));
const command = v.tupleWithRest([filled], v.string("expected text"));

export const Login: Schema<Login> = v.variant("by", [
  object({ by: v.literal("token") }),
  object({ by: v.literal("password"), uid: filled }),
  object({ by: v.literal("service-account"), uid: filled, keyFile: filled }),
  object({ by: v.literal("command"), command }),
  object({ by: v.literal("file"), file: filled }),
  object({ by: v.literal("environment"), variable: filled }),
]);

/** A login as text, without secrets. */
export function loginWords(login: Login): string {
  switch (login.by) {
    case "token":
      return "a stored token";
    case "password":
      return `${login.uid} with a stored password`;
    case "service-account":
      return `service account ${login.uid} with the key in ${login.keyFile}`;
    case "command":
      return `the token that ${login.command[0]} prints`;
    case "file":
      return `the token in ${login.file}`;
    case "environment":
      return `the token in ${login.variable}`;
  }
}

/** The text that identifies a login in the cache. Different logins share no cache entries. */
export function identityOf(login: Login): string {
  switch (login.by) {
    case "password":
    case "service-account":
      return `${login.by}:${login.uid}`;
    case "command":
      return `command:${login.command.join(" ")}`;
    case "file":
      return `file:${login.file}`;
    case "environment":
      return `environment:${login.variable}`;
    case "token":
      return "token";
  }
}
