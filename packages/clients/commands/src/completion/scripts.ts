/**
 * The completion script of each shell. All of them run `reeve __complete`, which prints one completion per line: the word, a tab, its
 * description.
 */
export const scripts: Readonly<Record<string, string>> = {
  bash: `# reeve completion for bash
_reeve() {
  local line="\${COMP_LINE:0:COMP_POINT}" breaks="\${COMP_WORDBREAKS//[^=:]/}" kept="" words=() word candidate
  # Bash splits words at = and :, but reeve needs the words as typed.
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  word="\${words[\${#words[@]}-1]}"
  # Bash replaces only the text after the last = or :, so the text before it is removed from each completion.
  [[ -n "$breaks" ]] && kept="\${word%"\${word##*[$breaks]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    case "$candidate" in
      :files)
        compopt -o filenames 2> /dev/null
        while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "\${word#"$kept"}")
        return
        ;;
      *[,=]) compopt -o nospace 2> /dev/null ;;
    esac
    COMPREPLY+=("$(printf '%q' "\${candidate#"$kept"}")")
  done < <(reeve __complete "\${words[@]:1}" 2> /dev/null)
  return 0
}
complete -F _reeve reeve
`,
  zsh: `#compdef reeve
_reeve() {
  local -a candidates
  local line word
  while IFS= read -r line; do
    word="\${line%%$'\\t'*}"
    if [[ "$word" == ":files" ]]; then _files; return; fi
    candidates+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done < <(reeve __complete "\${(@)words[2,CURRENT]}" 2> /dev/null)
  _describe 'reeve' candidates
}
if [[ "$funcstack[1]" == "_reeve" ]]; then _reeve "$@"; else compdef _reeve reeve; fi
`,
  fish: `# reeve completion for fish
function __reeve_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in (reeve __complete $words[2..-1] 2> /dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c reeve -f -a '(__reeve_complete)'
`,
  powershell: `# reeve completion for PowerShell
Register-ArgumentCompleter -Native -CommandName reeve -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  # Before 7.3 PowerShell passes an empty word on only if it is quoted.
  if ($wordToComplete -eq '') { $words += $(if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }) }
  foreach ($line in (& reeve __complete @words 2> $null)) {
    $word, $about = $line -split "\`t", 2
    # Without results PowerShell completes files.
    if ($word -eq ':files') { return }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $(if ($about) { $about } else { $word }))
  }
}
`,
};
