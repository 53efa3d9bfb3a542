import { briefly, type Completed, groupsOf, isGroup, quoted, type Values } from './completion.words.ts'

/** Lines of `complete -c`, with two functions that tell where on the command line somebody is. */
export function fishCompletion(commands: readonly Completed[]): string {
  const lines = [...groupsOf(commands)].flatMap(([name, each]) => wordsOf(name, each))
  return `# Completes command lines of kalends in fish; written by “kalends completion fish”.
function __kalends_begins
    set -l words (commandline -opc)[2..-1]
    set -l most (count $argv)
    test (count $words) -ge $most; or return 1
    test $most -eq 0; or test "$words[1..$most]" = "$argv"
end
function __kalends_at
    __kalends_begins $argv[2..-1]; or return 1
    set -l words (commandline -opc)[2..-1]
    set -l given (string match -v -- '-*' $words)
    test (count $given) -eq (math $argv[1] + (count $argv[2..-1]))
end
complete -c kalends -f
complete -c kalends -n '__kalends_at 0' -l help -d 'Tell of the commands'
complete -c kalends -n '__kalends_at 0' -l version -d 'Print the version'
${[word([], 'help', 'Tell of a command'), ...lines, ...commands.flatMap(linesOf)].join('\n')}
`
}

function wordsOf(name: string, each: readonly Completed[]): string[] {
  if (!isGroup(each)) return [word([], name, each[0]?.says ?? '')]
  const following = each.map(({ words, says }) => word([name], words[1] ?? '', says))
  return [word([], name, each.map(({ words }) => words[1]).join(', ')), ...following]
}

function word(before: readonly string[], next: string, says: string): string {
  return `${when(['__kalends_at', '0', ...before])} -a ${next} -d ${quoted(briefly(says))}`
}

function linesOf({ words, arguments: names, options }: Completed): string[] {
  return [
    ...options.map(
      ({ name, says, value, values }) =>
        `${when(['__kalends_begins', ...words])} -l ${name.slice(2)}${value === undefined ? '' : taken(values)} -d ${quoted(briefly(says))}`,
    ),
    `${when(['__kalends_begins', ...words])} -l help -d 'Tell of this command'`,
    ...names.flatMap(({ values }, index) => {
      const place = when(['__kalends_at', String(index), ...words])
      if (values === undefined) return []
      return [values === 'files' ? `${place} -F` : `${place} -a ${quoted(values.join(' '))}`]
    }),
  ]
}

/** A value is needed; files are offered where it is one. */
function taken(values: Values): string {
  if (values === 'files') return ' -r -F'
  return values === undefined ? ' -x' : ` -x -a ${quoted(values.join(' '))}`
}

function when(condition: readonly string[]): string {
  return `complete -c kalends -n ${quoted(condition.join(' '))}`
}
