import { mayRead } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { writeFaults } from '../events/events.faults.ts'
import { withImages } from '../events/events.images.ts'
import { assertPage, listAnswer, type ListShape } from '../../http/list.ts'
import type { Ask, Checked, Endpoint, Resource } from '../../http/resource.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { wholly } from '../../http/wholly.ts'
import { lacksOnCollection, lacksOnSome } from '../posts/posts.rights.ts'
import {
  deleteSeriesParams,
  type ListSeries,
  listSeriesParams,
  type UpdateSeries,
  updateSeriesParams,
} from './series.params.ts'
import { neighboursOf } from './series.chain.ts'
import { listSeries, occurrencesIn, occurrencesSeen, visibleOccurrences } from './series.query.ts'
import { findSeries } from '../schedules/schedules.query.ts'
import { previewEndpoint } from './series.preview.ts'
import { fieldsOf, scopedUpdate, scopedWrite } from './series.scoped.routes.ts'
import { removeScope } from './series.scope.write.ts'
import { seriesView } from './series.view.ts'

const list: ListShape = { key: 'series', order: 'items first', pastTheEnd: 'series-archive-page-not-found' }

/** The addresses of series: the list, one of them, and what a recurrence would give. */
export function seriesResources(context: Context): Resource<never>[] {
  return [
    {
      path: '/series',
      pathParams: noParams,
      isExtension: true,
      endpoints: [listEndpoint(context)],
      lacks: async () => ({}),
    },
    {
      path: '/series/preview',
      pathParams: noParams,
      isExtension: true,
      endpoints: [previewEndpoint(context)],
      lacks: lacksOnCollection,
    },
    {
      path: '/series/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [readEndpoint(context), removeEndpoint(context), updateEndpoint(context)],
      // Rights are those to its dates, each of which is asked.
      lacks: lacksOnSome,
    } satisfies Resource<ById>,
  ]
}

function listEndpoint(context: Context): Endpoint<object, ListSeries> {
  return {
    methods: ['GET'],
    summary: 'List series, the latest first.',
    params: withPageSizes(listSeriesParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: 'SeriesList' },
    handle: async ({ params, caller, site, now }) => {
      const { read } = context.db
      const number = params.page ?? 1
      const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
      const part = { offset: (number - 1) * perPage, limit: perPage }
      const { total, series } = await listSeries(read, { caller, search: params.search }, part)
      const page = { page: number, perPage, total }
      assertPage(list, page)
      const ids = series.map(({ id }) => id)
      const dates = await occurrencesSeen(read, ids, caller)
      const neighbours = await neighboursOf(read, series, caller)
      const shown = { site, siteZone: context.siteZone, now, neighbours }
      const items = series.map((row) => seriesView(row, dates.get(row.id) ?? [], shown))
      const filters: [string, string][] = [['per_page', String(perPage)]]
      if (params.search !== undefined) filters.push(['search', params.search])
      return listAnswer(list, site, { items, page, filters })
    },
  }
}

/** The record of a series; throws 404 unless the reader sees any of its dates. */
async function seriesShown(
  context: Context,
  id: number,
  { caller, site, now }: Pick<Ask, 'caller' | 'site' | 'now'>,
): Promise<object> {
  const { read } = context.db
  const series = await findSeries(read, id)
  const dates = series ? await visibleOccurrences(read, id, caller) : []
  if (!series || dates.length === 0) throw new ApiError('rest_series_not_found', { id })
  const neighbours = await neighboursOf(read, [series], caller)
  return seriesView(series, dates, { site, siteZone: context.siteZone, now, neighbours })
}

function readEndpoint(context: Context): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read a series.',
    params: noParams,
    answer: { status: 200, says: 'The series.', schema: 'Series' },
    handle: async (ask) => ({ body: await seriesShown(context, ask.path.id, ask) }),
  }
}

function updateEndpoint(context: Context): Endpoint<ById, UpdateSeries> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Change all dates of a series that are to come: what is sent changes, what is not stays.',
    params: updateSeriesParams,
    answer: { status: 200, says: 'The series as it is now.', schema: 'Series' },
    check: async (ask) => updateFaults(context, ask),
    handle: async (ask) => {
      const sent = await withImages(context, fieldsOf(ask.params), ask)
      return wholly(context, async (within) => {
        const aim = { seriesId: ask.path.id, scope: 'all' } as const
        const applied = await scopedUpdate(within, { ...ask, sent }, aim)
        if (ask.params.dry_run) return { body: applied }
        return { body: await shownAfter(within, ask, applied) }
      })
    },
  }
}

async function updateFaults(context: Context, ask: Ask<ById, Partial<UpdateSeries>>): Promise<Checked> {
  // The end is held against the start once it is known which dates are meant.
  const { start_date: _start, end_date: _end, ...params } = ask.params
  return writeFaults(context, { ...ask, params })
}

function removeEndpoint(
  context: Context,
): Endpoint<ById, { readonly force?: boolean; readonly dry_run?: boolean }> {
  return {
    methods: ['DELETE'],
    summary: 'Move the dates of a series that are to come to the trash, or with force remove them for good.',
    title: 'Move the dates to come of a series to the trash',
    operation: 'deleteSeries',
    params: deleteSeriesParams,
    answer: { status: 200, says: 'What has happened to its dates.', schema: 'SeriesChange' },
    handle: async (ask) => {
      const scoped = scopedWrite(context, ask, {
        seriesId: ask.path.id,
        scope: 'all',
        isDry: ask.params.dry_run,
      })
      return { body: await removeScope(scoped, ask.params.force === true) }
    },
  }
}

/** The series as it is after a change; what has happened to its dates where none are left. */
async function shownAfter(context: Context, ask: Ask<ById, unknown>, applied: object): Promise<object> {
  const rows = await occurrencesIn(context.db.read, ask.path.id)
  const isAny = rows.some((row) => row.status !== 'trash' && mayRead(ask.caller, row))
  return isAny ? { ...(await seriesShown(context, ask.path.id, ask)), applied } : applied
}
