import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import type { Planning } from './imports.planned.ts'
import { type DateHere, isChanged, type PlannedSeries } from './imports.plannedSeries.ts'
import type { ImportedEvent, ImportRecord } from './imports.record.ts'

/** The single events of a source that were a series here, or the first of several, when it was read last. */
export async function aloneOnes(
  db: Reader,
  { sourceId, kin = [] }: Pick<Planning, 'sourceId' | 'kin'>,
  records: readonly ImportRecord[],
): Promise<ImportedEvent[]> {
  const alone = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && record.isAlone === true,
  )
  const sources = [sourceId ?? [], ...kin.map(({ id }) => id)].flat()
  const repeating = new Set<string>()
  for (const some of sources.length === 0 ? [] : inParts(alone.map(({ key }) => key))) {
    const rows = await db
      .selectFrom('import_keys')
      .innerJoin('events', 'events.id', 'import_keys.record_id')
      .select('source_key')
      .where('source_id', 'in', sources)
      .where('kind', '=', 'event')
      .where('source_key', 'in', some)
      .where((eb) =>
        eb.or([
          eb('events.series_id', 'is not', null),
          eb.exists(
            eb
              .selectFrom('events as part')
              .select('part.id')
              .whereRef('part.post_parent', '=', 'events.id')
              .where('part.status', '<>', sql.lit('trash')),
          ),
        ]),
      )
      .execute()
    for (const { source_key } of rows) repeating.add(source_key)
  }
  return alone.filter(({ key }) => repeating.has(key))
}

/**
 * A single event of the source in the place of a series that is or was here: which of the dates it is, and what becomes of the others.
 * What has begun stays, and what was changed here too, as single events.
 */
export function aloneHere(
  record: ImportedEvent,
  here: readonly DateHere[],
  { now }: Writing,
): { readonly record: ImportedEvent; readonly series: readonly PlannedSeries[] } {
  const ended = [...new Set(here.flatMap(({ series_id }) => series_id ?? []))]
  const itself = dateOf(record, here, epochSeconds(now))
  const gone = here.filter((date) => date !== itself && isThere(date) && date.starts_at > epochSeconds(now))
  const key = itself?.key ?? record.key
  const event = { ...record, key }
  if (gone.length === 0 && ended.length === 0) return { record: event, series: [] }
  const says =
    'RRULE: it does not repeat any more: of its series this event is left, and what has begun or was changed here'
  const series: PlannedSeries = {
    said: { key: record.key, schedule: noSchedule, until: null, dates: [] },
    series: undefined,
    isSingle: true,
    isEdited: false,
    schedule: undefined,
    removed: gone.filter((date) => !isChanged(date)),
    kept: gone.filter(isChanged),
    ended,
    ...(key === record.key
      ? {}
      : { renamed: { from: key, to: record.key, first: firstOf(here, record.key) } }),
  }
  return { record: { ...event, assumed: [...(record.assumed ?? []), says] }, series: [series] }
}

/** What the date is called by its start that had the name of the series until now. */
function firstOf(here: readonly DateHere[], name: string): string {
  const first = here.find(({ key }) => key === name)
  return `${name}/${first?.series_key?.replace(' ', 'T') ?? first?.id ?? ''}`
}

/** What the source had before, and is not in the trash. */
function isThere({ status, gone }: DateHere): boolean {
  return status !== 'trash' && gone === 0
}

/** Nothing is laid out by it. */
const noSchedule = { timezone: 'UTC', all_day: 0, start_wall: '', duration: 0, recurrence: '[]' } as const

/** The date that a single event is: the one at its start, else the only one to come, else the first. */
function dateOf(record: ImportedEvent, here: readonly DateHere[], now_s: number): DateHere | undefined {
  const named = here.filter((date) => date.key !== undefined && isThere(date))
  const day = String(record.fields['start_date']).slice(0, 10)
  const [next, ...more] = named.filter(({ starts_at }) => starts_at > now_s)
  return (
    named.find(({ series_key, key }) =>
      (series_key ?? key?.slice(record.key.length + 1) ?? '').startsWith(day),
    ) ??
    (more.length === 0 ? next : undefined) ??
    named.find(({ key }) => key === record.key)
  )
}
