import type { Command } from "../../model/command.ts";
import { loginFlags } from "./login-flags.ts";

/** Stores the trusted CA and the login. */
export const login: Command = {
  name: "login",
  summary: "Log in: store a token, or the way to get one, in the profile",
  about:
    "Without flags it takes a token: from standard input, or by asking. The login is tried before it is stored. --trust shows the cluster's own authority, and asks whether to trust it.",
  examples: [
    "login",
    "login --url https://cluster.example --trust",
    "login --uid robot --key-file robot.pem",
    "login --uid alice < password.txt",
    "login --token-command 'vault read -field=token secret/reeve'",
  ],
  positionals: [],
  flags: [
    ...loginFlags,
    { name: "trust", summary: "trust the cluster's own authority, after showing its fingerprint" },
    { name: "fingerprint", takes: "SHA256", summary: "trust it without asking, if this is its fingerprint" },
  ],
  effect: "change",
  run: async (given, context) => (await import("./log-in.ts")).logIn(given, context),
};
