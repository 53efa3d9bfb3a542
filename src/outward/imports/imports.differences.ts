import type { ImportContext, ImportOptions } from './imports.options.ts'
import { differing } from './imports.compare.ts'
import { findEdited } from './imports.edits.query.ts'
import { nameOf } from './imports.keys.ts'
import type { Planned } from './imports.planned.ts'
import type { FieldChange } from './imports.report.ts'

/** How many a report has: nobody reads more. */
const most = 200

/** How much of a text is told, in characters. */
const longest = 300

/** Adds what would become of records that are here already to the list of a dry run. */
export async function addDifferences(
  differences: FieldChange[],
  write: readonly Planned[],
  {
    context,
    sourceId,
    options,
  }: {
    readonly context: ImportContext
    readonly sourceId: number | undefined
    readonly options: ImportOptions
  },
): Promise<void> {
  const known = new Map(
    write.flatMap((one) =>
      one.id === undefined ? [] : [[nameOf(one.record), { ...one, id: one.id }] as const],
    ),
  )
  if (known.size === 0 || differences.length >= most) return
  const { db, siteZone } = context
  const comparing = { siteZone, now: options.now(), home: options.home ?? '' }
  const met: Omit<FieldChange, 'edited'>[] = []
  for await (const { kind, id: key, title, field, there, here } of differing(
    db.read,
    [...known.values()],
    sourceId,
    comparing,
  )) {
    const found = known.get(nameOf({ kind, key }))
    if (!found || field === '') continue
    const { at } = found.record
    const text = { from: shown(field, here), to: shown(field, there) }
    met.push({ kind, key, ...(at === undefined ? {} : { at }), title, id: found.id, field, ...text })
    if (differences.length + met.length >= most) break
  }
  const edited = await findEdited(db.read, met)
  for (const one of met) differences.push({ ...one, edited: edited.has(one) })
}

/** Columns of links to other records, whose ids say nothing to anybody. */
const links: ReadonlySet<string> = new Set(['venues', 'organizers', 'terms', 'image_id', 'parent'])

/** A value as people read it: lists by their members. */
function shown(field: string, value: string): string {
  if (links.has(field)) return ''
  const list = value.startsWith('["') ? (JSON.parse(value) as readonly string[]).join(', ') : value
  return list.slice(0, longest)
}
