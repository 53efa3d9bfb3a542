import { type Completed, groupsOf, isGroup, quoted, type Values } from './completion.words.ts'

/** A function for `complete -F`. */
export function bashCompletion(commands: readonly Completed[]): string {
  const groups = groupsOf(commands)
  const first = [...groups.keys(), 'help', '--help', '--version']
  const several = [...groups].filter(([, each]) => isGroup(each))
  return `# Completes command lines of kalends in bash; written by “kalends completion bash”.
_kalends_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_kalends_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}
_kalends() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" first=2 valued='' options='' at=0 index word
  COMPREPLY=()
  if [ "$cur" = '=' ]; then cur=''
  elif [ "$prev" = '=' ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then _kalends_words ${quoted(first.join(' '))}; return; fi
  case "$command" in
${several
  .map(
    ([name, each]) => `    ${name}) command="$command \${COMP_WORDS[2]}"; first=3
      if [ "$COMP_CWORD" -eq 2 ]; then _kalends_words ${quoted(each.map(({ words }) => words[1]).join(' '))}; return; fi ;;`,
  )
  .join('\n')}
  esac
  case "$command $prev" in
${commands.flatMap(valuesOfOptions).join('\n')}
  esac
  case "$command" in
${commands.map(optionsOf).join('\n')}
  esac
  if [ "\${cur:0:1}" = '-' ]; then _kalends_words "$options --help"; return; fi
  for ((index = first; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case " $valued " in *" $word "*) index=$((index + 1)) ;; *) case "$word" in -*) ;; *) at=$((at + 1)) ;; esac ;; esac
  done
  case "$command $at" in
${commands.flatMap(valuesOfArguments).join('\n')}
  esac
}
complete -F _kalends kalends
`
}

function valuesOfOptions({ words, options }: Completed): string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map(({ name, values }) => `    ${quoted(`${words.join(' ')} ${name}`)}) ${offer(values)}return ;;`)
}

function optionsOf({ words, options }: Completed): string {
  const valued = options.filter(({ value }) => value !== undefined).map(({ name }) => name)
  const all = options.map(({ name }) => name)
  return `    ${quoted(words.join(' '))}) options=${quoted(all.join(' '))} valued=${quoted(valued.join(' '))} ;;`
}

function valuesOfArguments({ words, arguments: names }: Completed): string[] {
  return names.flatMap(({ values }, index) =>
    values === undefined ? [] : [`    ${quoted(`${words.join(' ')} ${index}`)}) ${offer(values)}return ;;`],
  )
}

function offer(values: Values): string {
  if (values === undefined) return ''
  return values === 'files' ? '_kalends_files; ' : `_kalends_words ${quoted(values.join(' '))}; `
}
