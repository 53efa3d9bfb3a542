import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Called, connected } from './mcp.ts'

let app: TestApp
let venue: number
let weekly: number
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  // A Saturday.
  app.setNow(Temporal.Instant.from('2031-05-03T08:00:00Z'))
  venue = (await app.create('venues', { venue: 'Old Mill', city: 'Ulm' })).id
  const made = await app.create('events', {
    title: 'Class',
    start_date: '2031-05-06 10:00',
    end_date: '2031-05-06 11:00',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
  })
  weekly = made.id
  await app.create('events', { title: 'Fair', start_date: '2031-05-03 10:00', end_date: '2031-05-03 18:00' })
})
afterAll(() => app.close())

/** Calls a tool with a client that holds what it is told against the schema that it was told. */
async function call(name: string, given: object = {}): Promise<Called> {
  const client = await connected(app, 'editor')
  const { tools } = await client.listTools()
  expect(tools.find((one) => one.name === name)?.outputSchema).toMatchObject({ type: 'object' })
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } })
  await client.close()
  const [{ text }] = content as unknown as [{ text: string }]
  expect(isError, text).toBeUndefined()
  return { text, data: structuredContent }
}

describe('an answer says', () => {
  test('that an event repeats, its rule in words, and how many dates there are', async () => {
    const list = await call('search_events', { words: 'class', when: 'may 2031' })
    expect(list.text).toMatch(
      /repeats: .*Tuesday.*\(4 dates in all, 4 to come, 3 more of them in what was searched/,
    )
    expect(list.data.events[0].series).toMatchObject({ dates: 4, upcoming: 4, more: 3 })
    const one = await call('get_event', { id: weekly })
    expect(one.text).toMatch(/repeats: .*Tuesday.*\(4 dates in all, 4 to come/)
    expect((await call('search_events', { words: 'fair' })).text).not.toContain('repeats')
  })

  test.each([
    ['Saturday', 'Saturday, 2031-05-03', '2031-05-03 00:00:00', '2031-05-04 00:00:00'],
    [
      'next weekend',
      'Saturday, 2031-05-10 to Sunday, 2031-05-11',
      '2031-05-10 00:00:00',
      '2031-05-12 00:00:00',
    ],
    ['sunday morning', 'Sunday, 2031-05-04', undefined, undefined],
    [
      'may 2031',
      'Thursday, 2031-05-01 to Saturday, 2031-05-31',
      '2031-05-01 00:00:00',
      '2031-06-01 00:00:00',
    ],
  ])('which dates were searched for %s', async (when, words, from, until) => {
    const { text, data } = await call('search_events', { when })
    expect(text).toContain(`Searched: ${words}`)
    expect(text).toContain('(Europe/Berlin)')
    if (from !== undefined) expect(data.searched).toMatchObject({ text: words, from, until })
  })

  test('from when, where no dates were asked for', async () => {
    const { text, data } = await call('search_events')
    expect(text).toMatch(/^Searched: from Saturday, 2031-05-03 10:00 on \(Europe\/Berlin\)\./)
    expect(data.searched).not.toHaveProperty('until')
  })

  test('the same in all tools that list something', async () => {
    for (const name of ['list_categories', 'find_venues']) await call(name)
    await call('find_similar_events', { title: 'Fair', start_date: '2031-05-03' })
  })
})

describe('a writer', () => {
  test('gives days alone, and the event lasts all day', async () => {
    const { text, data } = await call('create_event', {
      title: 'Camp',
      start_date: '2031-06-06',
      end_date: '2031-06-08',
    })
    expect(data.event).toMatchObject({
      all_day: true,
      start: '2031-06-06 00:00:00',
      end: '2031-06-08 23:59:59',
    })
    expect(text).toContain('2031-06-06 to 2031-06-08, all day')
  })

  test('names a venue and organizers, who are found, or made', async () => {
    const dates = { start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' }
    const found = await call('create_event', {
      title: 'A',
      ...dates,
      venue: 'old mill',
      organizer: ['Ann', 'Bob'],
    })
    expect(found.data.event.venues).toMatchObject([{ id: venue, name: 'Old Mill' }])
    expect(found.data.event.organizers).toMatchObject([{ name: 'Ann' }, { name: 'Bob' }])
    const made = await call('update_event', {
      id: found.data.event.id,
      venue: { venue: 'Barn', city: 'Ulm', step_free: false, hearing_loop: true },
    })
    const [barn] = made.data.event.venues
    expect(barn).toEqual({
      id: expect.any(Number),
      name: 'Barn',
      city: 'Ulm',
      step_free: false,
      hearing_loop: true,
    })
    expect(made.text).toContain('At the venue: ⟦Step-free access: no, Hearing loop: yes⟧')
    const looked = await call('find_venues', { words: 'barn' })
    expect(looked.data.venues).toEqual([{ ...barn, url: expect.any(String) }])
    expect(looked.text).toContain('Step-free access: no, Hearing loop: yes; http')
    const known = { venue: 'Barn', city: 'Ulm', step_free: false }
    const again = await call('create_event', { title: 'C', ...dates, venue: known })
    expect(again.data.event.venues).toEqual([barn])
    const other = await call('create_event', { title: 'D', ...dates, venue: { ...known, step_free: true } })
    expect(other.data.event.venues).toMatchObject([{ name: 'Barn', step_free: true }])
    const back = await call('update_event', { id: found.data.event.id, venue })
    expect(back.data.event.venues).toMatchObject([{ id: venue }])
    const client = await connected(app, 'editor')
    const { isError, content } = await client.callTool({
      name: 'create_event',
      arguments: { title: 'B', ...dates, venue: { venue: 'Barn', town: 'Ulm' } },
    })
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('venue')])
    await client.close()
  })

  test('makes series, whose dates are told with their IDs, and changes how they repeat, by a text or a list', async () => {
    const dates = { start_date: '2031-07-01 10:00', end_date: '2031-07-01 11:00' }
    const made = await call('create_event', {
      title: 'Course',
      ...dates,
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310708T100000'],
    })
    expect(made.data.dates.map(({ start }: { start: string }) => start)).toEqual([
      '2031-07-01 10:00:00',
      '2031-07-15 10:00:00',
    ])
    expect(made.text).toContain(`2031-07-15 10:00 (id ${made.data.dates[1].id})`)
    const { id } = made.data.event
    const given = { id, scope: 'all', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }
    const dry = await call('update_event', { ...given, dry_run: true })
    expect(dry.data).toMatchObject({ dry_run: true, scope: 'all', applied: { totals: { created: 1 } } })
    const longer = await call('update_event', given)
    expect(longer.text).toContain('Scope: all. Dates: ')
    expect(longer.data).toMatchObject({ scope: 'all', applied: { totals: { created: 1 } } })
    // What was left out stays so (D66).
    expect(longer.data.dates).toHaveLength(3)
    for (const { id: date } of longer.data.dates) await app.read(`events/${date}`)
    const single = await call('create_event', { title: 'Once', ...dates })
    expect(single.data).not.toHaveProperty('dates')
    const begun = await call('update_event', {
      id: single.data.event.id,
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    })
    expect(begun.data.dates).toHaveLength(3)
    expect(begun.text).toContain('repeats: ')
  })
})
