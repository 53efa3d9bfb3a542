import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { nowOfSeries, seriesIn } from '../support/series.ts'
import { type Act, actIn, found, monthly, weekly } from '../support/seriesModel.acts.ts'
import type { Date, Kept, Rule } from '../support/seriesModel.rules.ts'
import { Calendar } from '../support/seriesModel.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Africa/Nairobi' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)

/** Where clocks never change, and around both changes of those that do; rules of weeks and of months, and days that are whole. */
const places = [
  ['weekly', 'Africa/Nairobi', '2031-03-10 19:00:00', weekly],
  ['weekly', 'Europe/Berlin', '2031-03-17 19:00:00', weekly],
  ['weekly', 'Europe/Berlin', '2031-10-13 22:00:00', weekly],
  ['weekly', 'America/New_York', '2031-10-20 20:30:00', weekly],
  ['weekly', 'Europe/Berlin', '2031-03-17 00:00:00', weekly],
  ['monthly', 'Europe/Berlin', '2031-03-17 19:00:00', monthly],
  ['monthly', 'Africa/Nairobi', '2031-03-17 00:00:00', monthly],
] as const

test.each(places)(
  'whatever is moved, changed, left out and put back, ids, addresses, tickets and what was changed by hand are where they belong: %s, %s, from %s',
  async (_every, timezone, from, rules) => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(actIn(rules), { minLength: 1, maxLength: 10 }),
        async (first, acts) => {
          await app.db.write(async (tx) => tx.deleteFrom('items').execute())
          const calendar = new Calendar(first, from, from.endsWith('00:00:00'))
          const { dates } = await make({
            title: 'Yoga',
            timezone,
            all_day: calendar.isAllDay,
            ...calendar.sent(
              calendar.firstStart,
              calendar.plus(calendar.firstStart, 0, calendar.isAllDay ? 1440 : 90),
            ),
            recurrence: calendar.lineOf(first),
          })
          calendar.begin(dates.map(({ id, slug, start_date }) => ({ id, slug, start_date })))
          const sold = calendar.dates[1]
          if (sold) {
            await send(`events/${sold.id}/tickets`, { name: 'Seat', price: '5' }, 'POST')
            sold.hasTicket = true
          }
          await compare(calendar)
          const done: Done[] = []
          for (const one of acts) {
            if (one.does === 'undo') await takeBack(calendar, done, one.on)
            else {
              const [kept, before] = [calendar.keep(), await latestRevision()]
              await carryOut(calendar, one)
              const revision = await latestRevision()
              if (revision !== before) done.push({ kept, revision, does: one.does })
            }
            await compare(calendar)
          }
        },
      ),
      { numRuns: runs(40), examples: found.map((acts): [Rule, Act[]] => [{ days: [1], count: 2 }, acts]) },
    )
  },
)

/** Something that was done, and what there was before. */
interface Done {
  readonly kept: Kept
  readonly revision: number
  readonly does: Act['does']
}

async function latestRevision(): Promise<number> {
  const { revision } = await app.db.read
    .selectFrom('history')
    .select((row) => row.fn.max('revision').as('revision'))
    .executeTakeFirstOrThrow()
  return revision ?? 0
}

/** Takes back what was done last, from the history of any record that it is in; what was taken back can be done again by that. */
async function takeBack(calendar: Calendar, done: Done[], on: number): Promise<void> {
  const last = done.pop()
  if (!last) return
  const entries = await app.db.read
    .selectFrom('history')
    .selectAll()
    .where('revision', '=', last.revision)
    .where('kind', 'in', ['event', 'series'])
    .where('action', '!=', 'deleted')
    .orderBy('id')
    .execute()
  const entry = entries[on % Math.max(1, entries.length)]
  if (!entry) return
  const before = calendar.keep()
  const path = `${entry.kind === 'event' ? 'events' : 'series'}/${entry.id}`
  const answer = await send(`${path}/history/${last.revision}/undo`, {}, 'POST')
  const mayBeRefused = ['detach', 'remove', 'undo'].includes(last.does) || entry.kind === 'series'
  expect([last.does, path, answer.text, answer.status]).toEqual([
    last.does,
    path,
    answer.text,
    mayBeRefused && answer.status === 409 ? 409 : 200,
  ])
  if (answer.status !== 200) {
    // What was done before lies under it.
    done.length = 0
    return
  }
  calendar.goBack(last.kept)
  // What was taken back twice is there, and is itself what is taken back next.
  if (on % 2 === 0 || last.does === 'undo')
    done.push({ kept: before, revision: await latestRevision(), does: 'undo' })
}

/** What is said of a series is each time something else, so that it changes something. */
let said = 0

/** Does it to both, unless it means nothing there. */
async function carryOut(calendar: Calendar, act: Exclude<Act, { does: 'undo' }>): Promise<void> {
  const candidates = calendar.dates.filter(({ is }) =>
    act.does === 'restore' ? is !== 'there' : is === 'there',
  )
  const date = candidates[act.on % Math.max(1, candidates.length)]
  if (!date || (date.series === undefined && !['title', 'cancel', 'trash', 'restore'].includes(act.does)))
    return
  const path = `events/${date.id}`
  const asked = async (at: string, json: object, method?: 'DELETE') => {
    const answer = await send(at, json, method)
    expect([at, json, answer.status, answer.body.message]).toEqual([at, json, 200, undefined])
    return answer.body
  }
  switch (act.does) {
    case 'title':
      await asked(path, { title: `Guest ${date.id}` })
      return calendar.retitle(date, `Guest ${date.id}`)
    case 'lengthen': {
      const end = calendar.plus(date.end, 0, calendar.isAllDay ? 1440 : 15)
      await asked(path, { end_date: calendar.sent(date.start, end).end_date })
      return calendar.lengthen(date, end)
    }
    case 'moveOne': {
      const by = calendar.isAllDay ? 1440 : 45
      const [start, end] = [calendar.plus(date.start, 0, by), calendar.plus(date.end, 0, by)]
      await asked(path, calendar.sent(start, end))
      return calendar.moveOne(date, start, end)
    }
    case 'cancel':
      await asked(path, { event_status: 'canceled' })
      return calendar.cancel(date)
    case 'trash':
      await asked(path, {}, 'DELETE')
      return calendar.trash(date)
    case 'restore':
      await asked(path, { status: 'publish' })
      return calendar.restore(date)
    case 'remove':
      await asked(`${path}?force=true`, {}, 'DELETE')
      return calendar.remove(date)
    case 'say':
      await asked(`${path}?scope=${act.scope}`, { description: `Mats ${(said += 1)}.` })
      calendar.split(date, act.scope)
      return
    case 'last': {
      if (date.own.has('end') || calendar.isSpent(date)) return
      const by = calendar.isAllDay ? 1440 : 10
      const { end_date } = calendar.sent(date.start, calendar.plus(date.end, 0, by))
      await asked(`${path}?scope=${act.scope}`, { end_date })
      return calendar.lasting(date, act.scope, by)
    }
    case 'move': {
      const by = [act.days, act.minutes] as const
      if (!calendar.mayMove(date, act.scope, by)) return
      const body = await asked(
        `${path}?scope=${act.scope}`,
        calendar.sent(calendar.plus(date.start, ...by), calendar.plus(date.end, ...by)),
      )
      expect([body.id, body.applied.created, body.applied.removed, body.applied.kept]).toEqual([
        date.id,
        [],
        [],
        [],
      ])
      return calendar.move(date, act.scope, by)
    }
    case 'rule':
    case 'leaveOut': {
      const change = act.does === 'rule' ? calendar.otherRule(date, act.rule) : calendar.withoutDate(date)
      if (!change) return
      const said = { recurrence: change.lines }
      const dry = await asked(`${path}?scope=all&dry_run=1`, said)
      const body = await asked(`${path}?scope=all`, said)
      expect(body.applied).toEqual(dry)
      expect({ ...dry, held: undefined }).toEqual({ ...change.applied, held: undefined })
      // What is answered is there.
      const shownNow = await app.ask({ path: `events/${body.id}` })
      const made = await rowsOf(calendar.realSeries(date) ?? 0)
      change.settle((key) => made.find((row) => row.series_key === key && row.status !== 'trash'))
      if (calendar.isAnyThere(date)) expect(shownNow.status).toBe(200)
      return
    }
    case 'end':
      await asked(`${path}?scope=following`, {}, 'DELETE')
      return calendar.end(date)
    case 'detach':
      await asked(`${path}?scope=all`, { recurrence: null })
      return calendar.detach(date)
  }
}

async function rowsOf(series: number) {
  return app.db.read.selectFrom('events').selectAll().where('series_id', '=', series).execute()
}

/** Each date is as the model has it, and lists and series can be read. */
async function compare(calendar: Calendar): Promise<void> {
  const rows = await app.db.read.selectFrom('events').selectAll().execute()
  const tickets = await app.db.read.selectFrom('tickets').select('event_id').execute()
  const sold = new Set(tickets.map(({ event_id }) => event_id))
  const series = new Map<number, number>()
  const found = rows
    .toSorted((one, other) => one.id - other.id)
    .map((row) => {
      const modelled = calendar.dates.find(({ id }) => id === row.id)
      if (modelled?.series !== undefined && row.series_id !== null) {
        const known = series.get(modelled.series) ?? row.series_id
        expect(known).toBe(row.series_id)
        series.set(modelled.series, known)
        calendar.real.set(modelled.series, known)
      }
      return {
        id: row.id,
        slug: addressOf(row.slug),
        title: row.title,
        start: row.start_wall,
        end: row.end_wall,
        key: row.series_key,
        isThere: row.status !== 'trash',
        isCanceled: row.event_status === 'canceled',
        hasTicket: sold.has(row.id),
        isOfSeries: row.series_id !== null,
      }
    })
  expect(found).toEqual(
    calendar.dates.toSorted((one, other) => one.id - other.id).map((date) => shown(date, calendar)),
  )
  expect((await app.ask({ path: 'series', as: 'administrator' })).status).toBe(200)
  for (const id of new Set(series.values())) {
    const { status, body } = await app.ask({ path: `series/${id}` })
    if (status === 404) continue
    expect([status, body.recurrence.length > 0]).toEqual([200, true])
    expect((await datesOf(id)).length).toBe(body.occurrences)
  }
}

/** Its address, without what tells it apart from one that has that now. */
function addressOf(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '').replace(/(-\d\d-\d\d)-\d+$/, '$1')
}

function shown(date: Date, calendar: Calendar) {
  const { id, slug, title, start, end, key, is, isCanceled, hasTicket, series } = date
  return {
    id,
    slug: addressOf(slug),
    title,
    start,
    end: calendar.isAllDay ? `${calendar.sent(start, end).end_date} 23:59:59` : end,
    key: series === undefined ? null : calendar.keyOf(key),
    isThere: is === 'there',
    isCanceled,
    hasTicket,
    isOfSeries: series !== undefined,
  }
}
