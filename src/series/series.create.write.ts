import type { Caller } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import type { Writer } from '../db/dialect.ts'
import { digestOf, type MadeEvent, createEventIn, insertEvent, newRow } from '../events/events.write.ts'
import type { WithImage } from '../events/events.images.ts'
import type { CreateEvent } from '../events/events.params.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { uniqueSlug } from '../posts/posts.slug.ts'
import { newItem, newPost, type Writing } from '../posts/posts.write.ts'
import { needsSlug } from '../posts/posts.status.ts'
import { slugify } from '../text/slug.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { type Schedule, scheduleColumns, type SeriesRow } from './series.row.ts'
import { type Template, templateColumns, templateOf } from './series.template.ts'
import { datesToLay, keyOf, timesAt } from './series.times.ts'

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
async function createSeriesIn(
  tx: Writer,
  { seriesHorizonMonths }: Pick<Context, 'seriesHorizonMonths'>,
  { sent, schedule, digest }: NewSeries,
  writing: Writing,
): Promise<number> {
  const { dates, until } = datesToLay(schedule, writing.now, seriesHorizonMonths)
  const [first, ...others] = dates
  const times = first && timesAt(first, schedule)
  if (!first || !times) throw new Error('A series has a date, as was checked before.')
  const id = await newSeriesItem(tx)
  const slug = slugify(sent.slug ?? '') || slugify(sent.title)
  // The series stands before its occurrences, and gets what these get once the first is made.
  const row: SeriesRow = {
    id,
    author_id: sent.author ?? writing.caller.id,
    title: sent.title,
    template: '{}',
    password_digest: digest,
    ...scheduleColumns(schedule),
    laid_until: until === undefined ? null : keyOf(until, schedule),
    created_at: epochSeconds(writing.now),
    modified_at: epochSeconds(writing.now),
  }
  await tx.insertInto('series').values(row).execute()
  const own = {
    ...times,
    password_digest: digest,
    series_id: id,
    series_key: keyOf(first, schedule),
    post_parent: null,
  }
  const { slug: _slug, ...rest } = sent
  // A draft has no slug yet.
  const slugged = needsSlug(newPost(sent, writing).status) ? { ...rest, slug: slugOn(slug, first) } : rest
  const made = await createEventIn(tx, slugged, own, writing)
  const template = templateBy(made, slug)
  await tx
    .updateTable('series')
    .set({ template: JSON.stringify(template) })
    .where('id', '=', id)
    .execute()
  const series = { ...row, template: JSON.stringify(template) }
  for (const wall of others) await makeOccurrence(tx, { series, schedule, wall }, writing)
  return made.event.id
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

/** A date of a series that is to be made. */
interface ToMake {
  readonly series: SeriesRow
  readonly schedule: Schedule
  readonly wall: Temporal.PlainDateTime
}

/** Makes an occurrence of a series; answers its id, or undefined where the date is beyond all calendars. */
export async function makeOccurrence(
  tx: Writer,
  { series, schedule, wall }: ToMake,
  writing: Pick<Writing, 'now' | 'siteZone'>,
): Promise<number | undefined> {
  const times = timesAt(wall, schedule)
  if (!times) return undefined
  const template = templateOf(series)
  const { title, description, status, image_id } = template.columns
  // What may be was decided when the series was made.
  const post = newPost({ title, description, status, image_id }, { ...writing, caller: asAuthor(series) })
  const id = await newItem(tx, kinds.event)
  const wanted = needsSlug(post.status) ? slugOn(template.slug, wall) : ''
  const event = newRow(
    {
      ...post,
      ...template.columns,
      ...times,
      id,
      slug: wanted === '' ? '' : await uniqueSlug(tx, kinds.event, wanted),
      password_digest: series.password_digest,
      series_id: series.id,
      series_key: keyOf(wall, schedule),
    },
    { ...writing, caller: asAuthor(series) },
  )
  await insertEvent(tx, { event, ...(await linksThere(tx, template)) })
  return id
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
