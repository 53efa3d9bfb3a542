import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, send } = seriesIn(() => app)

/** Everything that shows a date of a series, and what stands beside it. */
async function readAll(series: number, id: number, slug: string): Promise<[string, number][]> {
  const window = 'start_date=2030-01-01&end_date=2040-01-01&per_page=50'
  const below = [
    `events?${window}`,
    `events?${window}&context=edit&collapse=series`,
    `events.ics?${window}`,
    `events.rss?${window}`,
    `events.json?${window}`,
    `events.csv?${window}`,
    `events/${id}`,
    `events/${id}?context=edit`,
    `events/${id}.ics`,
    `events/${id}/history`,
    'series',
    `series/${series}`,
    `series/${series}.ics`,
    `series/${series}/history`,
    'changes',
  ]
  const pages = [`/event/${slug}/`, `/event/${slug}/all/`, '/', '/day/2031-03-11/', '/month/2031-03/']
  const found: [string, number][] = []
  for (const path of below) found.push([path, (await app.ask({ path, as: 'administrator' })).status])
  for (const path of pages) found.push([path, (await app.ask({ path, absolute: true })).status])
  return found
}

type Bad = readonly [table: 'series' | 'events', what: string, column: string, value: string | null]

const bad: readonly Bad[] = [
  ['series', 'neither rule nor dates', 'recurrence', '[]'],
  ['series', 'no JSON', 'recurrence', 'oops'],
  ['series', 'no list', 'recurrence', '{"a":1}'],
  ['series', 'a rule that cannot be read', 'recurrence', '["RRULE:FREQ=SOMETIMES"]'],
  ['series', 'a rule that gives nothing', 'recurrence', '["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]'],
  ['series', 'a rule that is not that of its dates', 'recurrence', '["RRULE:FREQ=DAILY;COUNT=2"]'],
  ['series', 'dates of another zone', 'recurrence', '["RDATE;TZID=Mars/Base:20310304T190000"]'],
  ['series', 'an unknown zone', 'timezone', 'Mars/Base'],
  ['series', 'no start', 'start_wall', 'soon'],
  ['series', 'a start of the rule that is none', 'rule_from', 'soon'],
  ['series', 'a template that is none', 'template', 'oops'],
  ['series', 'an empty template', 'template', '{}'],
  ['series', 'a place up to which it is laid out that is none', 'laid_until', 'soon'],
  ['events', 'changed fields that are no JSON', 'series_changed', 'oops'],
  ['events', 'changed fields that are no list', 'series_changed', '{"a":1}'],
  ['events', 'former starts that are no JSON', 'previous_starts', '[1,'],
  ['events', 'former starts that are no numbers', 'previous_starts', '["soon"]'],
  ['events', 'costs that are no JSON', 'cost', 'five'],
  ['events', 'costs that are no texts', 'cost', '[5, null]'],
  ['events', 'no key', 'series_key', null],
  ['events', 'a key that is none', 'series_key', 'soon'],
  ['events', 'an unknown zone', 'timezone', 'Mars/Base'],
  ['events', 'an unknown status of what happens', 'event_status', 'beamed'],
  ['events', 'an unknown way to attend', 'attendance_mode', 'telepathy'],
  ['events', 'an unknown audience', 'online_url_shown', 'nobody'],
  ['events', 'no start', 'start_wall', 'soon'],
  ['events', 'no end', 'end_wall', ''],
]

test.each(bad)(
  'a row of %s with %s costs itself, and no list, feed or page',
  async (table, _what, column, value) => {
    const { series, dates } = await make()
    const date = at(dates, 1)
    const id = table === 'series' ? series : date.id
    await app.db.write((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(tx),
    )
    const found = await readAll(series, date.id, date.slug)
    expect(found.filter(([, status]) => status >= 400)).toEqual([])
    await app.app.extendSeries()
    const others = at(dates, 2)
    expect((await send(`events/${others.id}`, { title: 'Other' })).status).toBe(200)
    const whole = await send(`events/${others.id}?scope=following`, { description: 'Mats.' })
    expect(whole.status).toBeLessThan(500)
    const deleted = await send(`events/${date.id}`, {}, 'DELETE')
    expect(deleted.status).toBe(200)
  },
)
