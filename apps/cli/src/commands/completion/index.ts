import { type Command, notOneOf, scripts, wordOf } from "@reeve/commands";

const shells = Object.keys(scripts);

/** Prints a completion script for a shell. */
export const completion: Command = {
  name: "completion",
  summary: "Print the script that makes your shell complete commands, flags and names from the cluster",
  about: `For bash put  eval "$(reeve completion bash)"  into ~/.bashrc; for zsh  eval "$(reeve completion zsh)"  into ~/.zshrc after compinit; for fish  reeve completion fish | source  into ~/.config/fish/config.fish; for PowerShell (not tested)  reeve completion powershell | Out-String | Invoke-Expression  into $PROFILE.`,
  examples: ["completion bash", "completion zsh", "completion fish", "completion powershell"],
  positionals: [{ name: "shell", summary: shells.join(", "), required: true, offers: { words: shells } }],
  effect: "read",
  run: async (input, { terminal }) => {
    const shell = wordOf(input, "shell") ?? "";
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script !== undefined) return terminal.results.write(script);
    throw notOneOf("<shell>", shells, shell);
  },
};
