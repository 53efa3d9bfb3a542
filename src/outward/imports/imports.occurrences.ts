import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { changedFieldsOf } from '../../records/rows/event.row.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { findSeries } from '../../records/schedules/schedules.query.ts'
import { scheduleColumns, scheduleIfSound, type SeriesRow } from '../../records/schedules/schedules.row.ts'
import { isSame } from './imports.digest.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import { excludedIn, isExcluding, linesIn, withoutExcluded } from './imports.excluded.ts'
import type {
  ImportedEvent,
  ImportRecord,
  OccurrenceSaid,
  ScheduleSaid,
  SeriesSaid,
} from './imports.record.ts'
import { movedDates } from './imports.movedDates.ts'
import { aloneHere, aloneOnes } from './imports.alone.ts'
import type { Planning } from './imports.planned.ts'
import { type DateHere, isChanged, type PlannedSeries } from './imports.plannedSeries.ts'

/** The records with dates of series told by the events that are here, and what is to be done with their series. */
export async function withOccurrences(
  db: Reader,
  planning: Pick<Planning, 'sourceId' | 'kin' | 'writing'>,
  records: readonly ImportRecord[],
): Promise<{ readonly records: readonly ImportRecord[]; readonly series: readonly PlannedSeries[] }> {
  const bySeries = Map.groupBy(records.filter(isOccurrence), ({ occurrence }) => occurrence.series.key)
  const series: PlannedSeries[] = []
  const told = new Map<ImportRecord, ImportRecord | undefined>()
  for (const dates of bySeries.values()) {
    const [{ occurrence }] = dates as [Occurring, ...Occurring[]]
    const { key, dates: all } = occurrence.series
    const here = await datesHere(
      db,
      planning,
      key,
      all.map((date) => date.key),
    )
    const own = await seriesOf(db, here)
    const meant = matched(occurrence.series, here, own, planning.writing)
    const planned = plannedSeries({ said: occurrence.series, here, series: own, meant, dates }, planning)
    series.push(planned)
    const keys = new Set(here.map(({ key }) => key))
    for (const record of dates) {
      const date = meant.get(record.occurrence.at)
      if (date) told.set(record, asDate(record, date, { keys, isMoved: planned.isEdited }))
      // What was changed here has no dates that only the source has.
      else if (planned.isEdited) told.set(record, undefined)
    }
  }
  for (const record of await aloneOnes(db, planning, records)) {
    const here = await datesHere(db, planning, record.key)
    const left = aloneHere(record, here, planning.writing)
    told.set(record, left.record)
    series.push(...left.series)
  }
  return {
    records: records.flatMap((record) => (told.has(record) ? (told.get(record) ?? []) : [record])),
    series,
  }
}

type Occurring = ImportedEvent & { readonly occurrence: OccurrenceSaid }

function isOccurrence(record: ImportRecord): record is Occurring {
  return record.kind === 'event' && record.occurrence !== undefined
}

/** Where its series was moved here it stays there, whatever is moved at the source. */
const times = ['start_date', 'end_date']

function asDate(
  record: Occurring,
  date: DateHere,
  { keys, isMoved }: { readonly keys: ReadonlySet<string | undefined>; readonly isMoved: boolean },
): ImportedEvent {
  const held = [...changedFieldsOf(date), ...(isMoved ? times : [])]
  const occurrence = { ...record.occurrence, held }
  if (date.key !== undefined) return { ...record, key: date.key, occurrence }
  const { series, at } = occurrence
  // What it is called may be what another date was called before.
  const key = keys.has(record.key) ? `${series.key}/${at.replace(' ', 'T')}` : record.key
  return { ...record, key, occurrence: { ...occurrence, here: date.id } }
}

type DateSaid = SeriesSaid['dates'][number]

/** How an event is known to be a date of the source: by the clock of its series, then by its name, then by its day, and then as it was moved. */
const alike: readonly (readonly [(here: DateHere) => string | undefined, (said: DateSaid) => string])[] = [
  [({ series_key }) => series_key ?? undefined, ({ at }) => at],
  [({ key }) => key, ({ key }) => key],
  [dayOf, ({ at }) => at.slice(0, 10)],
]

/** Which event is which date of the source, by the clock of its series. */
function matched(
  said: SeriesSaid,
  here: readonly DateHere[],
  series: SeriesRow | undefined,
  writing: Planning['writing'],
): ReadonlyMap<string, DateHere> {
  const { dates } = said
  const found = new Map<string, DateHere>()
  const taken = new Set<DateHere>()
  for (const [nameOf, nameSaid] of alike) {
    const free = Map.groupBy(
      here.filter((date) => !taken.has(date)),
      nameOf,
    )
    for (const said of dates) {
      const date = found.has(said.at) ? undefined : free.get(nameSaid(said))?.shift()
      if (!date) continue
      found.set(said.at, date)
      taken.add(date)
    }
  }
  if (!series) return found
  const unfound = {
    said,
    series,
    dates: dates.filter(({ at }) => !found.has(at)),
    here: here.filter((date) => !taken.has(date)),
  }
  return new Map([...found, ...movedDates(unfound, writing)])
}

function dayOf({ series_key, key }: DateHere): string | undefined {
  return series_key?.slice(0, 10) ?? /\/(\d{4}-\d\d-\d\d)(?:T[\d:]+)?$/.exec(key ?? '')?.[1]
}

/** The series of dates that are here: of several, into which it was split here, the first one, which has its beginning. */
async function seriesOf(db: Reader, here: readonly DateHere[]): Promise<SeriesRow | undefined> {
  const ids = here.flatMap(({ series_id }) => series_id ?? [])
  return ids.length > 0 ? findSeries(db, Math.min(...ids)) : undefined
}

function plannedSeries(
  told: {
    readonly said: SeriesSaid
    readonly here: readonly DateHere[]
    readonly series: SeriesRow | undefined
    readonly meant: ReadonlyMap<string, DateHere>
    readonly dates: readonly Occurring[]
  },
  { writing: { now, siteZone } }: Pick<Planning, 'writing'>,
): PlannedSeries {
  const { said, here, series, meant, dates } = told
  const remembered = here.find(({ digest }) => 'recurrence' in digest)?.digest
  const isEdited =
    series !== undefined &&
    remembered !== undefined &&
    !isSame(remembered, 'recurrence', withoutExcluded(soundColumns(series, siteZone)))
  const isWhole = dates.some(({ recurrence }) => recurrence !== undefined)
  const there = new Set(meant.values())
  const isBeyond = ({ series_key }: DateHere) => said.until !== null && (series_key ?? '') > said.until
  const gone = here.filter(
    (date) =>
      isWhole &&
      !there.has(date) &&
      date.status !== 'trash' &&
      date.starts_at > epochSeconds(now) &&
      (date.key !== undefined || !(isEdited || isBeyond(date))),
  )
  return {
    said,
    series,
    isSingle: series === undefined && remembered !== undefined,
    isEdited,
    schedule: isWhole && series && !isEdited ? changedSchedule(series, said) : undefined,
    removed: gone.filter((date) => !isChanged(date)),
    kept: gone.filter(isChanged),
    ended: [],
  }
}

/** When a series takes place, as this program writes it; what cannot be read as it is. */
function soundColumns(series: SeriesRow, siteZone: Zone): ScheduleSaid {
  const schedule = scheduleIfSound(series, siteZone)
  const { timezone, all_day, start_wall, duration, recurrence } = series
  return schedule ? scheduleColumns(schedule) : { timezone, all_day, start_wall, duration, recurrence }
}

/** When a series takes place by its source; what was removed here for good, and is not told again, stays left out. */
function changedSchedule(
  series: SeriesRow,
  { schedule, until, dates }: SeriesSaid,
): PlannedSeries['schedule'] {
  const told = new Set(dates.map(({ at }) => at.replaceAll(/[-:]/g, '').replace(' ', 'T')))
  const said = linesIn(schedule.recurrence)
  const excluded = [
    ...excludedIn(said),
    ...excludedIn(linesIn(series.recurrence)).filter((text) => !told.has(text)),
  ]
  const lines = [
    ...said.filter((line) => !isExcluding(line)),
    ...(excluded.length > 0 ? [`EXDATE:${[...new Set(excluded)].toSorted().join(',')}`] : []),
  ]
  const isLonger = until !== null && series.laid_until !== null && series.laid_until > until
  const after = {
    ...schedule,
    recurrence: JSON.stringify(lines),
    laid_until: isLonger ? series.laid_until : until,
  }
  const isSame = (Object.keys(after) as (keyof typeof after)[]).every((name) => after[name] === series[name])
  return isSame ? undefined : after
}

const columns = [
  'events.id',
  'series_id',
  'series_key',
  'series_changed',
  'starts_at',
  'status',
  'title',
] as const

/** The dates of a series that are here, as the source and its kin name them, and those that were laid out here. */
async function datesHere(
  db: Reader,
  { sourceId, kin = [] }: Pick<Planning, 'sourceId' | 'kin'>,
  key: string,
  named: readonly string[] = [],
): Promise<DateHere[]> {
  const found = new Map<number, DateHere>()
  for (const source of [sourceId ?? [], ...kin.map(({ id }) => id)].flat()) {
    const ofSource = db
      .selectFrom('import_keys')
      .innerJoin('events', 'events.id', 'import_keys.record_id')
      .select([...columns, 'source_key', 'digest', 'gone'])
      .where('source_id', '=', source)
      .where('kind', '=', 'event')
      .orderBy('starts_at')
    const rows = await ofSource
      // Keys of dates are that of the series, or begin with it and a slash, which “0” follows.
      .where((eb) =>
        eb.or([
          eb('source_key', '=', key),
          eb.and([eb('source_key', '>', `${key}/`), eb('source_key', '<', `${key}0`)]),
        ]),
      )
      .execute()
    // Or the source names each as it likes.
    const others = named.filter((name) => name !== key && !name.startsWith(`${key}/`))
    for (const some of inParts(others))
      rows.push(...(await ofSource.where('source_key', 'in', some).execute()))
    for (const { source_key, digest, ...row } of rows)
      // Only this program writes it.
      if (!found.has(row.id))
        found.set(row.id, { ...row, key: source_key, digest: JSON.parse(digest) as Digest })
  }
  const ids = new Set([...found.values()].flatMap(({ series_id }) => series_id ?? []))
  for (const some of inParts([...ids])) {
    const rows = await db
      .selectFrom('events')
      .select(columns)
      .where('series_id', 'in', some)
      .orderBy('starts_at')
      .execute()
    for (const row of rows)
      if (!found.has(row.id)) found.set(row.id, { ...row, key: undefined, digest: {}, gone: 0 })
  }
  return [...found.values()]
}
