import { importKinds } from '../../storage/schema/tables.imports.ts'
import {
  type ImportReport,
  kindOfFault,
  type ListedRemark,
  type Remark,
  type RemarkList,
  remarkLists,
} from '../../outward/imports/imports.report.ts'
import type { World } from './command.ts'

/** What stands before the remarks of a list. */
const words: Readonly<Record<RemarkList, string>> = {
  skipped: 'Left out',
  lost: 'Lost',
  assumed: 'Understood',
  renumbered: 'Renumbered',
}

/** How a report is printed. */
interface Printing {
  readonly isDryRun?: boolean
  /** Only what has changed is printed. */
  readonly isMirror?: boolean
  /** All remarks, where the report has but the first of them. */
  readonly remarks?: readonly ListedRemark[] | undefined
}

/** Prints what an import has done: counts on stdout, everything else on stderr. */
export function printReport(
  world: World,
  report: ImportReport,
  { isDryRun = false, isMirror = false, remarks }: Printing,
): void {
  for (const says of [...report.shortfalls, ...report.notes]) world.remark(says)
  for (const list of remarkLists) {
    const told = remarks?.filter((remark) => remark.list === list) ?? report[list]
    for (const says of byKind(told, remarks ? mostOfAll : mostPlaces)) world.remark(`${words[list]}: ${says}`)
  }
  if (!remarks)
    for (const [list, count] of Object.entries(report.untold)) world.remark(`${count} more: ${list}.`)
  if (isDryRun) world.remark('Nothing was written.')
  const counts = importKinds.flatMap((kind) =>
    Object.entries(report.counts[kind])
      .filter(([outcome, count]) => count > 0 && !(isMirror && outcome === 'unchanged'))
      .map(([outcome, count]) => `${kind}\t${outcome}\t${count}`),
  )
  if (isMirror && counts.length === 0) world.remark('Nothing has changed.')
  const changes = Object.entries(report.changes).map(([field, count]) => `${field}\tchanged\t${count}`)
  if (counts.length > 0) world.print([...counts, ...changes].join('\n'))
}

/** Throws a sentence when something was left out, so that the exit status shows it. */
export function assertWhole({ skipped, shortfalls }: ImportReport): void {
  if (skipped.length > 0 || shortfalls.length > 0) throw new Error('Not everything was imported.')
}

/** Throws a sentence when something of records was lost. */
export function assertNothingLost({ lost, untold }: ImportReport): void {
  const count = lost.length + (untold['lost'] ?? 0)
  if (count === 0) return
  const things = count === 1 ? 'One thing that records say was' : `${count} things that records say were`
  throw new Error(
    `${things} lost, as told above; --report FILE lists them. If that is right, --accept-losses says so, and the exit status is 0.`,
  )
}

/** One sentence for each kind of fault, with the places of all records that have it; the first of them is the example. */
function byKind(remarks: readonly Remark[], most: number): string[] {
  const kinds = Map.groupBy(remarks, ({ kind, says }) => `${kind} ${kindOfFault(says)}`)
  return [...kinds.values()].flatMap((same) => {
    const [first, ...others] = same
    if (!first) return []
    if (others.length === 0) return [told(first)]
    const places = same.map(placeOf)
    const shown = places.slice(0, most).join(', ')
    const more = places.length > most ? `, and ${places.length - most} more` : ''
    return [`${same.length} × ${first.kind} (${shown}${more}): ${first.says}`]
  })
}

/** How many places of one kind of fault are shown: where all remarks are known, nearly all; of a file with a million rows, some. */
const mostPlaces = 40
const mostOfAll = 1_000

function placeOf({ key, at }: Remark): string {
  return at ?? key
}

function told({ kind, key, at, says }: Remark): string {
  const name = key === '' || key.startsWith('row ') ? '' : `${kind} ${key}: `
  return `${at === undefined ? '' : `${at}: `}${name}${says}`
}
