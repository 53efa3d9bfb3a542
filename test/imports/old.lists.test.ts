import { expect, test } from 'vitest'
import { oldEvent, oldVenue } from './old/old.model.ts'
import { calendarFor, grownSite, oldSite, root, sourceOfOld } from './old/old.import.ts'

const counted = (count: number) => ({ created: count, updated: 0, skipped: 0 })

test('records that pages of the site skip are all here, with what is nested once, and a second run changes nothing', async () => {
  const site = await oldSite({ ...grownSite(), hasNotices: true, isBusy: true, slow_ms: 2 })
  const { bring, db } = await calendarFor(site)
  const foreseen = await bring(undefined, { isDryRun: true })
  const report = await bring()
  expect(report.counts.venue).toMatchObject(counted(58))
  expect(report.counts.organizer).toMatchObject(counted(58))
  expect(report.counts.event).toMatchObject(counted(130))
  expect(foreseen.counts).toEqual(report.counts)
  expect([report.shortfalls, report.lost, report.skipped]).toEqual([[], [], []])
  const before = await db.revision()
  const again = await bring()
  expect(again.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 130, removed: 0 })
  expect(again.changes).toEqual({})
  expect(await db.revision()).toBe(before)
})

test('a site that mixes its pages whatever is asked is still read whole, as WordPress names all ids', async () => {
  const site = await oldSite(grownSite())
  // Old versions know no status.
  site.onAsk = (path) => {
    if (/\/(?:venues|organizers)\?/.test(path)) site.isStatusUnknown = true
  }
  const { bring } = await calendarFor(site)
  const report = await bring()
  expect(report.counts.venue).toMatchObject(counted(58))
  expect(report.counts.organizer).toMatchObject(counted(58))
  expect(report.shortfalls).toEqual([])
})

test('what changes or goes at the site follows here, even where its lists skip it', async () => {
  const site = await oldSite({ ...grownSite(), isStatusUnknown: true, isWpClosed: true })
  const { bring, db } = await calendarFor(site)
  await bring()
  for (const id of [100, 120, 157]) site.post(id).wire = { ...site.post(id).wire, venue: `Renamed ${id}` }
  const gone = site.posts.filter(({ type }) => type === 'tribe_organizer').slice(0, 3)
  for (const post of gone) post.status = 'trash'
  for (const post of site.posts)
    post.organizers = post.organizers?.filter((id) => !gone.some((each) => each.id === id)) ?? []
  await bring()
  const venues = await db.read
    .selectFrom('venues')
    .select(['id', 'title'])
    .where('title', 'like', 'Renamed%')
    .orderBy('id')
    .execute()
  expect(venues.map(({ id }) => id)).toEqual([100, 120, 157])
  const organizers = await db.read
    .selectFrom('organizers')
    .select('id')
    .where('status', '=', 'trash')
    .orderBy('id')
    .execute()
  expect(organizers.map(({ id }) => id)).toEqual(gone.map(({ id }) => id))
})

test('a list that has fewer records than it says, and whose others cannot be found, is told of', async () => {
  const site = await oldSite({ ...grownSite(), isWpClosed: true, isStatusUnknown: true })
  // Nothing names the venues that pages skip.
  for (const post of site.posts) if (post.type === 'tribe_events') post.venue = undefined
  const { bring } = await calendarFor(site)
  const report = await bring()
  expect(report.counts.venue.created).toBeLessThan(58)
  expect(report.notes.join(' ')).toContain('does not say which events it hides')
  expect(report.shortfalls).toEqual([
    `The source says it has 58 venues, and shows ${report.counts.venue.created}.`,
  ])
})

test('events that are hidden from lists come along, and those that cannot be had are told one by one', async () => {
  const site = await oldSite({
    posts: [
      oldEvent(1),
      oldEvent(2, { isHidden: true, venue: 40 }),
      oldEvent(3, { isHidden: true, password: 'sesame' }),
      oldVenue(40),
    ],
  })
  const { bring, db } = await calendarFor(site)
  const report = await bring()
  expect(report.counts.event).toMatchObject({ created: 2, skipped: 1 })
  expect(report.skipped).toEqual([expect.objectContaining({ kind: 'event', key: '3' })])
  expect(report.skipped[0]?.says).toContain('needs a password')
  const rows = await db.read.selectFrom('events').select(['id', 'hide_from_listings']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 1, hide_from_listings: 0 },
    { id: 2, hide_from_listings: 1 },
  ])
  expect((await bring()).counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 2, removed: 0 })
})

test('drafts, private and scheduled records come with a login that may see them; to another one it is told that they do not', async () => {
  const site = await oldSite({
    ...grownSite(),
    posts: [
      oldEvent(1),
      oldEvent(2, { status: 'draft' }, { date_utc: '0000-00-00 00:00:00' }),
      oldEvent(3, { status: 'private' }),
      oldEvent(4, { status: 'future' }, { date: '2031-04-01 10:00:00', date_utc: '2031-04-01 08:00:00' }),
      oldEvent(5, { status: 'pending' }, { date_utc: '0000-00-00 00:00:00' }),
      oldVenue(40, { status: 'draft' }),
    ],
  })
  const { bring, db } = await calendarFor(site)
  const reader = await bring({ user: 'reader', password: 'other password' })
  expect(reader.counts.event.created).toBe(1)
  expect(reader.notes.join(' ')).toContain('only those that are')
  const report = await bring(root)
  expect(report.counts.event).toMatchObject({ created: 4, unchanged: 1 })
  const rows = await db.read.selectFrom('events').select(['id', 'status']).orderBy('id').execute()
  expect(rows.map(({ status }) => status)).toEqual(['publish', 'draft', 'private', 'future', 'pending'])
})

test('a site too old to name what happens to events in its lists says so where each is read by itself', async () => {
  const site = await oldSite({
    posts: [
      oldEvent(1, { eventStatus: 'canceled' }),
      oldEvent(
        2,
        { eventStatus: 'postponed' },
        {
          end_date: '2020-05-01 22:00:00',
          utc_end_date: '2020-05-01 20:00:00',
          start_date: '2020-05-01 20:00:00',
          utc_start_date: '2020-05-01 18:00:00',
        },
      ),
      oldEvent(3),
    ],
    hasNoClasses: true,
  })
  const { bring, db } = await calendarFor(site)
  await bring()
  const rows = await db.read.selectFrom('events').select('event_status').orderBy('id').execute()
  expect(rows.map(({ event_status }) => event_status)).toEqual(['canceled', 'postponed', 'scheduled'])
})

test('a source that is read again and again, as by a mirror, sees each time what has changed', async () => {
  const site = await oldSite({ posts: [oldEvent(1), oldEvent(2), oldVenue(40)] })
  const { run, db } = await calendarFor(site)
  const source = sourceOfOld(site)
  await run(source)
  site.post(1).eventStatus = 'canceled'
  site.post(2).isHidden = true
  site.posts.push(oldEvent(3, { isHidden: true, venue: 40 }))
  await run(source)
  const rows = await db.read
    .selectFrom('events')
    .select(['id', 'event_status', 'hide_from_listings'])
    .orderBy('id')
    .execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, 'canceled', 0],
    [2, 'scheduled', 1],
    [3, 'scheduled', 1],
  ])
  site.post(1).status = 'trash'
  delete site.post(2).isHidden
  await run(source)
  const after = await db.read
    .selectFrom('events')
    .select(['status', 'hide_from_listings'])
    .orderBy('id')
    .execute()
  expect(after.slice(0, 2).map((row) => Object.values(row))).toEqual([
    ['trash', 0],
    ['publish', 0],
  ])
})
