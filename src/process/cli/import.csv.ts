import { writeFile } from 'node:fs/promises'
import { plainRow } from '../../outward/feeds/csv.ts'
import type { ListedRemark } from '../../outward/imports/imports.report.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { BadUsage, pathIn, type World } from './command.ts'

/** What happened, by the list that a remark is in, where no value says it. */
const outcomes: Readonly<Record<ListedRemark['list'], string>> = {
  skipped: 'left out',
  lost: 'lost',
  assumed: 'understood otherwise',
  renumbered: 'another ID',
}

/** The columns of a report on what did not come along. */
const columns = {
  kind: ({ kind }) => kind,
  id: ({ key }) => key,
  title: ({ title = '' }) => title,
  field: ({ list, field = '' }) => field || (list === 'renumbered' ? 'id' : ''),
  what: ({ list, what = '' }) => what || outcomes[list],
  why: ({ says, why = says }) => why,
} as const satisfies Record<string, (remark: ListedRemark) => string>

/** The remarks as a table with a header row. */
function remarksAsCsv(remarks: readonly ListedRemark[]): string {
  const rows = remarks.map((remark) => Object.values(columns).map((cell) => cell(remark)))
  return [Object.keys(columns), ...rows].map((row) => plainRow(row)).join('')
}

/** Writes the report into a file. Throws {@link BadUsage} when it cannot be written. */
export async function writeRemarks(
  world: World,
  file: string,
  remarks: readonly ListedRemark[],
): Promise<void> {
  try {
    await writeFile(pathIn(world, file), remarksAsCsv(remarks))
  } catch (error) {
    throw new BadUsage(`The report cannot be written to ${file}: ${messageOf(error)}.`, { cause: error })
  }
}
