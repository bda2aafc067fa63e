import { basename, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { END_FILE } from "../state/last-end.ts";
import type { Manager, ManagerPlace, Unit } from "./unit.ts";

const SYSTEM_STATE = "/var/lib/reeve";

/** Runs units with systemd, for the user or for the system. */
export const systemd: Manager = {
  title: "systemd",
  folder: ({ env, home }, isOfSystem) =>
    isOfSystem ? "/etc/systemd/system" : join(env.XDG_CONFIG_HOME || join(home, ".config"), "systemd", "user"),
  file: (name) => `${name}.service`,
  systemState: SYSTEM_STATE,
  text: unitText,
  isOf: (text, state) => text.includes(`${descriptionOf(state)}\n`),
  start: async (name, place) => {
    await systemctl(place, "daemon-reload");
    await systemctl(place, "enable", `${name}.service`);
    // After too many failures, systemd would refuse to start the unit.
    await place.run(commandOf(place, "reset-failed", `${name}.service`));
    await systemctl(place, "restart", `${name}.service`);
  },
  stop: (name, place) => systemctl(place, "stop", `${name}.service`),
  remove: (name, place) => systemctl(place, "disable", "--now", `${name}.service`),
  reload: (place) => systemctl(place, "daemon-reload"),
  state: async (name, place) => (await place.run(commandOf(place, "is-active", `${name}.service`))).output.trim() || "unknown",
  isActive: (state) => state === "active",
  hasFailed: (state) => state === "failed" || state === "inactive",
  hints: async (user, place) => {
    if (place.isOfSystem) return [];
    const { output } = await place.run(["loginctl", "show-user", user, "--property=Linger", "--value"]);
    if (output.trim() === "yes") return [];
    return [
      `units of a user start at the first login and end at the last logout; so that this one starts at boot: loginctl enable-linger ${user}`,
    ];
  },
  howToRead: (name, isOfSystem) => `journalctl ${isOfSystem ? "" : "--user "}--unit ${name}.service`,
};

/**
 * The unit. After a crash only the service itself is started again, because it adopts its nodes, which still run. So systemd must neither
 * end these nodes (`KillMode`) nor end the service if a node runs out of memory (`OOMPolicy`). A definition that is refused, exit code 2,
 * is not tried again, and other failures not without end (`StartLimit`).
 */
function unitText({ state, command, variables, environmentFile, isOfSystem, user }: Unit): string {
  const [program = "", ...words] = command;
  const endOf = '[ "$EXIT_STATUS" = 0 ] || echo "$INVOCATION_ID $SERVICE_RESULT $EXIT_STATUS" > "$0"';
  return [
    "# Written by reeve up --install, which also updates it; reeve up --uninstall removes it.",
    "[Unit]",
    descriptionOf(state),
    ...(isOfSystem ? ["Wants=network-online.target", "After=network-online.target"] : []),
    "StartLimitIntervalSec=300",
    "StartLimitBurst=5",
    "",
    "[Service]",
    "Type=exec",
    ...(user === undefined ? [] : [`User=${user}`]),
    // systemd creates this folder for the user.
    ...(state === SYSTEM_STATE ? [`StateDirectory=${basename(SYSTEM_STATE)}`, "StateDirectoryMode=0700"] : []),
    ...Object.entries(variables).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    `EnvironmentFile=-${plainText(environmentFile)}`,
    `ExecStart=:${[program, ...words].map(quoted).join(" ")}`,
    "ExecReload=/bin/kill -HUP $MAINPID",
    `ExecStopPost=:-/bin/sh -c ${quoted(endOf)} ${quoted(join(state, END_FILE))}`,
    "UMask=0077",
    "Restart=on-failure",
    "RestartSec=5",
    "RestartPreventExitStatus=2",
    "TimeoutStartSec=120",
    "TimeoutStopSec=180",
    "KillMode=process",
    "OOMPolicy=continue",
    "TasksMax=infinity",
    "",
    "[Install]",
    `WantedBy=${isOfSystem ? "multi-user.target" : "default.target"}`,
    "",
  ].join("\n");
}

function descriptionOf(state: string): string {
  return `Description=${plainText(`Reeve, with the state in ${state}`)}`;
}

/** Quotes a word. systemd itself replaces `%`, and reads escapes as in C. */
function quoted(word: string): string {
  const escaped = word.replace(/[\\"]/g, (each) => `\\${each}`).replaceAll("%", "%%");
  return `"${escaped.replace(/[\p{Cc}]/gu, (each) => `\\x${(each.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`)}"`;
}

/** A text that systemd takes as it is, except for `%`; a line break would begin another setting. */
function plainText(text: string): string {
  return text.replaceAll("%", "%%").replace(/[\p{Cc}]/gu, " ");
}

function commandOf({ isOfSystem }: ManagerPlace, ...words: readonly string[]): readonly string[] {
  return ["systemctl", ...(isOfSystem ? [] : ["--user"]), ...words];
}

async function systemctl(place: ManagerPlace, ...words: readonly string[]): Promise<void> {
  const command = commandOf(place, ...words);
  const { code, output } = await place.run(command);
  if (code === 0) return;
  const advice = place.isOfSystem ? "" : "; without a session of the user, give --system";
  throw new ReeveError("server-failure", `${command.join(" ")} failed (${code}): ${output.trim()}${advice}`);
}
