import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const event = (title: string, more: object = {}) => ({
  title,
  status: 'publish',
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  ...more,
})

/** Two calendars: one that is imported by its address, and one that takes it over. */
async function two() {
  const [from, to] = [await createTestApp(), await createTestApp({ IMAGE_HOSTS: '127.0.0.1' })]
  onTestFinished(async () => {
    await from.close()
    await to.close()
  })
  const origin = await from.app.server.listen({ port: 0, host: '127.0.0.1' })
  const url = `${origin}/vendor/events/v1`
  const [user, password] = from.credentials.administrator.split(':')
  const run = async (json: object) => {
    const { body } = await to.ask({
      as: 'administrator',
      method: 'POST',
      path: 'imports',
      json: { url, ...json },
    })
    return vi.waitFor(
      async () => {
        const { body: job } = await to.ask({ as: 'administrator', path: `imports/${body.id}` })
        expect([job.status, job.error ?? null]).toEqual(['done', null])
        return job.report
      },
      { timeout: 60_000, interval: 50 },
    )
  }
  return {
    from,
    to,
    withLogin: async () => run({ user, password }),
    byRole: async (role: 'author' | 'editor') => {
      const [user, password] = from.credentials[role].split(':')
      return run({ user, password })
    },
    anonymously: async () => run({}),
  }
}

const send = async (app: TestApp, method: 'POST' | 'DELETE', path: string, json?: object) => {
  const { status, text, body } = await app.ask({
    as: 'administrator',
    method,
    path,
    ...(json ? { json } : {}),
  })
  expect([status, status < 300 ? '' : text]).toEqual([status, ''])
  return body
}

interface Shown {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly status_before?: string
  readonly uid?: string
}

/** The events of a calendar by title, as its administrator may edit them. */
async function eventsIn(app: TestApp) {
  const query = { start_date: '2031-01-01', end_date: '2032-01-01', context: 'edit', per_page: 50 }
  const { events } = await app.read(
    'events',
    { ...query, status: 'publish,draft,private,trash' },
    'administrator',
  )
  return new Map<string, Shown>(events.map((wire: Shown) => [wire.title, wire]))
}

const nothing = { created: 0, updated: 0, removed: 0, skipped: 0 }

test('parents come before what belongs to them, wherever lists have them; what is moved later is moved here', async () => {
  const { from, to, withLogin } = await two()
  // The oldest belongs to the latest, which is hidden; one belongs to what is in the trash.
  const song = await from.create('events', event('Song'))
  const evening = await from.create(
    'events',
    event('Evening', { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 12:00:00' }),
  )
  const festival = await from.create(
    'events',
    event('Festival', {
      hide_from_listings: true,
      start_date: '2031-07-01 10:00:00',
      end_date: '2031-07-01 12:00:00',
    }),
  )
  const gone = await from.create(
    'events',
    event('Gone', { start_date: '2031-08-01 10:00:00', end_date: '2031-08-01 12:00:00' }),
  )
  const orphan = await from.create('events', event('Orphan', { post_parent: gone.id }))
  await send(from, 'POST', `events/${song.id}`, { post_parent: evening.id })
  await send(from, 'POST', `events/${evening.id}`, { post_parent: festival.id })
  await send(from, 'DELETE', `events/${gone.id}`)

  const report = await withLogin()
  expect(report.lost).toEqual([])
  const idOf = async (title: string) =>
    (await to.db.read.selectFrom('events').select('id').where('title', '=', title).executeTakeFirstOrThrow())
      .id
  const parents = async () => {
    const rows = await to.db.read
      .selectFrom('events as event')
      .leftJoin('events as above', 'above.id', 'event.post_parent')
      .select(['event.title', 'above.title as parent'])
      .orderBy('event.title')
      .execute()
    return rows.map(({ title, parent }) => `${title}: ${parent ?? '-'}`)
  }
  expect(await parents()).toEqual([
    'Evening: Festival',
    'Festival: -',
    'Gone: -',
    'Orphan: Gone',
    'Song: Evening',
  ])
  expect(await idOf('Gone')).toBe(gone.id)
  expect((await withLogin()).counts.event).toMatchObject(nothing)

  await send(from, 'POST', `events/${song.id}`, { post_parent: festival.id })
  await send(from, 'POST', `events/${orphan.id}`, { post_parent: 0 })
  expect((await withLogin()).counts.event).toMatchObject({ ...nothing, updated: 2 })
  expect(await parents()).toEqual([
    'Evening: Festival',
    'Festival: -',
    'Gone: -',
    'Orphan: -',
    'Song: Festival',
  ])
})

test('the trash comes along, with its slugs and what it was before, and leaves it as it does there', async () => {
  const { from, to, withLogin } = await two()
  const jazz = await from.create('events', event('Jazz'))
  const blues = await from.create('events', event('Blues'))
  const venue = await from.create('venues', { venue: 'Mill', status: 'publish' })
  const organizer = await from.create('organizers', { organizer: 'Choir', status: 'publish' })
  await send(from, 'DELETE', `events/${jazz.id}`)
  await send(from, 'DELETE', `venues/${venue.id}`)
  await send(from, 'DELETE', `organizers/${organizer.id}`)
  await withLogin()
  const compared = async () => {
    const [there, here] = [await eventsIn(from), await eventsIn(to)]
    const shown = (all: ReadonlyMap<string, Shown>) =>
      [...all.values()].map(({ id, status, status_before, slug, uid }) => ({
        id,
        status,
        status_before,
        slug,
        uid,
      }))
    expect(shown(here)).toEqual(shown(there))
    for (const kind of ['venues', 'organizers']) {
      const list = async (app: TestApp) =>
        (await app.read(kind, { status: 'trash,publish' }, 'administrator'))[kind]
      const named = (all: readonly Shown[]) => all.map(({ id, slug, status }) => ({ id, slug, status }))
      expect(named(await list(to))).toEqual(named(await list(from)))
    }
  }
  await compared()
  expect((await eventsIn(to)).get('Jazz')).toMatchObject({
    status: 'trash',
    status_before: 'publish',
    slug: 'jazz__trashed',
  })
  const again = await withLogin()
  expect([again.counts.event, again.counts.venue, again.counts.organizer]).toMatchObject([
    nothing,
    nothing,
    nothing,
  ])

  await send(from, 'POST', `events/${jazz.id}`, { status: 'publish' })
  await send(from, 'DELETE', `events/${blues.id}`)
  expect((await withLogin()).counts.event).toMatchObject({ ...nothing, updated: 2 })
  await compared()
  await send(from, 'DELETE', `events/${blues.id}?force=true`)
  await withLogin()
  expect((await eventsIn(to)).get('Blues')?.status).toBe('trash')
})

test('dates of a series in the trash come along with it', async () => {
  const { from, to, withLogin } = await two()
  const first = await from.create('events', event('Choir', { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }))
  const { events } = await from.read('events', {
    post_parent: first.series.id,
    start_date: '2031-01-01',
    end_date: '2032-01-01',
  })
  await send(from, 'DELETE', `events/${events[0].id}`)
  await send(from, 'DELETE', `events/${events[2].id}`)
  await withLogin()
  const dates = async (app: TestApp) => {
    const rows = await app.db.read
      .selectFrom('events')
      .select(['id', 'start_wall', 'status', 'series_key', 'uid'])
      .orderBy('start_wall')
      .execute()
    const series = await app.db.read.selectFrom('series').select(['id', 'recurrence', 'laid_until']).execute()
    return { rows, series }
  }
  expect(await dates(to)).toEqual(await dates(from))
  expect((await withLogin()).counts.event).toMatchObject(nothing)
  expect(await dates(to)).toEqual(await dates(from))
})

test('old addresses lead to the record here, also those that come later', async () => {
  const { from, to, withLogin, anonymously } = await two()
  const { id } = await from.create('events', event('Jazz', { slug: 'first' }))
  const venue = await from.create('venues', { venue: 'Mill', slug: 'old-mill', status: 'publish' })
  await send(from, 'POST', `events/${id}`, { slug: 'second' })
  await send(from, 'POST', `venues/${venue.id}`, { slug: 'mill' })
  const leads = async (path: string) => {
    const { status, headers } = await to.ask({ path, absolute: true })
    return [status, headers.location === undefined ? '' : new URL(headers.location, 'http://a').pathname]
  }
  await anonymously()
  expect((await leads('/event/first/'))[0]).toBe(404)
  await withLogin()
  expect(await leads('/event/first/')).toEqual([301, '/event/second/'])
  expect(await leads('/venue/old-mill/')).toEqual([301, '/venue/mill/'])
  expect((await withLogin()).counts.event).toMatchObject(nothing)
  await send(from, 'POST', `events/${id}`, { slug: 'third' })
  await withLogin()
  expect(await leads('/event/first/')).toEqual([301, '/event/third/'])
  expect(await leads('/event/second/')).toEqual([301, '/event/third/'])
})

test('what a reader is not told is told in the report, and a name in feeds that another event has', async () => {
  const { from, to, anonymously, byRole, withLogin } = await two()
  const { id } = await from.create('events', event('Jazz'))
  await from.create('events', event('Closed', { password: 'secret' }))
  const uid = (await eventsIn(from)).get('Jazz')?.uid ?? ''
  const { id: other } = await to.create('events', event('Other'))
  await to.db.write((tx) => tx.updateTable('events').set({ uid }).where('id', '=', other).execute())
  for (const report of [await anonymously(), await byRole('author')]) {
    const notes = report.notes.join(' ')
    for (const word of ['passwords', 'tickets', '(uid)', '(post_parent)', 'trash', 'old addresses'])
      expect(notes).toContain(word)
  }
  const { notes, lost } = await withLogin()
  expect(notes.join(' ')).not.toContain('(uid)')
  expect(notes.join(' ')).toContain('tickets in its trash')
  expect(lost).toContainEqual(expect.objectContaining({ key: expect.any(String), field: 'password' }))
  expect(id).toBeGreaterThan(0)

  const fresh = await two()
  await fresh.from.create('events', event('Jazz'))
  const named = (await eventsIn(fresh.from)).get('Jazz')?.uid ?? ''
  const { id: mine } = await fresh.to.create('events', event('Mine'))
  await fresh.to.db.write((tx) =>
    tx.updateTable('events').set({ uid: named }).where('id', '=', mine).execute(),
  )
  const report = await fresh.withLogin()
  expect(report.lost).toContainEqual(expect.objectContaining({ field: 'uid', what: named }))
  expect((await eventsIn(fresh.to)).get('Jazz')?.uid).not.toBe(named)
})

test('names in feeds, parents and the trash are shown to who may edit, and old addresses to editors alone', async () => {
  const { from } = await two()
  const { id } = await from.create('events', event('Jazz'))
  const lists = `events?start_date=2031-01-01&end_date=2032-01-01`
  for (const as of [undefined, 'subscriber', 'author'] as const)
    for (const path of [lists, `events/${id}`]) {
      const { text } = await from.ask({
        ...(as ? { as } : {}),
        path: `${path}${path.includes('?') ? '&' : '?'}context=edit`,
      })
      expect([as, path, /"(?:uid|post_parent|status_before)"/.test(text)]).toEqual([as, path, false])
    }
  for (const path of [lists, `events/${id}`]) {
    const plain = await from.ask({ as: 'editor', path })
    expect(plain.text).not.toMatch(/"(?:uid|post_parent|status_before)"/)
    expect(
      (await from.ask({ as: 'editor', path: `${path}${path.includes('?') ? '&' : '?'}context=edit` })).text,
    ).toMatch(/"post_parent":0,"uid":"/)
  }
  const asked = async (as?: 'author' | 'editor') =>
    (await from.ask({ ...(as ? { as } : {}), path: 'redirects' })).status
  expect([await asked(), await asked('author'), await asked('editor')]).toEqual([401, 403, 200])
  await send(from, 'POST', `events/${id}`, { slug: 'blues' })
  expect(await from.read('redirects', {}, 'editor')).toEqual({
    redirects: [{ path: '/event/jazz', kind: 'event', id }],
    total: 1,
    total_pages: 1,
  })
  expect((await from.read('redirects', { page: 2 }, 'editor')).redirects).toEqual([])
  expect((await from.ask({ as: 'editor', path: 'redirects?page=0' })).status).toBe(400)
})
