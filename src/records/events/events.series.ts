import type { Writer } from '../../storage/db/dialect.ts'
import { isText, storedList } from '../../pure/text/stored.ts'
import type { UpdateEvent } from './events.params.ts'
import type { EventRow } from '../rows/event.row.ts'
import { changedFieldsOf } from '../rows/event.row.ts'

/** Fields that say together when an event is. */
const times = ['start_date', 'end_date', 'all_day', 'timezone'] as const
/** The columns that these fields set: those of the start, and those of the end alone. */
const startColumns = ['starts_at', 'all_day', 'timezone', 'start_wall'] as const
const endColumns = ['ends_at', 'end_wall'] as const

/** Fields with a column of their own name, and those whose column has another one. */
const columnOf: Readonly<Partial<Record<keyof UpdateEvent, keyof EventRow>>> = {
  author: 'author_id',
  date: 'date_at',
  date_utc: 'date_at',
  image: 'image_id',
  fields: 'own',
  password: 'password_digest',
}

/** Fields that lead to other records. */
const linked: ReadonlySet<string> = new Set(['venue', 'organizer', 'categories', 'tags'])

/** An occurrence remembers the fields that are changed on it alone: what changes its whole series later leaves them as they are. */
export function rememberedChange(
  stored: EventRow,
  event: EventRow,
  {
    changes,
    relinked = [],
  }: { readonly changes: Partial<UpdateEvent>; readonly relinked?: readonly string[] },
): Partial<Pick<EventRow, 'series_changed'>> {
  if (stored.series_id === null) return {}
  const isOther = (columns: readonly (keyof EventRow)[]) =>
    columns.some((column) => event[column] !== stored[column])
  const changed = (Object.keys(changes) as (keyof UpdateEvent)[]).filter((name) => {
    if (times.some((each) => each === name)) return false
    if (linked.has(name)) return relinked.includes(name)
    return isOther([columnOf[name] ?? (name as keyof EventRow)])
  })
  // An occurrence that is moved is so with its end; one that only lasts another time still begins with its series.
  const isMoved = isOther(startColumns)
  const when = isMoved ? ['start_date', 'end_date'] : isOther(endColumns) ? ['end_date'] : []
  const which = isMoved ? times.filter((name) => name in changes) : []
  // Back from the trash as it was, it is in nothing else than the others.
  const isBack = stored.status === 'trash' && event.status === (stored.status_before ?? 'draft')
  const all = [...new Set([...changedFieldsOf(stored), ...changed, ...which, ...when])]
    .filter((name) => name !== 'status' || !isBack)
    .toSorted()
  return { series_changed: JSON.stringify(all) }
}

/** The series of an occurrence that is removed for good does not have its date any more. */
export async function excludeKey(
  tx: Writer,
  { series_id, series_key }: Pick<EventRow, 'series_id' | 'series_key'>,
): Promise<void> {
  if (series_id === null || series_key === null) return
  const series = await tx
    .selectFrom('series')
    .select('recurrence')
    .where('id', '=', series_id)
    .executeTakeFirst()
  if (!series) return
  const key = series_key.replaceAll(/[-:]/g, '').replace(' ', 'T')
  const lines = storedList('recurrence', series.recurrence, isText)
  // What cannot be read is not made less so.
  if (lines.length === 0) return
  const known = lines.find((line) => line.startsWith('EXDATE:'))
  const changed = known
    ? lines.map((line) => (line === known ? `${line},${key}` : line))
    : [...lines, `EXDATE:${key}`]
  await tx
    .updateTable('series')
    .set({ recurrence: JSON.stringify(changed) })
    .where('id', '=', series_id)
    .execute()
}
