import { isDeepStrictEqual } from 'node:util'
import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { withoutEchoes } from '../events/events.echoes.ts'
import { ownColumns } from '../events/events.columns.ts'
import { ownOfEvent } from '../events/events.own.write.ts'
import { allLinks, chosenIds } from '../events/events.linking.ts'
import { type EventRow, changedFieldsOf } from '../rows/event.row.ts'
import { chooseTerms, ownTerms } from '../events/events.terms.write.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { removeEventRowIn, trashEventIn, updateEventIn } from '../events/events.write.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Linked } from '../../pure/params/lists.ts'
import { needsSlug } from '../posts/posts.status.ts'
import { slugify } from '../../pure/text/slug.ts'
import { eventsWithGuests } from '../registration/registration.query.ts'
import { ticketsOf } from '../tickets/tickets.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { makeOccurrences, slugOn } from './series.create.write.ts'
import { goneByHand } from './series.match.ts'
import type { Schedule, SeriesRow } from '../schedules/schedules.row.ts'
import type { Plan, Stays } from './series.scope.ts'
import type { Scoped, ScopedUpdate } from './series.scoped.ts'
import {
  type Template,
  templateColumns,
  templateIfSound,
  templateOf,
} from '../schedules/schedules.template.ts'
import { timesOf, keyOf, timesAt, wallOf } from '../schedules/schedules.times.ts'

/** What is to be done, and with what. */
export interface Applying extends Scoped, ScopedUpdate {
  readonly digest: string | null | undefined
  readonly plan: Plan
  /** The series as it is to be, and as it is stored. */
  readonly series: SeriesRow
  readonly before: SeriesRow
  readonly schedule: Schedule
  readonly meant: { readonly anchor: EventRow }
}

const times = new Set(['start_date', 'end_date', 'timezone', 'all_day'])

type Sent = ScopedUpdate['sent']

/** Writes a plan; answers whether anything is another than before (D72). Venues, organizers and terms that are new are made once. */
export async function applyPlan(tx: Writer, applying: Applying): Promise<boolean> {
  const { plan, schedule, before } = applying
  const { sent, series } = await settled(tx, applying)
  // Its number is raised with its dates.
  const { sequence: _sequence, ...columns } = series
  await tx.updateTable('series').set(columns).where('id', '=', series.id).execute()
  const isTimed = applying.sent.start_date !== undefined || applying.sent.end_date !== undefined
  const changing = { ...applying, sent, series, template: templateOf(series), isTimed }
  let isOther = !isSameSeries(series, before)
  for (const stays of plan.changed) isOther = (await changeDate(tx, changing, stays)) || isOther
  await makeOccurrences(tx, { series, schedule, walls: plan.created }, applying)
  await removeDates(tx, plan.removed, { ...applying, isForGood: false })
  for (const { row, wall } of plan.rekeyed) {
    const belongs = { series_id: series.id, series_key: keyOf(wall, schedule) }
    const own = changedFieldsOf(row)
    const at = own.includes('start_date')
      ? undefined
      : timesAt(wall, lasting(schedule, row, own.includes('end_date')))
    const placed = { ...belongs, ...at }
    isOther ||= !isWithin(placed, { ...row, series_id: before.id })
    await tx.updateTable('events').set(placed).where('id', '=', row.id).execute()
  }
  for (const row of plan.buried) {
    const series_changed = goneByHand(row)
    isOther ||= series_changed !== row.series_changed
    await tx.updateTable('events').set({ series_changed }).where('id', '=', row.id).execute()
  }
  await detach(tx, plan.kept)
  return isOther || [plan.created, plan.removed, plan.kept].some((some) => some.length > 0)
}

/** What says only when something was done, or how far it was. */
const passing = new Set(['modified_at', 'laid_until', 'sequence', 'template'])

function isSameSeries(series: SeriesRow, before: SeriesRow): boolean {
  const own = Object.entries(series).filter(([name]) => !passing.has(name))
  return isWithin(Object.fromEntries(own), before) && isSameTemplate(series, before)
}

const inOrder = ({ terms }: Template) => terms.toSorted((first, second) => first.id - second.id)

function isSameTemplate(series: SeriesRow, before: SeriesRow): boolean {
  const [one, other] = [templateIfSound(series), templateIfSound(before)]
  return (
    one !== undefined &&
    other !== undefined &&
    isDeepStrictEqual({ ...one, terms: inOrder(one) }, { ...other, terms: inOrder(other) })
  )
}

/** Whether a row has these values already. */
export function isWithin(values: object, row: object): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...row }
  return Object.entries(values).every(([name, value]) => stored[name] === value)
}

/** What was sent, with ids in the place of what was new, and the series with it. */
async function settled(tx: Writer, applying: Applying): Promise<{ sent: Sent; series: SeriesRow }> {
  const { context, meant, series, digest } = applying
  const { costFormat, currencyCode } = context
  const { slug, ...changes } = Object.fromEntries(
    Object.entries(applying.sent).filter(([name, value]) => value !== undefined && !times.has(name)),
  ) as Sent
  const page = { pageUrl: applying.pageUrl(meant.anchor), costFormat, currencyCode, tickets: [] }
  // What only repeats the date that was named says nothing of the others, unless it overwrites what they have, or is all that was sent.
  const said = withoutEchoes(changes, meant.anchor, page)
  const isAll =
    Object.keys(said).length === 0 && ![...times].some((name) => Object.hasOwn(applying.sent, name))
  const isMeant = applying.isOverriding || (isAll && applying.recurrence === undefined)
  const news = isMeant ? { ...said, ...repeated(changes, said, meant.anchor) } : said
  const linked: Partial<Record<'venue' | 'organizer', readonly Linked[]>> = {}
  for (const kind of [venueKind, organizerKind]) {
    const wanted = news[kind.name]
    if (wanted) linked[kind.name] = (await chosenIds(tx, kind, wanted, applying)).map((id) => ({ id }))
  }
  const sent: Sent = { ...news, ...linked }
  const before = templateIfSound(series) ?? (await templateOfDate(tx, meant.anchor))
  const terms = await chooseTerms(tx, before.terms, sent, applying.caller)
  const idsOf = (name: 'venue' | 'organizer', had: readonly number[]) =>
    linked[name]?.flatMap((one) => ('id' in one ? one.id : [])) ?? had
  const { status: _status, ...own } = sent
  const { own: stored, status } = before.columns
  const fields = { sent, before: { own: stored, status }, after: { status }, terms: async () => terms }
  const template: Template = {
    columns: {
      ...before.columns,
      ...(own.title === undefined ? {} : { title: own.title }),
      ...(own.description === undefined ? {} : { description: own.description ?? '' }),
      ...(own.image_id === undefined ? {} : { image_id: own.image_id }),
      ...templatePart(ownColumns(own, ''), before.columns),
      own: await ownOfEvent(tx, fields, applying),
      ...(sent.status === undefined || sent.status === 'trash'
        ? {}
        : { status: settledStatus(applying, sent.status) }),
    },
    slug: slug === undefined || slug === meant.anchor.slug ? before.slug : slugify(slug),
    venues: idsOf('venue', before.venues),
    organizers: idsOf('organizer', before.organizers),
    terms: terms.map(({ id, taxonomy }) => ({ id, taxonomy })),
  }
  return {
    sent,
    series: {
      ...series,
      title: template.columns.title,
      ...(sent.author === undefined ? {} : { author_id: sent.author }),
      ...(digest === undefined ? {} : { password_digest: digest }),
      template: JSON.stringify(template),
    },
  }
}

/** What the dates of a series get of one of them, where what is stored of it cannot be read. */
async function templateOfDate(tx: Writer, event: EventRow): Promise<Template> {
  const links = await allLinks(tx, event.id)
  const idsOf = (kind: LinkedKind) => links.find((each) => each.kind === kind)?.ids ?? []
  const terms = await ownTerms(tx, event.id)
  return {
    columns: templateColumns(event),
    slug: slugify(event.title),
    venues: idsOf(venueKind),
    organizers: idsOf(organizerKind),
    terms: terms.map(({ id, taxonomy }) => ({ id, taxonomy })),
  }
}

/** What was sent and only repeats the date that was named, as it is stored there. */
function repeated(sent: Sent, said: Sent, { title, description, excerpt, website }: EventRow): Sent {
  const stored = { title, description, excerpt, website, cost: sent.cost }
  return Object.fromEntries(
    Object.entries(stored).filter(([name]) => Object.hasOwn(sent, name) && !Object.hasOwn(said, name)),
  ) as Sent
}

/** The columns of a template that an update names. */
function templatePart(
  columns: Partial<EventRow>,
  template: Template['columns'],
): Partial<Template['columns']> {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name in template))
}

/** Who may not publish has published nothing by it. */
function settledStatus({ caller }: Applying, status: EventRow['status']): EventRow['status'] {
  return caller.role === 'contributor' && status !== 'draft' ? 'pending' : status
}

/** Changes an occurrence, but for the fields that were changed on it alone, unless these are overwritten; answers whether it did. */
async function changeDate(
  tx: Writer,
  applying: Applying & {
    readonly template: Template
    /** Whether what was sent says when dates are: what is written of each no longer does. */
    readonly isTimed: boolean
  },
  { row: found, wall, isBack = false }: Stays,
): Promise<boolean> {
  // It may have been split off with its series.
  const row = { ...found, series_id: applying.series.id }
  const { context, series, template, schedule, sent, isOverriding, pageUrl } = applying
  const series_key = wall ? keyOf(wall, schedule) : row.series_key
  const belongs = { series_id: series.id, series_key }
  const own = changedFieldsOf(row)
  const isHeld = (name: string) => !isOverriding && own.includes(name)
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !isHeld(name))) as Sent
  const isMoved = own.includes('start_date')
  const isGiven = wall !== undefined && (!isMoved || (isOverriding && applying.isTimed))
  const at = isGiven ? timesAt(wall, lasting(schedule, row, isHeld('end_date'))) : undefined
  // What went because the rule did not have it comes back with it.
  const status = row.status === 'trash' ? template.columns.status : fields.status
  const day = wallOf(series_key ?? row.start_wall)
  // What was cancelled because the rule did not have it takes place again.
  const isScheduled = isBack && row.event_status === 'canceled' && !own.includes('event_status')
  const getsSlug = row.slug === '' && status !== undefined && needsSlug(status)
  const named = new Set<string>(isOverriding ? [...Object.keys(fields), ...(at ? times : [])] : [])
  const { before, after } = await updateEventIn(
    tx,
    {
      context,
      sent: {
        ...fields,
        ...(status === undefined ? {} : { status }),
        ...(isScheduled ? { event_status: template.columns.event_status } : {}),
        ...(getsSlug ? { slug: slugOn(template.slug, day) } : {}),
      },
      digest: isHeld('password') ? undefined : applying.digest,
      pageUrl,
      times: at ?? timesOfRow(row),
      series: { ...belongs, series_changed: JSON.stringify(own.filter((name) => !named.has(name))) },
    },
    { ...applying, id: row.id, stored: row, guard: async () => {} },
  )
  return before !== after
}

/** The schedule, with the length that a date has by itself. */
function lasting(schedule: Schedule, row: EventRow, isOwn: boolean): Schedule {
  if (!isOwn || schedule.isAllDay !== (row.all_day === 1)) return schedule
  return { ...schedule, duration: timesOf(row, schedule.zone).duration }
}

function timesOfRow(row: EventRow) {
  const { all_day, timezone, timezone_abbr, start_wall, end_wall, starts_at, ends_at } = row
  return { all_day, timezone, timezone_abbr, start_wall, end_wall, starts_at, ends_at }
}

/** Takes the dates away: to the trash, or for good. One that has tickets, or guests, is cancelled instead of being trashed: answers those. */
export async function removeDates(
  tx: Writer,
  rows: readonly EventRow[],
  scoped: Scoped & { readonly isForGood: boolean },
): Promise<readonly EventRow[]> {
  const tickets = scoped.isForGood
    ? new Map<number, unknown>()
    : await ticketsOf(
        tx,
        rows.map(({ id }) => id),
      )
  const awaited = scoped.isForGood ? new Set<number>() : await eventsWithGuests(tx, rows)
  const isKept = ({ id }: EventRow) => tickets.has(id) || awaited.has(id)
  for (const row of rows) {
    const change = { ...scoped, id: row.id, stored: row, guard: async () => {} }
    const series = {
      series_id: row.series_id,
      series_key: row.series_key,
      series_changed: row.series_changed,
    }
    if (scoped.isForGood) await removeEventRowIn(tx, row, change)
    else if (isKept(row))
      await updateEventIn(
        tx,
        { context: scoped.context, sent: { event_status: 'canceled' }, pageUrl: scoped.pageUrl, series },
        change,
      )
    else {
      await trashEventIn(tx, change)
      // It did not go by hand, and so comes back when its series has the date again.
      await tx
        .updateTable('events')
        .set({ series_changed: row.series_changed })
        .where('id', '=', row.id)
        .execute()
    }
  }
  return rows.filter(isKept)
}

/** The dates become single events. */
async function detach(tx: Writer, rows: readonly EventRow[]): Promise<void> {
  for (const ids of inParts(rows.map(({ id }) => id)))
    await tx
      .updateTable('events')
      .set({ series_id: null, series_key: null, series_changed: '[]' })
      .where('id', 'in', ids)
      .execute()
}
