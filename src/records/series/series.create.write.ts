import { sql } from 'kysely'
import type { Caller } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { shareNote } from '../events/events.notes.write.ts'
import { isCounted } from '../events/events.terms.write.ts'
import { digestOf, type MadeEvent, createEventIn, newRow } from '../events/events.write.ts'
import type { WithImage } from '../events/events.images.ts'
import type { CreateEvent } from '../events/events.params.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { uniqueSlugs } from '../posts/posts.slug.ts'
import { newPost, type Writing } from '../posts/posts.write.ts'
import { needsSlug } from '../posts/posts.status.ts'
import { adjustTermCounts } from '../terms/terms.write.ts'
import { fittingOwn, withSaid } from '../own/own.said.ts'
import { slugify } from '../../pure/text/slug.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { assertSound, type Schedule, scheduleColumns, type SeriesRow } from '../schedules/schedules.row.ts'
import { type Template, templateColumns, templateOf } from '../schedules/schedules.template.ts'
import { datesToLay, keyOf, type Laid, timesAt } from '../schedules/schedules.times.ts'

/** Makes a series with its occurrences, all or nothing; answers the id of the first of them. */
export async function createSeries(
  context: Context,
  sent: CreateEvent & WithImage,
  schedule: Schedule,
  writing: Writing,
): Promise<number> {
  const digest = (await digestOf(context, sent.password)) ?? null
  return context.db.write((tx) => createSeriesIn(tx, context, { sent, schedule, digest }, writing))
}

/** What a series is made of. */
export interface NewSeries {
  readonly sent: CreateEvent & WithImage
  readonly schedule: Schedule
  readonly digest: string | null
}

/** As {@link createSeries}, within a transaction. */
export async function createSeriesIn(
  tx: Writer,
  { seriesHorizonMonths }: Pick<Context, 'seriesHorizonMonths'>,
  { sent, schedule, digest }: NewSeries,
  writing: Writing,
): Promise<number> {
  const laid = datesToLay(schedule, writing.now, seriesHorizonMonths)
  const [first, ...others] = laid.dates
  const times = first && timesAt(first, schedule)
  if (!first || !times) throw new Error('A series has a date, as was checked before.')
  const slug = slugify(sent.slug ?? '') || slugify(sent.title)
  const author_id = sent.author ?? writing.caller.id
  const row = await insertSeries(tx, { author_id, title: sent.title, digest, schedule, laid }, writing)
  const own = {
    ...times,
    password_digest: digest,
    series_id: row.id,
    series_key: keyOf(first, schedule),
    post_parent: null,
  }
  const { slug: _slug, ...rest } = sent
  // A draft has no slug yet.
  const slugged = needsSlug(newPost(sent, writing).status) ? { ...rest, slug: slugOn(slug, first) } : rest
  const made = await createEventIn(tx, slugged, own, writing)
  const series = await setTemplate(tx, row, made, slug)
  await makeOccurrences(tx, { series, schedule, walls: others }, writing)
  return made.event.id
}

/** What a series has before its dates. */
interface ToInsert {
  readonly author_id: number
  readonly title: string
  readonly digest: string | null
  readonly schedule: Schedule
  readonly laid: Laid
}

/** Stores a series that has no dates yet: it stands before them, and gets what these get once the first is made. */
export async function insertSeries(
  tx: Writer,
  { author_id, title, digest, schedule, laid }: ToInsert,
  { now }: Pick<Writing, 'now'>,
): Promise<SeriesRow> {
  assertSound(schedule)
  const row: SeriesRow = {
    id: await newSeriesItem(tx),
    author_id,
    title,
    template: '{}',
    password_digest: digest,
    ...scheduleColumns(schedule),
    rule_from: null,
    laid_until: laid.until === undefined ? null : keyOf(laid.until, schedule),
    created_at: epochSeconds(now),
    modified_at: epochSeconds(now),
    continues: null,
    sequence: 0,
  }
  await tx.insertInto('series').values(row).execute()
  return row
}

/** Gives a series what its other dates get: what its first date has. */
export async function setTemplate(
  tx: Writer,
  row: SeriesRow,
  made: MadeEvent,
  slug: string,
): Promise<SeriesRow> {
  const { title, author_id, password_digest } = made.event
  const set = { title, author_id, password_digest, template: JSON.stringify(templateBy(made, slug)) }
  await tx.updateTable('series').set(set).where('id', '=', row.id).execute()
  return { ...row, ...set }
}

/** Hands out the id of a series. */
export async function newSeriesItem(tx: Writer): Promise<number> {
  const { id } = await tx
    .insertInto('items')
    .values({ kind: 'series' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function templateBy({ event, links, terms }: MadeEvent, slug: string): Template {
  const idsOf = (kind: typeof venueKind) => links.find((each) => each.kind === kind)?.ids ?? []
  return {
    columns: templateColumns(event),
    slug,
    venues: idsOf(venueKind),
    organizers: idsOf(organizerKind),
    terms: terms.map(({ id, taxonomy }) => ({ id, taxonomy })),
  }
}

/** The slug of a date: that of the series and the day. */
export function slugOn(slug: string, wall: Temporal.PlainDateTime): string {
  const day = wall.toPlainDate().toString()
  return slug === '' ? day : `${slug}-${day}`
}

/** Dates of a series that are to be made. */
interface ToMake {
  readonly series: SeriesRow
  readonly schedule: Schedule
  readonly walls: readonly Temporal.PlainDateTime[]
}

/** Makes occurrences of a series, but for dates beyond all calendars: a statement for each table, however many there are. */
export async function makeOccurrences(
  tx: Writer,
  { series, schedule, walls }: ToMake,
  { now, siteZone }: Pick<Writing, 'now' | 'siteZone'>,
): Promise<void> {
  const dated = walls.flatMap((wall) => {
    const times = timesAt(wall, schedule)
    return times ? [{ wall, times }] : []
  })
  if (dated.length === 0) return
  const template = templateOf(series)
  const { title, description, status, image_id } = template.columns
  // What may be was decided when the series was made.
  const writing: Writing = { now, siteZone, caller: asAuthor(series) }
  const post = newPost({ title, description, status, image_id }, writing)
  const publication = status === 'future' ? await publicationOf(tx, series.id) : {}
  const wanted = dated.map(({ wall }) => (needsSlug(post.status) ? slugOn(template.slug, wall) : ''))
  const own = await fittingOwn(tx, 'event', template.columns.own)
  const [ids, slugs, { links, terms }] = await Promise.all([
    newItems(tx, dated.length),
    uniqueSlugs(tx, kinds.event, wanted),
    linksThere(tx, template),
  ])
  const events = dated.map(({ wall, times }, index) =>
    newRow(
      {
        ...post,
        ...template.columns,
        own,
        ...publication,
        ...times,
        id: ids[index] ?? 0,
        slug: slugs[index] ?? '',
        password_digest: series.password_digest,
        series_id: series.id,
        series_key: keyOf(wall, schedule),
      },
      writing,
    ),
  )
  const searched = await withSaid(tx, 'event', events)
  for (const some of inParts(searched)) await tx.insertInto('events').values(some).execute()
  if (status === 'pending' || status === 'draft') await shareNote(tx, series.id, ids)
  for (const { kind, ids: linked } of links) await linkAll(tx, kind, ids, linked)
  const tagged = ids.flatMap((event_id) => terms.map(({ id }) => ({ event_id, term_id: id })))
  for (const some of inParts(tagged)) await tx.insertInto('event_terms').values(some).execute()
  if (isCounted({ status: publication.status ?? status, password_digest: series.password_digest }))
    await adjustTermCounts(tx, { added: tagged.map(({ term_id }) => term_id), removed: [] })
}

/** When dates of a series that is to be published later become public: with those that there are, at once where these have. */
async function publicationOf(tx: Writer, series: number): Promise<Partial<EventRow>> {
  const planned = await tx
    .selectFrom('events')
    .select(['status', 'date_at', 'date_given', 'date_floating'])
    .where('series_id', '=', series)
    .where('status', '=', 'future')
    .executeTakeFirst()
  return planned ?? { status: 'publish' }
}

async function newItems(tx: Writer, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  for (const some of inParts(Array.from({ length: count }, () => ({ kind: 'event' as const })))) {
    const rows = await tx.insertInto('items').values(some).returning('id').execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids.toSorted((one, other) => one - other)
}

async function linkAll(
  tx: Writer,
  { link: { table, column } }: LinkedKind,
  events: readonly number[],
  ids: readonly number[],
): Promise<void> {
  const rows = events.flatMap((event) => ids.map((id, position) => sql`(${event}, ${id}, ${position})`))
  for (const some of inParts(rows))
    await sql`insert into ${sql.table(table)} (event_id, ${sql.ref(column)}, position) values ${sql.join(some)}`.execute(
      tx,
    )
}

/** The author, with the right to have their series go on. */
function asAuthor({ author_id }: Pick<SeriesRow, 'author_id'>): Caller {
  return { id: author_id, role: 'administrator', login: '' }
}

/** What a template links to, without what has been removed for good since. */
async function linksThere(tx: Writer, template: Template): Promise<Pick<MadeEvent, 'links' | 'terms'>> {
  const { venues, organizers, terms } = template
  const there = async (table: 'venues' | 'organizers' | 'terms', ids: readonly number[]) => {
    if (ids.length === 0) return new Set<number>()
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  const [ofVenues, ofOrganizers, ofTerms] = [
    await there('venues', venues),
    await there('organizers', organizers),
    await there(
      'terms',
      terms.map(({ id }) => id),
    ),
  ]
  return {
    links: [
      { kind: venueKind, ids: venues.filter((id) => ofVenues.has(id)) },
      { kind: organizerKind, ids: organizers.filter((id) => ofOrganizers.has(id)) },
    ],
    terms: terms.filter(({ id }) => ofTerms.has(id)),
  }
}
