import { Type, type Static } from 'typebox'
import { utcText } from '../../pure/calendar/text.ts'
import type { Site } from '../../http/site.ts'
import { agendaAt } from './openagenda/openagenda.address.ts'
import { importRecord, importView, type ImportRow } from './imports.job.ts'
import { everyText } from './imports.schedule.ts'
import { storedReport } from './imports.report.ts'
import type { SourceRow } from './imports.sources.query.ts'

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const number = (description: string) => Type.Integer({ minimum: 0, description })

/** How a source does. */
const healths = ['new', 'good', 'attention', 'failing'] as const

/** A source that is kept, on the wire. */
export const importSourceRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the source, in a sequence of its own.' }),
  name: Type.String({ description: 'What people call it.' }),
  kind: Type.Enum(['site', 'calendar', 'table', 'page', 'unknown', 'agenda'], {
    description: 'What it is, once it was read.',
  }),
  url: orNull('Where it is; null for a file that is sent.'),
  file: orNull('The name of the file; null for an address.'),
  map: Type.String({ description: 'Which columns of a table are which fields.' }),
  dates: orNull('The order of days, months and years in the dates of a table.'),
  status: orNull('What the events of a table come as where their rows do not say it; null: published.'),
  timezone: orNull('The zone of the times of a table where its rows name none; null: that of the site.'),
  duration: orNull(
    'How long the events of a table last where their rows say no end, such as 2h, or midnight; null: they end as they begin.',
  ),
  allow_removals: Type.Boolean({ description: 'Whether removals are followed even when most is gone.' }),
  user: Type.Union([Type.Integer(), Type.Null()], { description: 'In whose name it is imported.' }),
  every: orNull('How long after one run the next one is; null: by hand alone.'),
  at: orNull('At what time of the day, in the zone of the site.'),
  health: Type.Enum([...healths], {
    description:
      'How it does: “failing” when the last run failed, “attention” when something was left out or lost in it, “new” before the first.',
  }),
  message: orNull('Why it is failing, or the first thing that needs a look.'),
  running: Type.Boolean({ description: 'Whether it is being imported.' }),
  created_utc: Type.String({ description: 'When it was set up, in UTC.' }),
  last_success_utc: orNull('When a run last went well, in UTC.'),
  failing_since_utc: orNull('Since when runs fail, in UTC.'),
  failures: number('How many runs in a row have failed.'),
  next_run_utc: orNull('When it is imported again by itself, in UTC.'),
  events: number('How many events came from it and are here.'),
  runs: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID of the import.' }),
      status: importRecord.properties.status,
      created_utc: Type.String({ description: 'When it began, in UTC.' }),
      created: number('Events that are new.'),
      updated: number('Events that changed.'),
      removed: number('Events that went to the trash.'),
      skipped: number('Records of any kind that were left out.'),
      message: orNull('Why it failed.'),
    }),
    { description: 'The last 14 runs, the newest first.' },
  ),
  rest_url: Type.String({ format: 'uri', description: 'The source in this service.' }),
})
export type ImportSourceView = Static<typeof importSourceRecord>

/** The list of sources. */
export const importSourceListRecord = Type.Object({
  sources: Type.Array(importSourceRecord, { description: 'Those that fail first, then by name.' }),
  total: number('How many there are.'),
})

/** A page of the list of imports. */
export const importListRecord = Type.Object({
  imports: Type.Array(importRecord, { description: 'The newest first.' }),
  total: number('How many there are.'),
  total_pages: number('How many pages there are.'),
})

/** What there is beside the row of a source. */
export interface SourceAbout {
  readonly runs: readonly ImportRow[]
  readonly events: number
  readonly site: Site
  readonly now_s: number
}

/** The source as it is shown. */
export function sourceView(row: SourceRow, { runs, events, site, now_s }: SourceAbout): ImportSourceView {
  const isRunning = row.lease_key !== '' && row.lease_until > now_s
  const ended = runs.find(({ status }) => status !== 'running')
  const needsLook = ended?.status === 'done' ? lookIn(ended) : undefined
  const isFailing = row.failures > 0
  return {
    id: row.id,
    name: row.name,
    kind: kindOf(row),
    url: row.url || null,
    file: row.file || null,
    map: row.map,
    dates: row.dates || null,
    status: row.status || null,
    timezone: row.timezone || null,
    duration: row.duration || null,
    allow_removals: row.allow_removals === 1,
    user: row.user_id,
    every: everyText(row.every_s),
    at: row.at_time || null,
    health: isFailing ? 'failing' : needsLook ? 'attention' : ended ? 'good' : 'new',
    message: isFailing ? (ended?.fault ?? null) : (needsLook ?? null),
    running: isRunning,
    created_utc: utcText(row.created_at),
    last_success_utc: momentOf(row.last_success_at),
    failing_since_utc: momentOf(row.failing_since),
    failures: row.failures,
    next_run_utc: momentOf(row.next_at),
    events,
    runs: runs.map((run) => {
      const { id, status, created_utc, message, report } = importView(run, site, now_s)
      const { created, updated, removed } = report.counts.event
      const skipped = Object.values(report.counts).reduce((sum, counts) => sum + counts.skipped, 0)
      return { id, status, created_utc, created, updated, removed, skipped, message }
    }),
    rest_url: `${site.rest}/imports/sources/${row.id}`,
  }
}

function momentOf(at: number | null): string | null {
  return at === null ? null : utcText(at)
}

/** The first thing in a report that somebody should look at. */
function lookIn({ report }: ImportRow): string | undefined {
  const { skipped, lost, shortfalls } = storedReport(report)
  const [first] = skipped.length > 0 ? skipped : lost
  if (first) return first.title === undefined ? first.says : `${first.title}: ${first.says}`
  return shortfalls[0]
}

/** What a source is, by the name under which it is remembered. */
function kindOf({ reading, url, file }: SourceRow): ImportSourceView['kind'] {
  if (reading.startsWith('CSV ')) return 'table'
  if (reading.startsWith('iCalendar')) return 'calendar'
  if (reading.startsWith('JSON-LD')) return 'page'
  if (reading.startsWith('OpenAgenda') || agendaAt(url)) return 'agenda'
  if (reading !== '') return 'site'
  if (/\.(?:csv|tsv|txt)(?:$|\?)/i.test(file || url)) return 'table'
  return /\.ics(?:$|\?)/i.test(file || url) ? 'calendar' : 'unknown'
}
