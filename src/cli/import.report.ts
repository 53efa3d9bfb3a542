import { importKinds } from '../imports/imports.record.ts'
import { type ImportReport, kindOfFault, type Remark } from '../imports/imports.report.ts'
import type { World } from './command.ts'

/** Prints what an import has done: counts on stdout, everything else on stderr. A mirror only prints what has changed. */
export function printReport(
  world: World,
  report: ImportReport,
  { isDryRun = false, isMirror = false }: { isDryRun?: boolean; isMirror?: boolean },
): void {
  for (const says of report.notes) world.remark(says)
  for (const says of byKind(report.skipped)) world.remark(`Left out: ${says}`)
  for (const says of byKind(report.lost)) world.remark(`Lost: ${says}`)
  for (const says of byKind(report.assumed)) world.remark(`Understood: ${says}`)
  for (const says of byKind(report.renumbered)) world.remark(`Renumbered: ${says}`)
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
export function assertWhole({ skipped }: ImportReport): void {
  if (skipped.length > 0) throw new Error('Not everything was imported.')
}

/** One sentence for each kind of fault, with the places of all records that have it; the first of them is the example. */
function byKind(remarks: readonly Remark[]): string[] {
  const kinds = Map.groupBy(remarks, ({ kind, says }) => `${kind} ${kindOfFault(says)}`)
  return [...kinds.values()].flatMap((same) => {
    const [first, ...others] = same
    if (!first) return []
    if (others.length === 0) return [told(first)]
    const places = same.map(placeOf)
    const shown = places.slice(0, mostPlaces).join(', ')
    const more = places.length > mostPlaces ? `, and ${places.length - mostPlaces} more` : ''
    return [`${same.length} × ${first.kind} (${shown}${more}): ${first.says}`]
  })
}

/** How many places of one kind of fault are shown. */
const mostPlaces = 40

function placeOf({ key, at }: Remark): string {
  return at ?? key
}

function told({ kind, key, at, says }: Remark): string {
  const name = key === '' || key.startsWith('row ') ? '' : `${kind} ${key}: `
  return `${at === undefined ? '' : `${at}: `}${name}${says}`
}
