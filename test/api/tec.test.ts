import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tecNamespace } from '../../src/outward/tec/tec.ts'
import { createTestApp } from '../support/app.ts'
import { admin, createTecCalendar, tec, type TecCalendar } from './tec.ts'

let calendar: TecCalendar
beforeAll(async () => {
  calendar = await createTecCalendar()
})
afterAll(() => calendar.app.close())

const ask: TecCalendar['ask'] = (asked) => calendar.ask(asked)

/** The order of keys that clients compare. */
const common =
  'id date date_gmt guid modified modified_gmt slug status type link title content excerpt author featured_media template'
const keysOf = (record: object) => Object.keys(record).join(' ')

describe('records', () => {
  test('of events have their members in the recorded order, as lists and answers to writes show them', async () => {
    const { body } = await ask({ path: `/events/${calendar.ids['event']}` })
    expect(keysOf(body)).toBe(
      `${common} tags tribe_events_cat class_list start_date start_date_utc end_date end_date_utc dates timezone duration multiday is_past is_now all_day starts_this_week ends_this_week this_week_duration happens_this_week displays_on featured sticky cost organizer_names organizers venues schedule_details short_schedule_details`,
    )
    expect(body).toMatchObject({
      guid: { rendered: expect.stringMatching(/\/\?post_type=tribe_events&#038;p=\d+$/) },
      type: 'tribe_events',
      status: 'publish',
      title: { rendered: 'A &#8220;night&#8221; &#038; more' },
      content: { rendered: '<p>Line one.</p>\n<p>Line two.</p>', protected: false },
      excerpt: { rendered: '<p>Line one. Line two.</p>', protected: false },
      template: '',
      tags: [calendar.ids['tag']],
      tribe_events_cat: [calendar.ids['category']],
      start_date: '2031-05-01 20:00:00',
      start_date_utc: '2031-05-02 00:00:00',
      end_date: '2031-05-01 21:30:00',
      timezone: 'America/New_York',
      duration: '5400',
      multiday: false,
      is_past: false,
      is_now: false,
      all_day: false,
      starts_this_week: null,
      displays_on: [],
      featured: false,
      sticky: true,
      cost: '12,50€',
      organizer_names: ['Club'],
      schedule_details:
        '<span class="tribe-event-date-start">May 1 @ 8:00 pm</span> - <span class="tribe-event-time">9:30 pm</span>',
      short_schedule_details:
        '<span class="tribe-event-date-start">8:00 pm</span> - <span class="tribe-event-time">9:30 pm</span>',
    })
    expect(body.dates.start).toEqual({
      date: '2031-05-01 20:00:00.000000',
      timezone_type: 3,
      timezone: 'America/New_York',
    })
    expect(body.dates.start_site).toEqual({
      date: '2031-05-02 02:00:00.000000',
      timezone_type: 3,
      timezone: 'Europe/Berlin',
    })
    expect(Object.keys(body.dates)).toEqual(
      'start start_utc start_site start_display end end_utc end_site end_display'.split(' '),
    )
    expect(body.class_list).toEqual([
      `post-${calendar.ids['event']}`,
      'tribe_events',
      'type-tribe_events',
      'status-publish',
      'hentry',
      'tag-jazz',
      'tribe_events_cat-music',
      'cat_music',
    ])
    const list = await ask({ path: '/events', query: { include: calendar.ids['event'] } })
    expect(list.body).toEqual([body])
    const again = await ask({ ...admin, method: 'PUT', path: `/events/${calendar.ids['event']}`, json: {} })
    expect({ ...again.body, modified: body.modified, modified_gmt: body.modified_gmt }).toEqual(body)
  })

  test('of venues and organizers have fields that are never absent', async () => {
    const venue = (await ask({ path: `/venues/${calendar.ids['venue']}` })).body
    expect(keysOf(venue)).toBe(
      `${common} address country city state_province state province zip phone directions_link website`,
    )
    expect(venue).toMatchObject({
      type: 'tribe_venue',
      title: { rendered: 'Halle &#038; Hof' },
      excerpt: { rendered: '<p>A hall.</p>', protected: false },
      state_province: 'Bayern',
      state: '',
      website: 'https://halle.example.org/',
      directions_link:
        'https://maps.google.com/maps?f=q&#038;source=s_q&#038;hl=en&#038;geocode=&#038;q=Hauptstra%C3%9Fe+1+M%C3%BCnchen+80331+Germany',
    })
    const organizer = (await ask({ path: `/organizers/${calendar.ids['organizer']}` })).body
    expect(keysOf(organizer)).toBe(`${common} phone website email`)
    expect(organizer).toMatchObject({ website: '', email: 'club@example.org', type: 'tribe_organizer' })
    const event = (await ask({ path: `/events/${calendar.ids['event']}` })).body
    expect([event.venues, event.organizers]).toEqual([[venue], [organizer]])
    const bare = await calendar.make('/venues', { title: 'Bare' })
    expect(bare).toMatchObject({ directions_link: '', address: '', website: '' })
  })

  test('of days, of moments and of free events are told as the original tells them', async () => {
    const days = await calendar.make('/events', {
      title: 'Days',
      all_day: true,
      start_date: '2032-01-01 09:00:00',
      end_date: '2032-01-03 10:00:00',
      cost: '0',
    })
    expect(days).toMatchObject({
      start_date: '2032-01-01 00:00:00',
      end_date: '2032-01-03 23:59:59',
      multiday: 3,
      cost: 'Free',
      schedule_details:
        '<span class="tribe-event-date-start">January 1, 2032</span> - <span class="tribe-event-date-end">January 3, 2032</span>',
    })
    const moment = await calendar.make('/events', {
      title: 'Moment',
      start_date: '2031-04-10 13:00:00',
      end_date: '2031-04-10 13:00:00',
    })
    expect(moment).toMatchObject({ duration: 0, is_past: true, is_now: false, cost: '' })
    const day = await calendar.make('/events', {
      title: 'Day',
      all_day: true,
      start_date: '2032-02-01 00:00:00',
      duration: 86_400,
    })
    expect(day).toMatchObject({ end_date: '2032-02-01 23:59:59', multiday: false })
    const running = await calendar.make('/events', {
      title: 'On',
      start_date: '2031-04-10 13:00:00',
      duration: 7200,
    })
    expect(running).toMatchObject({ is_past: true, is_now: true })
    for (const { id } of [days, moment, day, running])
      await ask({ ...admin, method: 'DELETE', path: `/events/${id}?force=true` })
  })

  test('of events with a password tell strangers when they were published, and those who may edit them all', async () => {
    const path = `/events/${calendar.ids['locked']}`
    const { body } = await ask({ path })
    const note = body.content.rendered
    expect(body).toMatchObject({
      title: { rendered: 'Locked' },
      content: { protected: true },
      start_date: note,
      cost: note,
      duration: note,
      timezone: note,
      multiday: 0,
      all_day: null,
      featured: null,
      is_past: null,
      featured_media: 0,
      tags: [],
      venues: [],
      organizer_names: [],
      dates: { start: { date: '1970-01-01 00:00:00.000000' } },
    })
    expect(body.class_list).toContain('post-password-required')
    expect(JSON.stringify(body)).not.toContain('Secret')
    expect((await ask({ ...admin, path })).body).toMatchObject({ multiday: 3, cost: '5€' })
    expect((await ask({ path, query: { password: 'swordfish' } })).body).toMatchObject({ cost: '5€' })
    const [listed] = (await ask({ path: '/events', query: { include: calendar.ids['locked'] } })).body
    expect(listed).toEqual(body)
  })
})

describe('what describes it', () => {
  test('is an index without acknowledgement, and a document made from the same declarations', async () => {
    const root = await calendar.app.ask({ absolute: true, path: '/wp-json/' })
    expect(root.body.namespaces).toContain(tecNamespace)
    const index = await calendar.app.ask({ absolute: true, path: tec })
    expect(Object.keys(index.body)).toEqual(['namespace', 'routes', '_links'])
    expect(Object.keys(index.body.routes)).toContain('/tec/v1/events/(?P<id>\\d+)')
    const { status, body } = await calendar.app.ask({ absolute: true, path: `${tec}/docs` })
    expect([status, body.openapi, body.info.version]).toEqual([200, '3.0.4', '1.0.0'])
    expect(Object.keys(body)).toEqual(['openapi', 'info', 'tags', 'components', 'servers', 'paths'])
    const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId)
    expect(operations).toEqual(
      ['Event', 'Venue', 'Organizer']
        .flatMap((kind) => [`get${kind}s`, `create${kind}`, `get${kind}`, `update${kind}`, `delete${kind}`])
        .concat('getOpenApiDocs'),
    )
    const names = Object.keys(body.components.schemas)
    for (const kind of ['TEC_Post_Entity', 'Event', 'Organizer', 'Venue'])
      expect(names).toEqual(expect.arrayContaining([kind, `${kind}_Request_Body`]))
    const used = JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g)
    for (const [, name] of used) expect(names).toContain(name)
  })

  test('lets browsers send the acknowledgement', async () => {
    const { headers } = await calendar.app.ask({
      absolute: true,
      method: 'OPTIONS',
      path: `${tec}/events`,
      headers: { origin: 'https://elsewhere.example.org' },
    })
    expect(headers['access-control-allow-headers']).toContain('X-TEC-EEA')
  })

  test('is served where its clients look for it, and elsewhere where a setting says so', async () => {
    const statusOf = async (environment: Record<string, string>) => {
      const other = await createTestApp(environment)
      try {
        const root = environment['REST_ROOT'] ?? ''
        return (await other.ask({ absolute: true, path: `${root}/tec/v1/docs` })).status
      } finally {
        await other.close()
      }
    }
    expect(await statusOf({})).toBe(404)
    expect(await statusOf({ TEC_V1: 'on' })).toBe(200)
    expect(await statusOf({ REST_ROOT: '/wp-json', TEC_V1: 'off' })).toBe(404)
  })
})
