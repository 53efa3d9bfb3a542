import { describe, expect, test } from 'vitest'
import type { Asked } from '../support/app.ts'
import { day1, lines, openKiosk } from './feeds.ts'

const { app, create, feedOf, write } = await openKiosk()

describe('what was cancelled', () => {
  test('is told for thirty days after it went to the trash, and then no more', async () => {
    const { id } = await create('cancelled', { start_date: '2031-06-01', end_date: '2031-06-02' })
    await write('DELETE', `events/${id}`)
    const statuses = async () => lines((await feedOf('cancelled')).text, 'STATUS')
    expect(await statuses()).toEqual(['CANCELLED'])
    expect((await app.ask({ path: `events/${id}.ics` })).text).toContain('STATUS:CANCELLED')
    expect((await app.ask({ path: 'events?categories=cancelled' })).body.total).toBe(0)
    app.setNow(day1.add({ hours: 30 * 24 }))
    expect(await statuses()).toEqual(['CANCELLED'])
    app.setNow(day1.add({ hours: 31 * 24 }))
    expect(await statuses()).toEqual([])
    expect((await app.ask({ path: `events/${id}.ics` })).status).toBe(403)
  })

  test('is not told of what was no more than a draft, of what is gone for good, nor of what is back', async () => {
    const draft = await create('uncancelled', { status: 'draft' })
    await write('DELETE', `events/${draft.id}`)
    const gone = await create('uncancelled')
    await write('DELETE', `events/${gone.id}?force=true`)
    const back = await create('uncancelled')
    await write('DELETE', `events/${back.id}`)
    await write('PATCH', `events/${back.id}`, { status: 'publish' })
    expect(lines((await feedOf('uncancelled')).text, 'STATUS')).toEqual(['CONFIRMED'])
    const url = lines((await feedOf('uncancelled')).text, 'URL').at(-1)
    expect(url).not.toContain('trashed')
  })

  test('says nothing but its name, title, times and that it is cancelled, in formats that can say it, and is not found by more', async () => {
    const { id, url } = await create('told', {
      title: 'Open title',
      description: 'Secretdescription',
      excerpt: 'Secretexcerpt',
      cost: 'Secretcost',
      website: 'https://secretsite.example/',
      tags: ['Secrettag'],
      venue: { venue: 'Secretvenue', address: 'Secretaddress', geo_lat: 12.25, geo_lng: 42.75 },
      organizer: { organizer: 'Secretorganizer', email: 'secret@mail.example' },
    })
    await create('told', { title: 'Other' })
    const { uid } = await app.db.read
      .selectFrom('events')
      .select('uid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await write('DELETE', `events/${id}`)
    const secrets = /secret|12\.25|42\.75|trashed|told/i
    for (const query of [{}, { include: id }]) {
      for (const [extension, says] of Object.entries({
        ics: true,
        csv: true,
        rss: false,
        json: false,
        geojson: false,
      })) {
        for (const as of [undefined, 'administrator'] as const) {
          const { status, text } = await app.ask({
            ...(as ? { as } : {}),
            path: `events.${extension}`,
            query,
          })
          expect([status, text.includes('Open title'), text.includes(uid ?? '')], extension).toEqual([
            200,
            says,
            says,
          ])
          const own = text
            .split(/(?=BEGIN:VEVENT)|\r\n(?=\d+,)/)
            .filter((part) => part.includes('Open title'))
          expect(own.join('').match(secrets), extension).toBeNull()
          expect(text).not.toContain(url)
        }
      }
    }
    const { text } = await app.ask({ path: `events/${id}.ics` })
    expect(text.match(secrets)).toBeNull()
    const names = text.slice(text.indexOf('BEGIN:VEVENT')).match(/^[A-Z-]+(?=[:;])/gm)
    expect(names).toEqual([
      'BEGIN',
      'UID',
      'DTSTAMP',
      'SEQUENCE',
      'STATUS',
      'DTSTART',
      'DTEND',
      'SUMMARY',
      'END',
      'END',
    ])
    const [head = '', row = ''] = (await app.ask({ path: 'events.csv', query: { include: id } })).text
      .replace('\ufeff', '')
      .split('\r\n')
    const filled = head.split(',').filter((_, at) => row.split(',')[at] !== '')
    expect(filled).toEqual([
      'id',
      'uid',
      'status',
      'title',
      'start_date',
      'end_date',
      'timezone',
      'all_day',
      'utc_start_date',
      'utc_end_date',
    ])
    const found = async (query: Record<string, unknown>) =>
      (await app.ask({ path: 'events.ics', query: { include: id, ...query } })).text.includes('Open title')
    expect(await found({ categories: 'told' })).toBe(true)
    for (const query of [
      { search: 'secretdescription' },
      { geoloc: true },
      { geoloc: false },
      { ticketed: false },
      { geoloc_lat: 12.25, geoloc_lng: 42.75 },
      { geoloc_bbox: '42,12,43,13' },
    ])
      expect(await found(query), JSON.stringify(query)).toBe(false)
  })
})

describe('SEQUENCE', () => {
  const sequence = async (id: number) => {
    const { sequence: number } = await app.db.read
      .selectFrom('events')
      .select('sequence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return number
  }

  test('grows with time, place and status, and with nothing else', async () => {
    const { id: venue } = await write('POST', 'venues', { venue: 'Mill', city: 'Roma', phone: '1' })
    const { id } = await create('sequence', { venue: [venue] })
    const changes: [number, Asked['method'], string, object?][] = [
      [0, 'PATCH', `events/${id}`, { title: 'Blues', cost: '5', tags: ['x'], featured: true, slug: 'blues' }],
      [0, 'PATCH', `events/${id}`, { start_date: '2031-03-11 18:00:00', venue: [venue], status: 'publish' }],
      [1, 'PATCH', `events/${id}`, { start_date: '2031-03-11 17:00:00' }],
      [1, 'PATCH', `events/${id}`, { end_date: '2031-03-11 21:00:00' }],
      [1, 'PATCH', `events/${id}`, { timezone: 'Europe/Berlin' }],
      [1, 'PATCH', `events/${id}`, { all_day: true }],
      [1, 'PATCH', `events/${id}`, { status: 'draft' }],
      [1, 'PATCH', `events/${id}`, { status: 'publish' }],
      [0, 'PATCH', `venues/${venue}`, { phone: '2', description: 'Old', city: 'Roma' }],
      [1, 'PATCH', `venues/${venue}`, { city: 'Milano', address: 'Via Po 2' }],
      [1, 'PATCH', `venues/${venue}`, { venue: 'New mill' }],
      [1, 'DELETE', `venues/${venue}`],
      [1, 'PATCH', `venues/${venue}`, { status: 'publish' }],
      [1, 'PATCH', `events/${id}`, { venue: [venue, { venue: 'Yard' }] }],
      [0, 'PATCH', `events/${id}`, { organizer: { organizer: 'Club' } }],
      [1, 'DELETE', `events/${id}`],
      [1, 'PATCH', `events/${id}`, { status: 'publish' }],
      [1, 'DELETE', `venues/${venue}?force=true`],
    ]
    for (const [step, method, path, json] of changes) {
      const before = await sequence(id)
      await write(method, path, json)
      expect((await sequence(id)) - before, JSON.stringify([method, path, json])).toBe(step)
    }
    expect(lines((await app.ask({ path: `events/${id}.ics` })).text, 'SEQUENCE')).toEqual([
      String(await sequence(id)),
    ])
  })

  test('grows when what was scheduled is published', async () => {
    const { id } = await create('sequence', { date: '2031-02-16 12:00:00' })
    app.setNow(day1.add({ hours: 48 }))
    await app.app.publishDue()
    expect(await sequence(id)).toBe(1)
  })
})

describe('ETag', () => {
  const etagOf = async (asked: Partial<Asked> = {}, extension = 'ics') =>
    (await feedOf('etag', extension, asked)).headers['etag']

  test('is the same until something changes, and 304 answers who has it', async () => {
    const { id } = await create('etag')
    const etag = String(await etagOf())
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    app.setNow(day1.add({ hours: 1 }))
    expect(await etagOf()).toBe(etag)
    const known = await feedOf('etag', 'ics', { headers: { 'if-none-match': etag } })
    expect(known).toMatchObject({ status: 304, text: '', headers: { etag } })
    await write('PATCH', `events/${id}`, { title: 'Other' })
    const changed = await feedOf('etag', 'ics', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test('differs by reader, query, format, address and day', async () => {
    await create('etag')
    const etags = [
      await etagOf(),
      await etagOf({ as: 'editor' }),
      await etagOf({ as: 'author' }),
      await etagOf({ query: { per_page: 1 } }),
      await etagOf({ query: { password: 'x' } }),
      await etagOf({}, 'json'),
      await etagOf({ headers: { host: 'elsewhere.example' } }),
    ]
    app.setNow(day1.add({ hours: 24 }))
    etags.push(await etagOf())
    expect(new Set(etags).size).toBe(etags.length)
  })

  test('is not another because somebody logged in', async () => {
    const etag = await etagOf()
    app.setNow(day1.add({ minutes: 10 }))
    await etagOf({ as: 'administrator' })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await etagOf()).toBe(etag)
  })

  test('HEAD has it and reads no event', async () => {
    const { status, headers, text } = await feedOf('etag', 'ics', { method: 'HEAD' })
    expect({ status, text, type: headers['content-type'] }).toEqual({
      status: 200,
      text: '',
      type: 'text/calendar; charset=utf-8',
    })
    expect(headers['etag']).toBe(await etagOf())
  })
})
