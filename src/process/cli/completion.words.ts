/** What may stand where the help has a name in capitals: words to choose from, a file, or what only the user knows. */
export type Values = readonly string[] | 'files' | undefined

/** A command as shells are told of it. */
export interface Completed {
  readonly words: readonly string[]
  readonly says: string
  readonly arguments: readonly { readonly name: string; readonly values: Values }[]
  readonly options: readonly {
    readonly name: string
    readonly says: string
    /** The name of its value; a switch has none. */
    readonly value: string | undefined
    readonly values: Values
  }[]
}

/** The first words of commands with what may follow each: of a command of one word nothing. */
export function groupsOf(commands: readonly Completed[]): ReadonlyMap<string, readonly Completed[]> {
  return Map.groupBy(commands, ({ words }) => words[0] ?? '')
}

/** Whether the commands of a group have a second word. */
export function isGroup(commands: readonly Completed[]): boolean {
  return commands.every(({ words }) => words.length > 1)
}

/** A text in single quotes, as all three shells take it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}

/** The first sentence of what is said of something, which is all that a list of completions has room for. */
export function briefly(text: string): string {
  return (text.split(/[.;:](?: |$)/, 1)[0] ?? text).slice(0, 100)
}
