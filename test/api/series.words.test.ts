import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn, yoga } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { send, make } = seriesIn(() => app)

test('is previewed from a sentence, which says what an event is made of', async () => {
  const preview = (words: string, more = {}) => send('series/preview', { words, ...more }, 'POST')
  const { status, body } = await preview(
    'jeden Dienstag 10:30 bis 11:15 Uhr bis 29. April, nicht am 25. März',
    {
      language: 'de',
    },
  )
  expect([status, body]).toMatchObject([
    200,
    {
      start_date: '2031-03-04 10:30:00',
      end_date: '2031-03-04 11:15:00',
      all_day: false,
      timezone: 'Europe/Berlin',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20310429T235959', 'EXDATE:20310325'],
      total: 8,
      text: 'Jeden Dienstag, bis 29. April 2031, außer am 25. März',
      skipped: ['2031-03-25 10:30:00'],
    },
  ])
  const { start_date, end_date, recurrence } = body
  const made = await send('events', { title: 'Read', start_date, end_date, recurrence }, 'POST')
  expect(made.status).toBe(201)
  expect((await preview('next Friday 7pm')).body).toMatchObject({
    start_date: '2031-03-07 19:00:00',
    recurrence: [],
    total: 1,
    text: '',
  })
  // Months are left out by the rule itself, so that one without an end can do so, too.
  const { body: monthly } = await preview('first Tuesday of the month 19:00, not in April', {
    language: 'en',
  })
  expect(monthly).toMatchObject({
    recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=1TU;BYMONTH=1,2,3,5,6,7,8,9,10,11,12'],
    text: 'Every month on the first Tuesday, except in April',
  })
  expect(monthly.dates.slice(0, 3).map((one: { start_date: string }) => one.start_date.slice(0, 10))).toEqual(
    ['2031-03-04', '2031-05-06', '2031-06-03'],
  )
  // What is not said is taken from what is sent.
  const { body: moved } = await preview('every Friday', {
    start_date: '2031-03-03 18:00',
    end_date: '2031-03-03 20:00',
    timezone: 'America/New_York',
  })
  expect(moved).toMatchObject({
    start_date: '2031-03-07 18:00:00',
    end_date: '2031-03-07 20:00:00',
    timezone: 'America/New_York',
  })
})

test('of a sentence that is not understood names the words, and what they may mean', async () => {
  const refused = async (words: unknown, more = {}) => {
    const { status, body } = await send('series/preview', { words, ...more }, 'POST')
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    return body.data
  }
  expect(await refused('every Tuesday at seven until the holidays')).toEqual({
    status: 400,
    params: {
      words: 'words must say when it is; “at seven until the holidays” is not understood.',
    },
    details: {
      words: {
        code: 'not_understood',
        message: 'words must say when it is; “at seven until the holidays” is not understood.',
        data: {
          param: 'words',
          faults: [{ code: 'not_understood', text: 'at seven until the holidays' }],
        },
      },
    },
  })
  const { params, details } = await refused('3/4 19:00')
  expect(params.words).toBe('words must say which day is meant: “3/4” may be 3 April or 4 March.')
  expect(details.words.data.faults).toEqual([
    { code: 'ambiguous', text: '3/4', choices: ['3 April', '4 March'] },
  ])
  expect((await refused('every day 9:00, 2000 times')).params.words).toMatch(/^words .*1000/)
  expect((await refused('x'.repeat(501))).params.words).toMatch(/^words must/)
  expect((await refused('7pm', { language: 'sv' })).params.language).toMatch(/^language must be/)
  await refused('')
  await refused(['every Tuesday'])
  const { body } = await send('series/preview', { start_date: '2031-03-03' }, 'POST')
  expect([body.code, body.data.params]).toEqual(['rest_missing_callback_param', ['end_date', 'recurrence']])
})

test('of a recurrence meets neither its own dates nor what does not take place, when it is looked at again', async () => {
  const venue = (await app.create('venues', { venue: 'Attic' })).id
  const { dates } = await make({ venue })
  await app.create('events', { title: 'Off', ...on(4), venue, event_status: 'canceled' })
  const look = async (more: object) => {
    const { body } = await send('series/preview', { ...yoga, venue, ...more }, 'POST')
    return body.clashes.map(({ id }: { id: number }) => id)
  }
  expect(await look({})).toEqual(dates.map(({ id }) => id))
  const other = await app.create('events', { title: 'Dance', ...on(11), venue })
  expect(await look({ exclude: at(dates, 2).id })).toEqual([other.id])
  expect(await look({ exclude: other.id })).toEqual(dates.map(({ id }) => id))
})

/** Times of an evening in March. */
function on(day: number) {
  const date = `2031-03-${String(day).padStart(2, '0')}`
  return { start_date: `${date} 19:00:00`, end_date: `${date} 20:00:00` }
}

test('of a series stands in lists in the language that is asked for, and in English else', async () => {
  const made = await app.create('events', {
    title: 'Spoken',
    start_date: '2031-03-11 18:00',
    end_date: '2031-03-11 20:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const textIn = async (language?: string) => {
    const query = { include: made.id, starts_after: '2031-03-01', ...(language ? { language } : {}) }
    return (await app.read('events', query)).events[0].series.text
  }
  expect(await textIn()).toBe(made.series.text)
  expect(await textIn('en')).toBe(made.series.text)
  expect(await textIn('de')).toMatch(/^Jede/)
  const refused = await app.ask({ path: 'events', query: { language: 'xx' } })
  expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['language']])
})
