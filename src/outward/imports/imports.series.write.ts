import { removeSeries } from '../../records/series/series.chain.ts'
import { readSeries } from '../../records/schedules/schedules.query.ts'
import { sql } from 'kysely'
import type { Dialect, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { allLinks } from '../../records/events/events.linking.ts'
import { type EventRow, changedFieldsOf } from '../../records/rows/event.row.ts'
import { ownTerms } from '../../records/events/events.terms.write.ts'
import { raiseSequence, trashEventIn } from '../../records/events/events.write.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { tellOfChange } from '../../records/registration/registration.news.write.ts'
import { eventsWithGuests } from '../../records/registration/registration.query.ts'
import { findEventRows } from '../../records/rows/event.query.ts'
import { newSeriesItem } from '../../records/series/series.create.write.ts'
import { type Template, templateColumns, templateOf } from '../../records/schedules/schedules.template.ts'
import { slugify } from '../../pure/text/slug.ts'
import { ticketsOf } from '../../records/tickets/tickets.query.ts'
import type { WrittenEvent } from './imports.written.ts'
import type { DateHere, PlannedSeries } from './imports.plannedSeries.ts'
import type { Planned, PlannedOf } from './imports.planned.ts'
import type { ReadingName } from './imports.query.ts'
import { markSeen } from './imports.reading.write.ts'
import type { ImportedEvent } from './imports.record.ts'

/** A series that dates of a batch belong to. */
export interface PlacedSeries {
  readonly id: number
  readonly isNew: boolean
}

/** By the key of the series at the source. */
export type SeriesPlaces = ReadonlyMap<string, PlacedSeries>

/** Whether a plan changes anything of a series beside the dates that it writes. */
export function isChanging({ schedule, removed, kept, ended }: PlannedSeries): boolean {
  return schedule !== undefined || removed.length > 0 || kept.length > 0 || ended.length > 0
}

/** Makes the series that are not here yet; what their dates get is known once the first of these is written ({@link settleSeries}). */
export async function placeSeries(
  tx: Writer,
  series: readonly PlannedSeries[],
  events: readonly PlannedOf<'event'>[],
  {
    authorOf,
    writing,
    dialect,
  }: {
    readonly authorOf: (key: string | undefined) => number
    readonly writing: Writing
    readonly dialect: Dialect
  },
): Promise<SeriesPlaces> {
  const places = new Map<string, PlacedSeries>()
  const now_s = epochSeconds(writing.now)
  for (const { said, series: stored, isSingle } of series) {
    const date = events.find(({ record }) => record.occurrence?.series.key === said.key)
    if (stored) places.set(said.key, { id: stored.id, isNew: false })
    if (stored || isSingle || !date) continue
    const id = await seriesItem(tx, said.id, dialect)
    const row = {
      id,
      author_id: authorOf(date.record.author),
      title: '',
      template: '{}',
      password_digest: null,
      ...said.schedule,
      laid_until: said.until,
      created_at: now_s,
      modified_at: now_s,
    }
    await tx.insertInto('series').values(row).execute()
    places.set(said.key, { id, isNew: true })
  }
  return places
}

/** The id of a new series: the one that it has at its source, if nobody has it here. */
async function seriesItem(tx: Writer, wanted: number | undefined, dialect: Dialect): Promise<number> {
  const isTaken =
    wanted === undefined ||
    (await tx.selectFrom('items').select('id').where('id', '=', wanted).executeTakeFirst()) !== undefined
  if (isTaken) return newSeriesItem(tx)
  await tx.insertInto('items').values({ id: wanted, kind: 'series' }).execute()
  await dialect.passIds(tx, 'items')
  return wanted
}

/** The columns by which an event belongs to the series that its record says. */
export function belonging(
  { record, values, times }: Planned<ImportedEvent>,
  stored: EventRow | undefined,
  places: SeriesPlaces,
): Partial<Pick<EventRow, 'series_id' | 'series_key' | 'series_changed'>> {
  const { occurrence } = record
  const place = occurrence && places.get(occurrence.series.key)
  if (!occurrence) return stored && stored.series_id !== null ? rememberedBy(stored, record, values) : {}
  if (!place) return {}
  const { at, differs } = occurrence
  if (!stored || (stored.series_id === null && place.isNew))
    return { series_id: place.id, series_key: at, series_changed: JSON.stringify(differs) }
  if (stored.series_id === null) return {}
  const named = new Set(namedBy(record, values))
  const kept = changedFieldsOf(stored).filter((name) => !named.has(name))
  return {
    ...(times ? { series_key: at } : {}),
    series_changed: JSON.stringify([...new Set([...kept, ...differs])].toSorted()),
  }
}

/** What a calendar says of one date of a series that it does not have itself is changed on this date alone. */
function rememberedBy(stored: EventRow, record: ImportedEvent, values: Planned['values']) {
  const all = new Set([...changedFieldsOf(stored), ...namedBy(record, values)])
  return { series_changed: JSON.stringify([...all].toSorted()) }
}

/** The fields that a record says, as the API calls them. */
function namedBy(record: ImportedEvent, values: Planned['values']): string[] {
  const { venues, organizers, categories, tags, image } = record
  return [
    ...Object.keys(values),
    ...Object.entries({ venue: venues, organizer: organizers, categories, tags, image }).flatMap(
      ([name, said]) => (said === undefined ? [] : [name]),
    ),
  ]
}

/** What settling series needs. */
interface Settling extends ReadingName {
  readonly writing: Writing
  readonly places: SeriesPlaces
}

/** Gives series what their dates get, and takes away the dates that they do not have any more, as far as these are to come. */
export async function settleSeries(
  tx: Writer,
  series: readonly PlannedSeries[],
  written: readonly WrittenEvent[],
  settling: Settling,
): Promise<void> {
  for (const { said, series: stored, schedule, removed, kept, ended } of series) {
    const place = settling.places.get(said.key)
    const dates = written.filter(({ planned }) => planned.record.occurrence?.series.key === said.key)
    const plain = dates.filter(({ planned }) => planned.record.occurrence?.differs.length === 0)
    const template =
      place?.isNew === true
        ? await newTemplate(tx, plain[0] ?? dates[0])
        : stored && (await changedTemplate(tx, templateOf(stored), plain))
    if (place && (template || schedule))
      await tx
        .updateTable('series')
        .set({
          ...(schedule ? { ...schedule, rule_from: null } : {}),
          ...(template ? { title: template.columns.title, template: JSON.stringify(template) } : {}),
          ...(stored
            ? { modified_at: Math.max(epochSeconds(settling.writing.now), stored.modified_at + 1) }
            : {}),
        })
        .where('id', '=', place.id)
        .execute()
    await takeAway(tx, removed, settling)
    for (const ids of inParts(kept.map(({ id }) => id)))
      await tx
        .updateTable('events')
        .set({ series_id: null, series_key: null, series_changed: '[]' })
        .where('id', 'in', ids)
        .execute()
    await endWhole(tx, ended)
    const gone = [...removed, ...kept].flatMap(({ key }) => key ?? [])
    await markSeen(
      tx,
      settling,
      gone.map((key) => ({ kind: 'event', key })),
      1,
    )
  }
}

async function newTemplate(tx: Writer, model: WrittenEvent | undefined): Promise<Template | undefined> {
  if (!model) return undefined
  const { after } = model
  return { columns: templateColumns(after), slug: slugify(after.title), ...(await linksOf(tx, after.id)) }
}

async function linksOf(tx: Writer, id: number): Promise<Pick<Template, 'venues' | 'organizers' | 'terms'>> {
  const links = await allLinks(tx, id)
  const idsOf = (name: string) => links.find(({ kind }) => kind.name === name)?.ids ?? []
  const terms = await ownTerms(tx, id)
  return {
    venues: idsOf('venue'),
    organizers: idsOf('organizer'),
    terms: terms.map(({ id, taxonomy }) => ({ id, taxonomy })),
  }
}

/** What has changed at the source for all dates is changed for those that are laid out from now on. */
async function changedTemplate(
  tx: Writer,
  before: Template,
  plain: readonly WrittenEvent[],
): Promise<Template | undefined> {
  const model = plain.find(({ before }) => before)
  if (!model) return undefined
  const { after, planned } = model
  const { record, values } = planned
  const named = new Set(namedBy(record, values))
  const isNamed = (column: string) =>
    named.has(column) ||
    (column === 'cost_kind' && named.has('cost')) ||
    (column === 'image_id' && named.has('image'))
  const columns = Object.fromEntries(
    Object.entries(templateColumns(after)).filter(([column]) => isNamed(column)),
  )
  const isLinked = ['venue', 'organizer', 'categories', 'tags'].some((name) => named.has(name))
  const links = isLinked ? await linksOf(tx, after.id) : {}
  const template = { ...before, ...links, columns: { ...before.columns, ...columns } }
  return JSON.stringify(template) === JSON.stringify(before) ? undefined : template
}

/** Dates that their series does not have any more go to the trash; those with tickets, or with people who count on them, are cancelled. */
async function takeAway(tx: Writer, dates: readonly DateHere[], { writing }: Settling): Promise<void> {
  const tickets = await ticketsOf(
    tx,
    dates.map(({ id }) => id),
  )
  const rows = await findEventRows(
    tx,
    dates.map(({ id }) => id),
  )
  const awaited = await eventsWithGuests(tx, rows)
  for (const row of rows) {
    const { id } = row
    if (tickets.has(id) || awaited.has(id)) {
      await tx.updateTable('events').set({ event_status: 'canceled' }).where('id', '=', id).execute()
      await tellOfChange(tx, row, { ...row, event_status: 'canceled' }, writing)
      await raiseSequence(tx, [id])
      continue
    }
    await trashEventIn(tx, { ...writing, id, guard: async () => {} })
    // Nobody here has moved it there: what its series has again comes back.
    await tx.updateTable('events').set({ series_changed: '[]' }).where('id', '=', id).execute()
  }
}

/** All dates of the series become single events, and the series are no more. */
async function endWhole(tx: Writer, series: readonly number[]): Promise<void> {
  for (const ids of inParts(series)) {
    await tx
      .updateTable('events')
      .set({ series_id: null, series_key: null, series_changed: '[]' })
      .where('series_id', 'in', ids)
      .execute()
    for (const one of await readSeries(tx, ids)) await removeSeries(tx, one)
  }
}

/** Gives single events that were dates of a series the name of that. */
export async function renameKeys(
  tx: Writer,
  { sourceId }: ReadingName,
  series: readonly PlannedSeries[],
): Promise<void> {
  const rename = (from: string, to: string) =>
    tx
      .updateTable('import_keys')
      .set({ source_key: to })
      .where('source_id', '=', sourceId)
      .where('kind', '=', 'event')
      .where('source_key', '=', from)
      .execute()
  for (const { renamed } of series) {
    if (!renamed) continue
    await rename(renamed.to, renamed.first)
    await rename(renamed.from, renamed.to)
  }
}

/** Series of which a source has no date to come any more are not laid out further. */
export async function endSeries(
  tx: Writer,
  removed: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  for (const ids of inParts(removed)) {
    const series = tx.selectFrom('events').select('series_id').where('id', 'in', ids)
    await tx
      .updateTable('series')
      .set({ laid_until: null })
      .where('laid_until', 'is not', null)
      .where('id', 'in', series.$castTo<{ series_id: number }>())
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('events')
              .select('events.id')
              .whereRef('events.series_id', '=', 'series.id')
              .where('events.status', '<>', sql.lit('trash'))
              .where('events.starts_at', '>', epochSeconds(now)),
          ),
        ),
      )
      .execute()
  }
}
