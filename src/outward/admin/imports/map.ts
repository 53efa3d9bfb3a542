import type { Preview } from './asks.ts'

/** What a map gives a column that is to be left out. */
const leftOut = 'none'

/** The map that says what the reader has chosen beyond what was guessed. */
export function mapOf(chosen: ReadonlyMap<string, string>): string {
  return [...chosen].map(([header, field]) => `${header}=${field === '' ? leftOut : field}`).join(',')
}

/** What was chosen, as a map says it. */
export function chosenIn(map: string): ReadonlyMap<string, string> {
  const pairs = map.split(',').map((pair) => pair.split('=') as [header: string, field?: string])
  return new Map(
    pairs.flatMap(([header, field = '']) =>
      header === '' ? [] : [[header, field === leftOut ? '' : field] as const],
    ),
  )
}

/** What columns are called that hold what the service calls by another name. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  start_date: ['start', 'date'],
  end_date: ['end'],
}

/** The column that a fault is about, as its sentence names it: “Its start_date must be …”; else the first. */
export function wrongColumn(columns: Preview['columns'], fault: string): number {
  const [, name = ''] = /^Its (\w+) /.exec(fault) ?? []
  const names = new Set<string>([name, ...(alsoCalled[name] ?? [])])
  return Math.max(
    0,
    columns.findIndex(({ field }) => field !== null && names.has(field)),
  )
}
