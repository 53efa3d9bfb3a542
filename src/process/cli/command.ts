import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config, Environment } from '../../config/config.ts'
import { nearest } from '../../pure/text/nearestWords.ts'

/** Everything of the process that a command uses. */
export interface World {
  readonly environment: Environment
  /** Where the names of files begin that do not begin at the root. */
  readonly directory: string
  readonly now: () => Temporal.Instant
  /** Whether stdout is a terminal, so that a person reads it rather than a program. */
  readonly isTerminal: boolean
  /** Results, on stdout. */
  readonly print: (text: string) => void
  /** Results of any length, piece by piece, on stdout: resolves when there is room for more. */
  readonly write: (text: string) => Promise<void>
  /** Progress and remarks, on stderr. */
  readonly remark: (text: string) => void
  /** Progress that overwrites itself, on stderr; only where that is a terminal. */
  readonly overwrite?: (line: string) => void
  readonly version: () => string
  /** Asks a person for something that is not shown while it is typed; absent where nobody is at a terminal. */
  readonly askHidden?: (question: string) => Promise<string>
  /**
   * Does what leaves something unfinished behind unless it comes to an end of its own: asked to stop, the process tells the work,
   * and ends as it was asked to when that has thrown. Asked again, it ends at once.
   */
  readonly interruptible: <Result>(work: (stopped: AbortSignal) => Promise<Result>) => Promise<Result>
  /** Lets so many milliseconds pass. */
  readonly pause: (time_ms: number) => Promise<unknown>
  /** Runs the service until it is stopped. */
  readonly serve: (config: Config) => Promise<void>
}

/** The whole name of a file or folder that a command line names. */
export function pathIn({ directory }: World, name: string): string {
  return resolve(directory, name)
}

/** An option of a command: `--name VALUE`, or a switch. */
export interface Option {
  /** The name of the value in the help; without it the option is a switch. */
  readonly value?: string
  readonly required?: boolean
  readonly says: string
}

type Options = Readonly<Record<string, Option>>

/** The names of arguments, which are required unless their name ends in `?`. */
type Arguments = readonly string[]

type ArgumentValues<Names extends Arguments> = {
  readonly [Name in Names[number] as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string
}

type OptionValues<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name] extends { value: string }
    ? Of[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean
}

/** A command: its words, and what its help and parsing its command line need. */
export interface Command {
  readonly name: string
  readonly arguments: Arguments
  readonly options: Options
  readonly summary: string
  /** Further sentences for its own help. */
  readonly details?: string
  /** Runs the command. It loads its own modules, so that other commands start without them. */
  readonly run: (world: World, given: never) => Promise<void>
}

/** Declares a command, so that `run` is given exactly the arguments and options declared. */
export function command<const Names extends Arguments, const Of extends Options>(
  declared: Omit<Command, 'arguments' | 'options' | 'run'> & {
    arguments: Names
    options: Of
    run: (world: World, given: ArgumentValues<Names> & OptionValues<Of>) => Promise<void>
  },
): Command {
  return declared
}

/** Thrown for a command line that is not valid, with a sentence that says why. Exit status 2. */
export class BadUsage extends Error {
  override readonly name = 'BadUsage'
}

/** Thrown where a question could not be answered either way, with the sentence of its cause. Exit status 2. */
export class Undecided extends Error {
  override readonly name = 'Undecided'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Parses the words after the command’s name; throws {@link BadUsage} for unknown and missing ones. */
export function readWords(
  to: Command,
  words: readonly string[],
): Record<string, string | boolean | undefined> {
  const { values, positionals } = parse(to, words)
  const missing = [
    ...to.arguments.filter((name) => !name.endsWith('?')).slice(positionals.length),
    ...Object.entries(to.options)
      .filter(([name, { required }]) => required === true && values[name] === undefined)
      .map(([name]) => `--${name}`),
  ]
  if (missing.length > 0)
    throw new BadUsage(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  const extra = positionals[to.arguments.length]
  if (extra !== undefined)
    throw new BadUsage(`“${extra}” is one word too many. Put quotes around a text with blanks.`)
  const given = to.arguments.map((name, index) => [name.replace('?', ''), positionals[index]] as const)
  return { ...values, ...Object.fromEntries(given) }
}

/** The command as it is written, such as `user role LOGIN ROLE`. */
export function usage({ name, arguments: names, options }: Command): string {
  const words = names.map((word) => (word.endsWith('?') ? `[${word.slice(0, -1)}]` : word))
  const switches = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`
    return required ? text : `[${text}]`
  })
  return [name, ...words, ...switches].join(' ')
}

function parse(to: Command, words: readonly string[]) {
  const options = Object.entries(to.options).map(([name, { value }]) => {
    // A missing switch is off.
    return [
      name,
      value === undefined ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
    ] as const
  })
  try {
    return parseArgs({ args: [...words], options: Object.fromEntries(options), allowPositionals: true })
  } catch (error) {
    const sentence = error instanceof Error ? firstSentence(error.message) : String(error)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1] ?? ''
    const meant = nearest(unknown, Object.keys(to.options))
    throw new BadUsage(meant === undefined ? sentence : `${sentence} Did you mean --${meant}?`)
  }
}

/** The first sentence of an error of Node, which goes on to explain arguments that begin with a dash. */
function firstSentence(message: string): string {
  const [sentence = message] = message.split(/(?:\. |\n)/, 1)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
