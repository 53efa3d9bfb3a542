import { settingsTable } from '../../config/config.ts'
import { type Command, usage } from './command.ts'

/** The manual page of these commands, in roff, for section 1. */
export function manualPage(commands: readonly Command[], version: string): string {
  return `${[
    `.TH KALENDS 1 "" "Kalends ${version}" "User Commands"`,
    '.SH NAME',
    'kalends \\- a server for event calendars',
    '.SH SYNOPSIS',
    '.B kalends',
    '.I COMMAND',
    '.SH DESCRIPTION',
    text(
      'Runs a server for event calendars, and works on its calendar. Results go to standard output, everything else to standard error.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(sectionOf),
    '.SH ENVIRONMENT',
    text(
      'Each setting is a variable of the environment, or a line of a file .env in the working folder; with _FILE at its end the name is that of a file whose text is the value.',
    ),
    ...settingsTable().map(settingOf),
    '.SH EXIT STATUS',
    ...term('0', 'Done.'),
    ...term('1', 'Failed.'),
    ...term('2', 'The command line was not understood.'),
    '.SH FILES',
    ...term('.env', 'Settings, in the folder where the command is run; the environment wins.'),
  ].join('\n')}\n`
}

function settingOf({
  name,
  says,
  takes,
  default: standard,
}: ReturnType<typeof settingsTable>[number]): string {
  const whole = `${says} Takes ${takes}. Default: ${standard === '' ? 'empty' : standard}.`
  return term(name, whole).join('\n')
}

function sectionOf(one: Command): string[] {
  return [
    `.SS ${escaped(`kalends ${usage(one)}`)}`,
    text(`${one.summary}.`),
    ...(one.details === undefined ? [] : ['.PP', text(one.details)]),
    ...Object.entries(one.options).flatMap(([name, { value, says }]) =>
      term(value === undefined ? `--${name}` : `--${name} ${value}`, says),
    ),
  ]
}

function term(what: string, says: string): string[] {
  return ['.TP', `.B ${escaped(what)}`, text(says)]
}

/** A text as a line of roff: what stands in backticks is bold. */
function text(says: string): string {
  return escaped(says).replaceAll(/`([^`]+)`/g, '\\fB$1\\fR')
}

/** Signs that roff takes for its own. */
function escaped(says: string): string {
  return says
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/, '\\&')
}
