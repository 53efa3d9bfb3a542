import { can } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Answer, Endpoint, Resource } from '../../http/resource.ts'
import { listBound } from '../../pure/calendar/window.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import { noParams } from '../../pure/params/path.ts'
import { tableText } from '../../pure/text/csv.ts'
import { unkept } from './guests.parts.ts'
import { tableAnswer } from './guests.csv.ts'
import { type ReportParams, reportParams } from './report.params.ts'
import { readReport } from './report.query.ts'
import type { ReportRecord } from './report.record.ts'

/** How many came to events, for editors. */
export function reportResource(context: Context): Resource {
  return {
    path: '/registrations/report',
    pathParams: noParams,
    isExtension: true,
    endpoints: [reportEndpoint(context)],
    lacks: async (caller) => (can(caller, 'edit_others') ? {} : { GET: 'edit_others' }),
  }
}

function reportEndpoint({ db, siteZone }: Context): Endpoint<object, ReportParams> {
  const boundOf = (
    moment: ReportParams['start_date'],
    is: 'start_date' | 'end_date',
    now: Temporal.Instant,
  ) => moment && listBound(moment, is, false, siteZone, now)
  return {
    methods: ['GET'],
    summary: 'Tell how many came to events, by category, tag, venue, organizer or month.',
    title: 'Tell how many came to events',
    operation: 'reportRegistrations',
    params: reportParams,
    answer: {
      status: 200,
      says: 'The numbers; with the format csv as a table.',
      schema: 'RegistrationReport',
    },
    check: async ({ params, now }) =>
      Object.fromEntries(
        (['start_date', 'end_date'] as const)
          .filter((name) => params[name] && !boundOf(params[name], name, now))
          .map((name) => [name, noSuchDay]),
      ),
    handle: async ({ params, now }) => {
      const { group = 'month', start_date, end_date, format } = params
      const from = boundOf(start_date, 'start_date', now)?.at
      const until = boundOf(end_date, 'end_date', now)?.at
      const report = await readReport(db.read, { group, from, until, siteZone })
      return format === 'csv' ? tableOf(report, now) : { body: report, headers: unkept }
    },
  }
}

const columns = [
  'id',
  'name',
  'events',
  'registered',
  'people',
  'arrived',
  'head_count',
  'no_shows',
  'canceled',
  'waited',
] as const

function tableOf({ group, rows }: ReportRecord, now: Temporal.Instant): Answer {
  const lines = rows.map((row) => columns.map((name) => row[name] ?? ''))
  return tableAnswer(tableText([columns, ...lines]), `report-${group}.csv`, now)
}
