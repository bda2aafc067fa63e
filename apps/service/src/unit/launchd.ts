import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { ERRORS_FILE } from "../state/last-end.ts";
import type { Manager, ManagerPlace, Unit } from "./unit.ts";

/** Runs units with launchd, as an agent of the user or a daemon of the system. */
export const launchd: Manager = {
  title: "launchd",
  folder: ({ home }, isOfSystem) => (isOfSystem ? "/Library/LaunchDaemons" : join(home, "Library", "LaunchAgents")),
  file: (name) => `${labelOf(name)}.plist`,
  systemState: "/usr/local/var/reeve",
  text: propertyList,
  isOf: (all, state) => all.includes(text(`--state=${state}`)),
  start: async (name, place) => {
    await place.run(["launchctl", "bootout", `${domainOf(place)}/${labelOf(name)}`]);
    await place.run(["launchctl", "enable", `${domainOf(place)}/${labelOf(name)}`]);
    await launchctl(place, "bootstrap", domainOf(place), join(place.folder, `${labelOf(name)}.plist`));
  },
  stop: (name, place) => launchctl(place, "bootout", `${domainOf(place)}/${labelOf(name)}`),
  remove: (name, place) => launchctl(place, "bootout", `${domainOf(place)}/${labelOf(name)}`),
  reload: async () => undefined,
  state: async (name, place) => {
    const { code, output } = await place.run(["launchctl", "print", `${domainOf(place)}/${labelOf(name)}`]);
    return code === 0 ? (/^\s*state = (.+)$/m.exec(output)?.[1] ?? "unknown") : "not loaded";
  },
  isActive: (state) => state === "running",
  hasFailed: (state) => state === "not loaded",
  hints: async (_, { isOfSystem }) =>
    isOfSystem ? [] : ["agents start at the first login; --system makes a daemon, which starts at boot"],
  howToRead: (name, isOfSystem) => `launchctl print ${isOfSystem ? "system" : "gui/$(id -u)"}/${labelOf(name)}`,
};

/**
 * The property list. launchd starts the service again unless it ended with exit code 0, and at most once a minute. It must not end the
 * nodes, which the next service adopts (`AbandonProcessGroup`). A plist has no file of variables, so a shell reads it first.
 */
function propertyList({ name, state, command, variables, environmentFile, user }: Unit): string {
  const program = ["/bin/sh", "-c", 'if [ -r "$0" ]; then set -a; . "$0"; set +a; fi; exec "$@"', environmentFile];
  const errors = join(state, ERRORS_FILE);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    "<!-- Written by Reeve: the flag install of reeve up updates this file, and uninstall removes it. -->",
    '<plist version="1.0">',
    "<dict>",
    ...entry("Label", text(labelOf(name))),
    ...(user === undefined ? [] : entry("UserName", text(user))),
    ...entry("ProgramArguments", ...list([...program, ...command])),
    ...entry("EnvironmentVariables", "<dict>", ...Object.entries(variables).flatMap(([key, value]) => entry(key, text(value))), "</dict>"),
    ...entry("RunAtLoad", "<true/>"),
    ...entry("KeepAlive", "<dict>", ...entry("SuccessfulExit", "<false/>"), "</dict>"),
    ...entry("ThrottleInterval", "<integer>60</integer>"),
    ...entry("ExitTimeOut", "<integer>180</integer>"),
    ...entry("AbandonProcessGroup", "<true/>"),
    ...entry("Umask", `<integer>${0o077}</integer>`),
    ...entry("StandardErrorPath", text(errors)),
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function entry(key: string, ...value: readonly string[]): readonly string[] {
  return [`<key>${escaped(key)}</key>`, ...value];
}

function list(words: readonly string[]): readonly string[] {
  return ["<array>", ...words.map(text), "</array>"];
}

function text(word: string): string {
  return `<string>${escaped(word)}</string>`;
}

function escaped(word: string): string {
  return word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function labelOf(name: string): string {
  return `dev.reeve.${name}`;
}

function domainOf({ isOfSystem }: ManagerPlace): string {
  return isOfSystem ? "system" : `gui/${process.getuid?.() ?? 501}`;
}

async function launchctl(place: ManagerPlace, ...words: readonly string[]): Promise<void> {
  const { code, output } = await place.run(["launchctl", ...words]);
  if (code === 0) return;
  throw new ReeveError("server-failure", `launchctl ${words.join(" ")} failed (${code}): ${output.trim()}`);
}
