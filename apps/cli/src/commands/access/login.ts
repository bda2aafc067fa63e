import type { Command } from "@reeve/commands";
import { loginFlags } from "./login-flags.ts";

/** Stores the trusted CA and the login. */
export const login: Command = {
  name: "login",
  summary: "Log in: store a token, or the way to get one, in the profile",
  about:
    "Without flags, the token is read from standard input; on a terminal, you are asked for it. A login is stored only after the cluster has accepted it. --trust shows the cluster's own authority, and asks whether to trust this authority.",
  examples: [
    "login",
    "login --url https://cluster.example --trust",
    "login --uid robot --key-file robot.pem",
    "login --uid alice < password.txt",
    "login --token-command 'vault read -field=token secret/reeve'",
  ],
  flags: [
    ...loginFlags,
    { name: "trust", summary: "trust the cluster's own authority, after showing its fingerprint" },
    {
      name: "fingerprint",
      takes: "SHA256",
      summary: "trust the cluster's own authority without asking, if it has this fingerprint",
    },
  ],
  effect: "change",
  run: async (given, context) => (await import("./log-in.ts")).logInCommand(given, context),
};
