// What EXDATE leaves out of a series, as it is stored. It asks no database: the thread that reads files loads nothing of one.
import { isText, storedList } from '../../pure/text/stored.ts'
import type { ScheduleSaid } from './imports.record.ts'

/** When a series begins and how it repeats, without what EXDATE leaves out: dates that are gone are told by their absence. */
export function withoutExcluded({ recurrence, ...rest }: ScheduleSaid): ScheduleSaid {
  return { ...rest, recurrence: JSON.stringify(linesIn(recurrence).filter((line) => !isExcluding(line))) }
}

/** The lines of a recurrence as it is stored. */
export function linesIn(recurrence: string): string[] {
  return storedList('recurrence', recurrence, isText)
}

/** Whether a line leaves out dates. */
export function isExcluding(line: string): boolean {
  return line.startsWith('EXDATE')
}

/** The dates that lines of a recurrence leave out. */
export function excludedIn(lines: readonly string[]): string[] {
  return lines.filter(isExcluding).flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
}
