import { mayEdit } from '../../http/auth/rights.ts'
import { type Beginning, beginSeries, recurrenceOfOne } from './series.begin.write.ts'
import { createSeries } from './series.create.write.ts'
import { BadRecurrence } from '../../pure/calendar/recurrence.rule.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type WithImage, withImages } from '../events/events.images.ts'
import { withLinks } from '../events/events.linked.ts'
import type { CreateEvent, UpdateEvent } from '../events/events.params.ts'
import { existingEvent } from '../rows/event.access.ts'
import { guardOf, ownRepresentation } from '../events/events.representation.ts'
import { eventView, prepareView } from '../events/events.view.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Ask, Checked, Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import type { ById, BySlug } from '../../pure/params/path.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { postUrl } from '../posts/posts.view.ts'
import { wholly } from '../../http/wholly.ts'
import { type SentRecurrence } from '../../pure/calendar/recurrence.ts'
import {
  createWithRecurrence,
  deleteWithScope,
  type Scope,
  type UpdateWithScope,
  updateWithScope,
} from './series.params.ts'
import { neighboursOf } from './series.chain.ts'
import { occurrencesIn, visibleOccurrences } from './series.query.ts'
import { type Clock, settleBegun, settleSeries } from './series.settle.ts'
import { removeScope, updateScope } from './series.scope.write.ts'
import type { Scoped } from './series.scoped.ts'
import { seriesView } from './series.view.ts'

/** The resources of events: the list, and two addresses of one event. */
type Events = readonly [list: Resource, byId: Resource<ById>, bySlug: Resource<BySlug>]
type Named = { readonly id: number } | { readonly slug: string }

/** What series are settled by. */
export function clockOf(
  { siteZone, seriesHorizonMonths: horizonMonths }: Pick<Context, 'siteZone' | 'seriesHorizonMonths'>,
  now: Temporal.Instant,
): Clock {
  return { now, siteZone, horizonMonths }
}

/** The resources of events, which make a series where a recurrence is sent, and change several of its dates where a scope is. */
export function withSeries(context: Context, [list, byId, bySlug]: Events): Events {
  return [
    { ...list, endpoints: list.endpoints.map((endpoint) => creating(context, endpoint)) },
    { ...byId, endpoints: byId.endpoints.map((endpoint) => scoping(context, endpoint)) },
    { ...bySlug, endpoints: bySlug.endpoints.map((endpoint) => scoping(context, endpoint)) },
  ]
}

type CreateSeries = CreateEvent & { readonly recurrence?: SentRecurrence }

function creating(context: Context, endpoint: Endpoint<object, never>): Endpoint<object, never> {
  if (!endpoint.methods.includes('POST')) return endpoint
  const create = endpoint as Endpoint<object, CreateEvent>
  const own: Endpoint<object, CreateSeries> = {
    ...create,
    summary:
      'Create an event, with its venue, organizers and terms if these are new; with a recurrence, a series.',
    params: createWithRecurrence,
    check: async (ask) => {
      const faults = (await create.check?.(ask)) ?? {}
      const { start_date, end_date, recurrence } = ask.params
      if (!recurrence || !start_date || !end_date || Object.keys(faults).length > 0) return faults
      const settled = settleSeries(
        { ...ask.params, start_date, end_date },
        recurrence,
        clockOf(context, ask.now),
      )
      return 'faults' in settled ? settled.faults : faults
    },
    handle: async (ask) => {
      const { recurrence, ...params } = ask.params
      if (!recurrence) return create.handle({ ...ask, params })
      const sent = await withImages(context, params, ask)
      const settled = settleSeries(sent, recurrence, clockOf(context, ask.now))
      if ('faults' in settled) throw new Error('The recurrence was checked.')
      const writing = { caller: ask.caller, now: ask.now, siteZone: context.siteZone }
      return wholly(context, async (within) => {
        const id = await createSeries(within, sent, settled.schedule, writing)
        return { status: 201, body: await eventShown(within, id, ask) }
      })
    },
  }
  return own
}

/** The date that was named, or where that has gone the next one of its series that is there, or the last. */
async function thereNow({ db: { read } }: Context, { id, starts_at, series_id }: EventRow): Promise<number> {
  const row = await findEventRow(read, id)
  if (row && row.status !== 'trash') return id
  const dates = await occurrencesIn(read, row?.series_id ?? series_id ?? 0)
  const there = dates
    .filter(({ status }) => status !== 'trash')
    .toSorted((one, other) => one.starts_at - other.starts_at)
  return (there.find((date) => date.starts_at >= starts_at) ?? there.at(-1))?.id ?? id
}

type Removal = { readonly scope?: Scope; readonly dry_run?: boolean; readonly force?: boolean }

function scoping<Path extends Named>(
  context: Context,
  endpoint: Endpoint<Path, never>,
): Endpoint<Path, never> {
  if (endpoint.methods.includes('DELETE')) return removing(context, endpoint as Endpoint<Path, Removal>)
  return endpoint.methods.includes('PUT')
    ? updating(context, endpoint as Endpoint<Path, UpdateEvent>)
    : endpoint
}

function updating<Path extends Named>(
  context: Context,
  update: Endpoint<Path, UpdateEvent>,
): Endpoint<Path, never> {
  const own: Endpoint<Path, UpdateWithScope> = {
    ...update,
    params: updateWithScope,
    check: async (ask): Promise<Checked> => {
      const { scope, recurrence } = ask.params
      const faults = (await update.check?.(ask)) ?? {}
      if (recurrence === undefined) return faults
      const stored = await findEventRow(context.db.read, await idOf(context, ask.path))
      // Faults that depend on stored values would reveal these to callers without the right to them.
      const isSingle = stored && stored.series_id === null && mayEdit(ask.caller, stored)
      if (isSingle && recurrence && scope !== 'this') {
        const settled = settleBegun(stored, ask.params, recurrence, clockOf(context, ask.now))
        return 'faults' in settled ? { ...settled.faults, ...faults } : faults
      }
      if (scope !== 'this' && scope !== undefined) return faults
      return { ...faults, recurrence: recurrenceOfOne }
    },
    handle: async (ask) => {
      const { scope = 'this', ...params } = ask.params
      const first = params.recurrence && (await singleNamed(context, ask))
      if (first && params.recurrence) {
        const sent = await withImages(context, fieldsOf(params), ask)
        const { recurrence } = params
        return wholly(context, async (within) => {
          const applied = await beginSeries(beginning(within, ask, first.id), sent, recurrence)
          if (params.dry_run) return { body: applied }
          return { body: { ...(await eventShown(within, first.id, ask)), applied } }
        })
      }
      if (scope === 'this') {
        if (!params.dry_run) return update.handle({ ...ask, params: fieldsOf(params) })
        const id = await idOf(context, ask.path)
        return { body: { changed: [id], created: [], removed: [], kept: [] } }
      }
      const { event, seriesId } = await dateNamed(context, ask)
      const sent = await withImages(context, fieldsOf(params), ask)
      return wholly(context, async (within) => {
        const applied = await scopedUpdate(within, { ...ask, sent }, { seriesId, scope, eventId: event.id })
        if (params.dry_run) return { body: applied }
        const id = params.status === 'trash' ? event.id : await thereNow(within, event)
        return { body: { ...(await eventShown(within, id, ask)), applied } }
      })
    },
  }
  return own
}

function removing<Path extends Named>(
  context: Context,
  remove: Endpoint<Path, Removal>,
): Endpoint<Path, never> {
  const own: Endpoint<Path, Removal> = {
    ...remove,
    params: deleteWithScope,
    handle: async (ask) => {
      const { scope = 'this', dry_run: isDry, force } = ask.params
      if (scope === 'this') {
        if (!isDry) return remove.handle(ask)
        const id = await idOf(context, ask.path)
        return { body: { changed: [], created: [], removed: [id], kept: [] } }
      }
      const { event, seriesId } = await dateNamed(context, ask)
      return wholly(context, async (within) => {
        const shown = await eventShown(within, event.id, ask)
        const scoped = scopedWrite(within, ask, { seriesId, scope, eventId: event.id, isDry })
        const applied = await removeScope(scoped, force === true)
        if (isDry) return { body: applied }
        const isLeft = await findEventRow(within.db.read, event.id)
        return { body: { ...(isLeft ? await eventShown(within, event.id, ask) : shown), applied } }
      })
    },
  }
  return own
}

/** What was sent of the event, without what says how it is changed. */
export function fieldsOf(sent: Partial<UpdateWithScope>): UpdateEvent {
  const { scope: _scope, dry_run: _dryRun, override: _override, recurrence: _recurrence, ...fields } = sent
  return fields
}

async function idOf({ db }: Context, path: Named): Promise<number> {
  return 'id' in path ? path.id : ((await findIdBySlug(db.read, kinds.event, path.slug)) ?? 0)
}

/** The event of the address, where it is of no series. */
async function singleNamed(context: Context, { path }: Pick<Ask<Named>, 'path'>) {
  const event = await existingEvent(context.db.read, await idOf(context, path))
  return event.series_id === null ? event : undefined
}

/** Who makes a single event the first date of a series, and how If-Match is held against it. */
function beginning(context: Context, ask: Ask<unknown, Partial<UpdateWithScope>>, id: number): Beginning {
  const { caller, now, site, params } = ask
  return {
    context,
    id,
    caller,
    now,
    siteZone: context.siteZone,
    isDry: params.dry_run === true,
    pageUrl: (event) => postUrl(site, kinds.event, event),
    guard: guardOf({ context, representation: ownRepresentation }, ask),
  }
}

/** The event of the address and its series; throws 409 for one that is of none. */
async function dateNamed(context: Context, { path }: Pick<Ask<Named>, 'path'>) {
  const event = await existingEvent(context.db.read, await idOf(context, path))
  if (event.series_id === null) throw new ApiError('rest_not_in_series', { id: event.id })
  return { event, seriesId: event.series_id }
}

/** Which dates a write is about. */
export interface Aim extends Pick<Scoped, 'seriesId' | 'scope' | 'eventId'> {
  readonly isDry?: boolean | undefined
}

/** Who writes what dates, and how If-Match is held against the series, or the date that was named. */
export function scopedWrite(
  context: Context,
  { caller, now, site, assertMatch }: Ask<unknown, unknown>,
  { isDry = false, ...aim }: Aim,
): Scoped {
  const { siteZone } = context
  return {
    ...aim,
    context,
    caller,
    now,
    siteZone,
    isDry,
    pageUrl: (event) => postUrl(site, kinds.event, event),
    guard: (db, series) =>
      assertMatch(async () =>
        seriesView(series, await visibleOccurrences(db, series.id, caller), {
          site,
          siteZone,
          now,
          neighbours: await neighboursOf(db, [series], caller),
        }),
      ),
  }
}

/** Changes several dates as was sent, with the images that were chosen. */
export async function scopedUpdate(
  context: Context,
  ask: Ask<unknown, Partial<UpdateWithScope>> & { readonly sent: UpdateEvent & WithImage },
  aim: Omit<Aim, 'isDry'>,
): Promise<object> {
  const { recurrence, override, dry_run: isDry } = ask.params
  const { sent } = ask
  const scoped = scopedWrite(context, ask, { ...aim, isDry })
  try {
    return await updateScope(scoped, { sent, recurrence, isOverriding: override === true })
  } catch (error) {
    if (!(error instanceof BadRecurrence)) throw error
    throw new Error('A recurrence was not checked.', { cause: error })
  }
}

async function eventShown(
  context: Context,
  id: number,
  { caller, site, now }: Ask<unknown, unknown>,
): Promise<object> {
  const { read } = context.db
  const [whole] = await withLinks(rowsIn(read), [await existingEvent(read, id)], caller)
  if (!whole) throw new ApiError('rest-event-not-found', { by: 'ID', named: id })
  return eventView(await prepareView(whole, site, context), site, { ...context, now })
}
