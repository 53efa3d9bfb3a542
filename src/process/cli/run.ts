import { BadSettings, settingsTable } from '../../config/config.ts'
import { backupCommands } from './backup.ts'
import { BadUsage, type Command, readWords, Undecided, usage, type World } from './command.ts'
import { completionCommands } from './completion.ts'
import { compareCommands } from './compare.ts'
import { copyCommands } from './copy.ts'
import { credentialCommands } from './credentials.ts'
import { demoCommands } from './demo.ts'
import { exportCommands } from './export.ts'
import { fieldCommands } from './fields.ts'
import { importCommands } from './import.ts'
import { mailCommands } from './mail.ts'
import { mcpCommands } from './mcp.ts'
import { mediaCommands } from './media.ts'
import { migrateCommands } from './migrate.ts'
import { serviceCommands } from './service.ts'
import { letterCommands } from './letters.ts'
import { guestCommands } from './guests.ts'
import { submissionCommands } from './submissions.ts'
import { userCommands } from './users.ts'
import { asksForVersion } from './version.ts'
import { webhookCommands } from './webhooks.ts'
import { nearest } from '../../pure/text/nearestWords.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** Every command there is, in the order of the help. */
export const commands: readonly Command[] = [
  ...serviceCommands,
  ...migrateCommands,
  ...userCommands,
  ...credentialCommands,
  ...mailCommands,
  ...fieldCommands,
  ...webhookCommands,
  ...submissionCommands,
  ...guestCommands,
  ...letterCommands,
  ...mediaCommands,
  ...backupCommands,
  ...copyCommands,
  ...demoCommands,
  ...exportCommands,
  ...importCommands,
  ...compareCommands,
  ...mcpCommands,
  ...completionCommands(() => commands),
]

/** The exit status of the process. */
const exitStatus = { done: 0, failed: 1, misunderstood: 2 } as const

/** Runs a command line; answers the exit status. Errors are written to stderr, in sentences. */
export async function runCommandLine(world: World, words: readonly string[]): Promise<number> {
  try {
    await run(world, words[0] === 'help' ? [...words.slice(1), '--help'] : words)
    return exitStatus.done
  } catch (error) {
    for (const sentence of complaints(error)) world.remark(`kalends: ${sentence}`)
    return error instanceof BadUsage || error instanceof Undecided
      ? exitStatus.misunderstood
      : exitStatus.failed
  }
}

async function run(world: World, words: readonly string[]): Promise<void> {
  const chosen = commands.find(({ name }) => startsWith(words, name))
  const named = words.filter((word) => !word.startsWith('-'))
  if (chosen) {
    const rest = words.slice(chosen.name.split(' ').length)
    if (asksForHelp(rest)) return world.print(helpOf(chosen))
    return runCommand(world, chosen, rest)
  }
  const group = commands.filter(({ name }) => named.length > 0 && name.startsWith(`${named[0]} `))
  if (asksForHelp(words) && (named.length === 0 || (group.length > 0 && named.length === 1))) {
    return world.print(group.length > 0 ? overview(group) : wholeHelp())
  }
  if (asksForVersion(words)) return world.print(world.version())
  throw new BadUsage(unknown(named, group))
}

async function runCommand(world: World, chosen: Command, words: readonly string[]): Promise<void> {
  try {
    // `readWords` answers what the command declares, which is what its `run` takes.
    await chosen.run(world, readWords(chosen, words) as never)
  } catch (error) {
    if (!(error instanceof BadUsage)) throw error
    throw new BadUsage(`${error.message}\nUsage: kalends ${usage(chosen)}`, { cause: error })
  }
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, index) => words[index] === word)
}

/** Whether the words ask for help; words after `--` are arguments. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

function unknown(named: readonly string[], group: readonly Command[]): string {
  const [first = '', second] = named
  if (first === '') return 'Say what to do: “kalends --help” lists the commands.'
  if (group.length === 0) return noCommand(first, second)
  const known = group.flatMap(({ name }) => name.split(' ')[1] ?? [])
  if (second === undefined) return `“${first}” takes one of: ${known.join(', ')}.`
  const meant = nearest(second, known)
  return `“${first}” takes one of ${known.join(', ')}, not “${second}”.${meant ? ` Did you mean “${first} ${meant}”?` : ''}`
}

/** Of a command of two words the first may be what is wrong, or they are one with a dash between them. */
function noCommand(first: string, second = ''): string {
  const names = commands.map(({ name }) => name)
  const whole = nearest(`${first} ${second}`.trim().replaceAll('-', ' '), names)
  const word = nearest(first, [...new Set(names.map((name) => name.split(' ', 1)[0] ?? ''))])
  const meant = whole ?? word
  return `There is no command “${first}”: “kalends --help” lists them.${meant ? ` Did you mean “${meant}”?` : ''}`
}

function complaints(error: unknown): readonly string[] {
  if (error instanceof BadSettings) return error.problems
  return [messageOf(error)]
}

const descriptionColumn = 30

function wholeHelp(): string {
  return [
    'Kalends, a server for event calendars.',
    '',
    'Usage: kalends COMMAND',
    '',
    'Commands:',
    overview(commands),
    '',
    '“kalends COMMAND --help” tells more about one; “kalends --version” prints the version.',
    '',
    'Settings (environment variables, or lines of a file .env; “kalends config --markdown” explains them):',
    ...settingsTable().map(({ name, default: standard }) => `  ${name.padEnd(descriptionColumn)}${standard}`),
    '',
    'Results go to stdout, everything else to stderr. Exit status: 0 done, 1 failed, 2 command line not understood.',
  ].join('\n')
}

function overview(some: readonly Command[]): string {
  const lines = some.map((each) => ({
    line: [each.name, ...each.arguments].join(' ').replaceAll('?', ''),
    says: each.summary,
  }))
  return aligned(lines)
}

function helpOf(one: Command): string {
  const below = commands.filter(({ name }) => name.startsWith(`${one.name} `))
  const options = Object.entries(one.options).map(([name, { value, says }]) => ({
    line: value === undefined ? `--${name}` : `--${name} ${value}`,
    says,
  }))
  return [
    `Usage: kalends ${usage(one)}`,
    '',
    `${one.summary}.`,
    ...(one.details === undefined ? [] : ['', one.details]),
    ...(options.length === 0 ? [] : ['', 'Options:', aligned(options)]),
    ...(below.length === 0 ? [] : ['', 'Commands:', overview(below)]),
  ].join('\n')
}

function aligned(lines: readonly { line: string; says: string }[]): string {
  return lines.map(({ line, says }) => `  ${columnOf(line)}${says}`).join('\n')
}

/** A line in its column; if it is too long, its description begins on the next line. */
function columnOf(line: string): string {
  return line.length < descriptionColumn
    ? line.padEnd(descriptionColumn)
    : `${line}\n  ${' '.repeat(descriptionColumn)}`
}
