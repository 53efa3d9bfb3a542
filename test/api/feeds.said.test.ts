import { beforeAll, describe, expect, test } from 'vitest'
import { lines, openKiosk } from './feeds.ts'

const { app, create, write } = await openKiosk()

/** The text of a calendar as it is read: lines that are folded are one. */
async function calendar(path: string): Promise<string> {
  const { status, text } = await app.ask({ path })
  expect(status, text).toBe(200)
  return text.replaceAll('\r\n ', '')
}

async function saidOf(query: string) {
  const [head = ''] = (await calendar(`events.ics?${query}`)).split('BEGIN:VEVENT')
  const [name] = lines(head, 'NAME')
  const [description] = lines(head, 'DESCRIPTION')
  expect(lines(head, 'X-WR-CALNAME')).toEqual([name])
  expect(lines(head, 'X-WR-CALDESC')).toEqual([description])
  return { name, description: description?.replaceAll('\\', '') }
}

describe('a feed says what it holds', () => {
  let venue: number
  let hidden: number
  let organizer: number
  beforeAll(async () => {
    const made = await create('music', {
      title: 'Jazz',
      tags: ['open air'],
      venue: { venue: 'Mill & Co' },
      organizer: [{ organizer: 'Ann' }],
    })
    venue = made.venue.id
    organizer = made.organizer[0].id
    hidden = (await write('POST', 'venues', { venue: 'Secret cellar', status: 'private' })).id
    await write('POST', 'categories', { name: 'Arts, crafts & more', slug: 'arts' })
  })

  test('without filters it has the name of the site, and the days of its window', async () => {
    expect(await saidOf('')).toEqual({
      name: 'Town',
      description: 'An event calendar. From 2031-02-14 until 2033-02-15.',
    })
  })

  test('by the names of its filters, whether they are asked for by id, slug or name', async () => {
    const { id } = (await app.ask({ path: 'categories?search=music' })).body.categories[0]
    for (const term of ['music', id]) {
      const { name, description } = await saidOf(`categories=${term}&ends_after=yesterday`)
      expect(name).toBe('Town: music')
      expect(description).toBe('An event calendar. Events in music. From 2031-02-15.')
    }
    const query = `categories=arts,music&tags=open+air&venue=${venue}&organizer=${organizer}&featured=true&search=jazz`
    const { name, description } = await saidOf(query)
    expect(name?.replaceAll('\\', '')).toBe(
      'Town: music, Arts, crafts & more, open air, Mill & Co, Ann, “jazz”',
    )
    expect(description).toContain(
      'Events in music or Arts, crafts & more, tagged open air, at Mill & Co, by Ann, about “jazz”, featured.',
    )
  })

  test('with the days that were asked for', async () => {
    const dated = await saidOf('start_date=2031-03-01&end_date=2031-03-31')
    expect(dated.description).toBe('An event calendar. From 2031-03-01 until 2031-03-31.')
    const ended = await saidOf('ends_before=2031-03-05')
    expect(ended.description).toBe('An event calendar. Until 2031-03-05.')
  })

  test('what its reader may not see is not named', async () => {
    for (const format of ['ics', 'rss', 'json', 'geojson']) {
      const { text } = await app.ask({ path: `events.${format}?venue=${venue},${hidden}` })
      expect(text).not.toContain('cellar')
    }
    const { text } = await app.ask({ as: 'administrator', path: `events.ics?venue=${hidden}` })
    expect(text).toContain('NAME:Town: Secret cellar')
  })

  test('a long search is abridged, and its breaks are none', async () => {
    const { name } = await saidOf(`search=${encodeURIComponent(`jazz\r\nX-EVIL:1 ${'a'.repeat(90)}`)}`)
    expect(name).toBe(`Town: “jazz X-EVIL:1 ${'a'.repeat(60 - 14)}…”`)
  })

  test('RSS and JSON Feed say it too', async () => {
    const rss = (await app.ask({ path: 'events.rss?categories=music' })).text
    expect(rss).toMatch(
      /<channel><title>Town: music<\/title>.*<description>An event calendar\. Events in music\./,
    )
    const json = (await app.ask({ path: 'events.json?categories=music' })).body
    expect(json).toMatchObject({
      title: 'Town: music',
      description: expect.stringContaining('Events in music.'),
    })
  })
})

describe('an event has its address', () => {
  test('in URL and at the end of DESCRIPTION, which is not read back as a part of it', async () => {
    const { url } = await create('address', { title: 'With words', description: 'Three bands.' })
    const bare = await create('address', { title: 'Without' })
    const text = await calendar('events.ics?categories=address')
    expect(lines(text, 'URL').slice(1)).toEqual([url, bare.url])
    expect(lines(text.slice(text.indexOf('VEVENT')), 'DESCRIPTION')).toEqual([
      `Three bands.\\n\\n${url}`,
      bare.url,
    ])
  })
})

describe('the feed that pages offer', () => {
  beforeAll(async () => {
    await create('offered', {
      title: 'On for weeks',
      start_date: '2031-01-10 10:00',
      end_date: '2031-03-10 10:00',
    })
    await create('offered', { title: 'Over', start_date: '2031-02-01 10:00', end_date: '2031-02-14 22:00' })
    await create('offered', {
      title: 'Far ahead',
      start_date: '2036-01-01 10:00',
      end_date: '2036-01-01 11:00',
    })
    await create('offered', { title: 'Soon' })
  })

  test('has what is on and what comes then (D60)', async () => {
    const page = await app.ask({
      path: '/events/category/offered/',
      absolute: true,
      headers: { accept: 'text/html' },
    })
    const [, href = ''] = /type="text\/calendar"[^>]*href="([^"]*)"/.exec(page.text) ?? []
    const { pathname, search } = new URL(href.replaceAll('&amp;', '&'))
    const { text } = await app.ask({ path: pathname + search, absolute: true })
    expect(lines(text, 'SUMMARY')).toEqual(['On for weeks', 'Soon'])
    expect(lines(text, 'NAME')).toEqual(['Town: offered'])
  })

  test('ends under a megabyte, says when, and where the rest is', async () => {
    const description = 'Words and more words. '.repeat(400)
    for (let number = 0; number < 130; number += 1) {
      const day = String(1 + (number % 28)).padStart(2, '0')
      await create('long', {
        title: `Long ${number}`,
        description,
        start_date: `2031-0${3 + Math.floor(number / 28)}-${day} 18:00`,
        end_date: `2031-0${3 + Math.floor(number / 28)}-${day} 20:00`,
      })
    }
    const found: string[] = []
    let path = '/vendor/events/v1/events.ics?categories=long&ends_after=yesterday'
    const sizes: number[] = []
    while (path !== '') {
      const { text } = await app.ask({ path, absolute: true })
      sizes.push(Buffer.byteLength(text))
      found.push(...lines(text, 'SUMMARY').map(String))
      const [description = ''] = lines(text.replaceAll('\r\n ', ''), 'DESCRIPTION')
      const next = /What begins at 2031-\d\d-\d\d 18:00:00 or later is at (\S+)$/.exec(description)?.[1]
      path = next === undefined ? '' : new URL(next).pathname + new URL(next).search
    }
    expect(sizes.length).toBeGreaterThan(1)
    for (const size of sizes) expect(size).toBeLessThan(1_000_000)
    expect(found).toEqual(Array.from({ length: 130 }, (_, number) => `Long ${number}`))
    // With two ends of its own it is as long as was asked for.
    const whole = await app.ask({
      path: 'events.ics?categories=long&start_date=2031-01-01&end_date=2032-01-01',
    })
    expect(Buffer.byteLength(whole.text)).toBeGreaterThan(1_000_000)
    expect(lines(whole.text, 'SUMMARY')).toHaveLength(130)
  })
})
