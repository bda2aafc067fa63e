/** What each shell is told. All of them ask `reeve __complete`, which answers a candidate a line: the word, a tab, what it is. */
export const scripts: Readonly<Record<string, string>> = {
  bash: `# reeve completion for bash
_reeve() {
  local candidate word="\${COMP_WORDS[COMP_CWORD]}" words=()
  # Bash takes words apart at = and :, reeve wants them as they were typed.
  if declare -F _get_comp_words_by_ref > /dev/null; then
    local cur words cword
    _get_comp_words_by_ref -n =: cur words cword
    word="$cur"
  else
    words=("\${COMP_WORDS[@]}")
    local cword=$COMP_CWORD
  fi
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    case "$candidate" in
      :files) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
      *,) compopt -o nospace 2> /dev/null ;;
    esac
    COMPREPLY+=("$(printf '%q' "$candidate")")
  done < <(reeve __complete "\${words[@]:1:cword}" 2> /dev/null)
  declare -F __ltrim_colon_completions > /dev/null && __ltrim_colon_completions "$word"
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
};
