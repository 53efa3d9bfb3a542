// What EXDATE leaves out of a series, as it is stored. It asks no database: the thread that reads files loads nothing of one.
import type { ScheduleSaid } from './imports.record.ts'

/** When a series begins and how it repeats, without what EXDATE leaves out: dates that are gone are told by their absence. */
export function withoutExcluded({ recurrence, ...rest }: ScheduleSaid): ScheduleSaid {
  return { ...rest, recurrence: JSON.stringify(linesIn(recurrence).filter((line) => !isExcluding(line))) }
}

/** The lines of a recurrence as it is stored. */
export function linesIn(recurrence: string): string[] {
  // Only this program writes it: always a list of texts.
  return JSON.parse(recurrence) as string[]
}

/** Whether a line leaves out dates. */
export function isExcluding(line: string): boolean {
  return line.startsWith('EXDATE')
}

/** The dates that lines of a recurrence leave out. */
export function excludedIn(lines: readonly string[]): string[] {
  return lines.filter(isExcluding).flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
}
