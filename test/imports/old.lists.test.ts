import { expect, test } from 'vitest'
import { oldEvent, oldTerm, oldVenue } from './old/old.model.ts'
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

test('events that are hidden and over come along where the newer interface names them, in whatever order it does', async () => {
  const hidden = Array.from({ length: 130 }, (_, index) =>
    oldEvent(2000 + index, { isHidden: true, isOver: true }),
  )
  const site = await oldSite({ posts: [oldEvent(1), ...hidden], hasTec: true })
  const { bring } = await calendarFor(site)
  const report = await bring()
  expect(report.counts.event).toMatchObject({ created: 131, skipped: 0 })
  expect([report.shortfalls, report.notes]).toEqual([[], []])
  site.post(2005).isUnshown = true
  const [another, told] = [await calendarFor(site), [] as string[]]
  for (const { key, says } of (await another.bring()).skipped) told.push(`${key}: ${says}`)
  expect(told).toEqual([
    '2005: The source has it, and does not show it to this reader (status 404): though it has it.',
  ])
  site.hasTec = false
  const { notes, shortfalls } = await (await calendarFor(site)).bring()
  expect([notes, shortfalls]).toEqual([[], []])
})

test('a list of WordPress that says it has more records than it shows is told of, kind by kind', async () => {
  const site = await oldSite({ ...grownSite(), uncounted: 2 })
  const { shortfalls } = await (await calendarFor(site)).bring()
  expect(shortfalls).toEqual([
    'The source says it has 60 venues, and shows 58.',
    'The source says it has 60 organizers, and shows 58.',
    'The source says it has 132 events, and shows 130.',
  ])
})

test('a category that its list counts and does not show comes along as WordPress names it; a tag that nobody names is told of', async () => {
  const site = await oldSite({
    posts: [oldEvent(1)],
    terms: [
      oldTerm(10, 'tribe_events_cat', 'Music'),
      { ...oldTerm(11, 'tribe_events_cat', 'Jazz', 10), isSkipped: true },
      oldTerm(20, 'post_tag', 'Open air'),
      { ...oldTerm(21, 'post_tag', 'Free'), isSkipped: true },
    ],
  })
  const { bring, db } = await calendarFor(site)
  const { counts, shortfalls } = await bring()
  expect([counts.category.created, counts.tag.created]).toEqual([2, 1])
  expect(shortfalls).toEqual(['The source says it has 2 tags, and shows 1.'])
  const { parent } = await db.read
    .selectFrom('terms')
    .select('parent')
    .where('id', '=', 11)
    .executeTakeFirstOrThrow()
  expect(parent).toBe(10)
})

test.each([
  ['1,000.50', '$0.50', ['0.50'], '["$1,000.50"]', '$1,000.50'],
  ['3,7,9', 'Free', ['0'], '["$3,7,9"]', '$3 – $9'],
  ['12.50', '$12.50', ['12.50'], '["$12.50"]', '$12.50'],
  ['5', '$5 – $10', ['5', '10'], '["$5","$10"]', '$5 – $10'],
])(
  'a cost that was typed as %s and is shown as %s is what was typed',
  async (typedCost, cost, values, stored) => {
    const cost_details = { currency_symbol: '$', currency_code: 'USD', currency_position: 'prefix', values }
    const site = await oldSite({ posts: [oldEvent(1, { typedCost }, { cost, cost_details })] })
    const { bring, db } = await calendarFor(site)
    await bring()
    expect(await db.read.selectFrom('events').select('cost').executeTakeFirst()).toEqual({ cost: stored })
  },
)

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
