import { happeningFields } from '../../fields/happening.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Kin } from './imports.relatedSources.ts'
import { type ImportedEvent, type ImportRecord, saysNo, type SeriesPart } from './imports.record.ts'

/** An occurrence of a series that was imported before. */
interface Known {
  readonly key: string
  readonly record_id: number
  readonly starts_at: number
  /** When it starts by its series, in epoch seconds, if its key says so. */
  readonly id_at: number | undefined
}

/**
 * The records with those that speak of occurrences of series imported before told by the keys that these have. What cancels a
 * series, or an occurrence and all later ones, cancels each that is here and not in the batch itself.
 */
export async function withSeries(
  db: Reader,
  { sourceId, kin = [] }: { readonly sourceId: number | undefined; readonly kin?: readonly Kin[] },
  records: readonly ImportRecord[],
): Promise<readonly ImportRecord[]> {
  const speaking = records.filter(speaksOfSeries)
  const sources = [sourceId ?? [], ...kin.map(({ id }) => id)].flat()
  if (speaking.length === 0 || sources.length === 0) return records
  const series = await knownOccurrences(db, sources, new Set(speaking.map(({ within }) => within.series)))
  const own = new Set(records.filter(({ kind }) => kind === 'event').map(({ key }) => key))
  return records.flatMap((record) =>
    speaksOfSeries(record) ? spoken(record, series.get(record.within.series) ?? [], own) : [record],
  )
}

type Speaking = ImportedEvent & { readonly within: SeriesPart }

function speaksOfSeries(record: ImportRecord): record is Speaking {
  return record.kind === 'event' && record.within !== undefined
}

/** What a record says of the occurrences that are known. */
function spoken(record: Speaking, known: readonly Known[], own: ReadonlySet<string>): ImportedEvent[] {
  const { at, andLater, isCancelled } = record.within
  const meant = known.find(
    (each) => each.key === record.key || (at !== undefined && (each.id_at === at || each.starts_at === at)),
  )
  const itself: ImportedEvent = {
    ...record,
    key: meant?.key ?? record.key,
    ...(isCancelled ? { only: [...happeningFields] } : {}),
  }
  if (!saysNo(record.fields) || (at !== undefined && !andLater)) return [itself]
  const others = known.filter(
    (each) =>
      each.key !== itself.key &&
      !own.has(each.key) &&
      (at === undefined || (each.id_at ?? each.starts_at) > at),
  )
  const { parent: _parent, cutSeries: _cut, ...rest } = record
  return [itself, ...others.map(({ key }) => Object.assign({}, rest, { key, only: [...happeningFields] }))]
}

/** The occurrences of the series that are here, by series: their keys are its own, or begin with it and a slash. */
async function knownOccurrences(
  db: Reader,
  sources: readonly number[],
  series: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Known[]>> {
  const found = new Map<string, Map<string, Known>>()
  const keys = db
    .selectFrom('import_keys')
    .innerJoin('events', 'events.id', 'import_keys.record_id')
    .select(['source_key', 'record_id', 'starts_at', 'timezone'])
    .where('source_id', 'in', sources)
    .where('kind', '=', 'event')
  const rows = [...(await keys.where('source_key', 'like', '%/%').execute())]
  for (const some of inParts([...series]))
    rows.push(...(await keys.where('source_key', 'in', some).execute()))
  for (const { source_key: key, record_id, starts_at, timezone } of rows) {
    const parts = /^(.*)\/(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?)$/s.exec(key)
    const [name, wall] = series.has(key) ? [key] : [parts?.[1] ?? '', parts?.[2]]
    if (!series.has(name)) continue
    const occurrences = found.get(name) ?? new Map<string, Known>()
    const id_at = wall === undefined ? undefined : secondsOf(wall, timezone)
    occurrences.set(key, { key, record_id, starts_at, id_at })
    found.set(name, occurrences)
  }
  return new Map([...found].map(([name, occurrences]) => [name, [...occurrences.values()]]))
}

/** When a wall clock of the zone of an event is; keys hold those of their series. */
function secondsOf(wall: string, timezone: string): number | undefined {
  const zone = findZone(timezone)
  return zone && epochSeconds(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone.id).toInstant())
}
