import { briefly, type Completed, groupsOf, isGroup, quoted, type Values } from './completion.words.ts'

/** A file for a folder of `$fpath`, or to be read by `source`. */
export function zshCompletion(commands: readonly Completed[]): string {
  const groups = [...groupsOf(commands)]
  const several = groups.filter(([, each]) => isGroup(each))
  const first = groups.map(([name, each]) =>
    described(name, isGroup(each) ? each.map(({ words }) => words[1]).join(', ') : (each[0]?.says ?? '')),
  )
  return `#compdef kalends
# Completes command lines of kalends in zsh; written by “kalends completion zsh”.
_kalends() {
  local -a some
  if (( CURRENT == 2 )); then
    some=(
${[...first, described('help', 'Tell of a command')].map((line) => `      ${line}`).join('\n')}
    )
    _describe -t commands command some
    _arguments '--help[Tell of the commands]' '--version[Print the version]'
    return
  fi
  local command=$words[2]
  case $command in
${several
  .map(
    ([name, each]) => `    (${name})
      if (( CURRENT == 3 )); then
        some=(
${each.map(({ words, says }) => `          ${described(words[1] ?? '', says)}`).join('\n')}
        )
        _describe -t commands command some
        return
      fi
      command="$command $words[3]"
      shift words
      (( CURRENT-- ))
      ;;`,
  )
  .join('\n')}
  esac
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(argumentsOf).join('\n')}
  esac
}
if [[ $funcstack[1] == _kalends ]]; then _kalends "$@"; else compdef _kalends kalends; fi
`
}

function argumentsOf({ words, arguments: names, options }: Completed): string {
  const specs = [
    ...options.map(({ name, says, value, values }) =>
      value === undefined
        ? `${name}[${escaped(briefly(says))}]`
        : `${name}=[${escaped(briefly(says))}]:${escaped(value)}:${action(values)}`,
    ),
    '--help[Tell of this command]',
    ...names.map(({ name, values }, index) => `${index + 1}:${escaped(name)}:${action(values)}`),
  ]
  return `    (${quoted(words.join(' '))}) _arguments ${specs.map(quoted).join(' ')} ;;`
}

function action(values: Values): string {
  if (values === undefined) return ' '
  return values === 'files' ? '_files' : `(${values.join(' ')})`
}

function described(word: string, says: string): string {
  return quoted(`${word}:${briefly(says)}`)
}

/** Colons and brackets part what is said of an argument. */
function escaped(text: string): string {
  return text.replaceAll(/[:[\]\\]/g, (sign) => `\\${sign}`)
}
