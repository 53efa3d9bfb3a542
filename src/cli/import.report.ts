import { importKinds } from '../imports/imports.record.ts'
import type { ImportReport, Remark } from '../imports/imports.report.ts'
import type { World } from './command.ts'

/** Prints what an import has done: counts on stdout, everything else on stderr. A mirror only prints what has changed. */
export function printReport(
  world: World,
  report: ImportReport,
  { isDryRun = false, isMirror = false }: { isDryRun?: boolean; isMirror?: boolean },
): void {
  for (const says of report.notes) world.remark(says)
  for (const remark of report.skipped) world.remark(`Left out: ${told(remark)}`)
  for (const remark of report.lost) world.remark(`Lost: ${told(remark)}`)
  for (const remark of report.renumbered) world.remark(`Renumbered: ${told(remark)}`)
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

function told({ kind, key, at, says }: Remark): string {
  const name = key === '' ? '' : `${kind} ${key}: `
  return `${at === undefined ? '' : `${at}: `}${name}${says}`
}
