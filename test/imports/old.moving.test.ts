import { expect, test } from 'vitest'
import type { Difference } from '../../src/outward/imports/imports.compare.alone.ts'
import { compare } from '../../src/outward/imports/imports.compare.ts'
import { plain, write } from '../images/pictures.ts'
import { calendarFor, oldSite, root, sourceOfOld } from './old/old.import.ts'
import { oldEvent, oldOrganizer, oldTerm, oldVenue, type Wire } from './old/old.model.ts'
import type { OldSite } from './old/old.site.ts'
import { now } from './importing.ts'

const picture = await write(plain(400, 300), 'png')

/** A site with something of everything. */
async function smallSite(): Promise<OldSite> {
  const site = await oldSite({
    isBusy: true,
    hasNotices: true,
    posts: [
      ...[100, 101, 102].map((id) => oldVenue(id)),
      ...[200, 201, 202].map((id) => oldOrganizer(id)),
      ...Array.from({ length: 30 }, (_, index) =>
        oldEvent(1000 + index, {
          venue: 100 + (index % 3),
          organizers: [200 + (index % 3)],
          categories: [10, 11],
          tags: [20],
          ...(index % 5 === 0 ? { image: 50 } : {}),
          ...(index === 7 ? { isHidden: true } : {}),
          ...(index === 8 ? { eventStatus: 'canceled' as const, reason: 'Storm' } : {}),
          ...(index === 9 ? { password: 'sesame' } : {}),
          ...(index === 10 ? { status: 'draft' } : {}),
        }),
      ),
    ],
    terms: [
      oldTerm(10, 'tribe_events_cat', 'Music'),
      oldTerm(11, 'tribe_events_cat', 'Jazz', 10),
      oldTerm(20, 'post_tag', 'Open air'),
      oldTerm(21, 'post_tag', 'Free'),
    ],
    files: [
      { id: 50, path: '2024/05/a.png', bytes: picture, alt_text: 'A' },
      { id: 51, path: '2024/05/b.png', bytes: await write(plain(500, 300), 'png'), alt_text: 'B' },
    ],
    users: [
      { id: 7, login: 'root', email: 'root@old.example', password: root.password, role: 'administrator' },
    ],
  })
  const gallery = "<div id='gallery-N' class='gallery'>a</div>"
  change(site, 1003, {
    description: `${gallery}<p><img class="wp-image-51" src="${site.origin}/wp-content/uploads/2024/05/b-300x180.png"></p>`,
  })
  return site
}

function change(site: OldSite, id: number, wire: Wire): void {
  site.post(id).wire = { ...site.post(id).wire, ...wire }
}

const term = (site: OldSite, id: number, wire: Wire) => {
  const found = site.terms.find((each) => each.id === id)
  if (found) found.wire = { ...found.wire, ...wire }
}

/** Forty kinds of change at the old site, each to other records where that can be. */
const changes: readonly ((site: OldSite) => void)[] = [
  (site) => change(site, 1000, { title: 'Renamed &#8211; twice' }),
  (site) => change(site, 1001, { description: '<p>New text.</p>' }),
  (site) => change(site, 1002, { excerpt: '<p>Short.</p>' }),
  (site) => change(site, 1004, { slug: 'another-slug' }),
  (site) =>
    change(site, 1005, {
      start_date: '2031-05-20 18:00:00',
      utc_start_date: '2031-05-20 16:00:00',
      end_date: '2031-05-20 23:00:00',
      utc_end_date: '2031-05-20 21:00:00',
    }),
  (site) => change(site, 1006, { end_date: '2031-05-30 23:00:00', utc_end_date: '2031-05-30 21:00:00' }),
  (site) =>
    change(site, 1011, {
      timezone: 'America/New_York',
      utc_start_date: '2031-05-12 00:00:00',
      utc_end_date: '2031-05-12 02:00:00',
    }),
  (site) =>
    change(site, 1012, { all_day: true, start_date: '2031-05-05 00:00:00', end_date: '2031-05-05 23:59:59' }),
  (site) =>
    change(site, 1013, {
      cost: '5€',
      cost_details: {
        currency_symbol: '€',
        currency_code: 'EUR',
        currency_position: 'postfix',
        values: ['5'],
      },
    }),
  (site) => change(site, 1014, { website: 'https://band.example/tour' }),
  (site) => change(site, 1015, { featured: true }),
  (site) => change(site, 1016, { sticky: true }),
  (site) => change(site, 1017, { show_map: false }),
  (site) => (site.post(1018).venue = 101),
  (site) => (site.post(1019).venue = undefined),
  (site) => (site.post(1020).organizers = [202, 200]),
  (site) => (site.post(1021).organizers = []),
  (site) => (site.post(1022).categories = [11]),
  (site) => (site.post(1023).categories = []),
  (site) => (site.post(1024).tags = [21]),
  (site) => (site.post(1001).image = 51),
  (site) => (site.post(1000).image = undefined),
  (site) => (site.post(1002).eventStatus = 'postponed'),
  (site) => delete site.post(1008).eventStatus,
  (site) => (site.post(1009).password = 'other'),
  (site) => delete site.post(1009).password,
  (site) => (site.post(1025).password = 'new'),
  (site) => (site.post(1007).isHidden = false),
  (site) => (site.post(1026).isHidden = true),
  (site) => (site.post(1010).status = 'publish'),
  (site) => (site.post(1027).status = 'private'),
  (site) => (site.post(1028).status = 'trash'),
  (site) =>
    site.posts.splice(
      site.posts.findIndex(({ id }) => id === 1029),
      1,
    ),
  (site) =>
    site.posts.push(oldEvent(2000, { venue: 300, organizers: [200], categories: [12] }), oldVenue(300)),
  (site) => change(site, 100, { venue: 'The Old Mill', city: 'Berlin', zip: '10115', phone: '030 1' }),
  (site) => change(site, 101, { website: 'http://bücher.example/ü', description: '<p>Hall</p>' }),
  (site) => change(site, 201, { organizer: 'Ann &#038; Co', email: 'ann@club.example' }),
  (site) => site.terms.push(oldTerm(12, 'tribe_events_cat', 'Theatre', 10)),
  (site) => term(site, 11, { name: 'Jazz &amp; Blues', description: 'Loud', parent: 0 }),
  (site) => term(site, 20, { slug: 'outdoors' }),
  (site) => (site.terms = site.terms.filter(({ id }) => id !== 21)),
  (site) => {
    for (const file of site.files) file.alt_text = 'Another text'
  },
]

test('a site is moved in, watched through forty kinds of change, broken off and repeated, and nothing differs', async () => {
  const site = await smallSite()
  const { bring, db, context } = await calendarFor(site)
  const differences = async () => {
    const found: Difference[] = []
    const comparing = { db, siteZone: context.siteZone, now, home: 'https://new.example' }
    for await (const each of compare(sourceOfOld(site, root), comparing, () => {})) found.push(each)
    return found
  }
  await bring(root)
  expect(await differences()).toEqual([])
  expect(changes.length).toBeGreaterThanOrEqual(40)
  for (let from = 0; from < changes.length; from += 7) {
    for (const each of changes.slice(from, from + 7)) each(site)
    // The import ends after its third batch, as when its process is killed, and is taken up again.
    const ended = new AbortController()
    let batches = 0
    const onProgress = () => {
      batches += 1
      if (batches === 3) ended.abort()
    }
    await bring(root, { signal: ended.signal, onProgress }).catch(() => {})
    await bring(root, { allowsRemovals: true })
    expect(await differences()).toEqual([])
    const before = await db.revision()
    expect((await bring(root)).changes).toEqual({})
    expect(await db.revision()).toBe(before)
  }
})

test('what is edited here survives every later run, field by field, and comparing names it', async () => {
  const site = await smallSite()
  const { bring, db, context } = await calendarFor(site)
  await bring(root)
  const ours = { title: 'Ours', description: 'Our text', cost: '["7"]', featured: 1 as const }
  for (const id of [1000, 1001, 1003])
    await db.write((tx) =>
      tx
        .updateTable('events')
        .set({ ...ours, slug: `ours-${id}` })
        .where('id', '=', id)
        .execute(),
    )
  await db.write((tx) => tx.updateTable('venues').set({ city: 'Ours' }).where('id', '=', 100).execute())
  change(site, 1000, {
    excerpt: '<p>Theirs</p>',
    modified: '2031-01-01 10:00:00',
    modified_utc: '2031-01-01 09:00:00',
  })
  change(site, 1003, {
    start_date: '2031-05-20 18:00:00',
    utc_start_date: '2031-05-20 16:00:00',
    end_date: '2031-05-20 23:00:00',
    utc_end_date: '2031-05-20 21:00:00',
  })
  site.post(1001).categories = [10]
  site.post(1001).image = 51
  change(site, 100, { phone: '1' })
  for (let run = 0; run < 3; run += 1) await bring(root)
  const rows = await db.read
    .selectFrom('events')
    .selectAll()
    .where('id', 'in', [1000, 1001, 1003])
    .orderBy('id')
    .execute()
  for (const row of rows) expect(row).toMatchObject({ ...ours, slug: `ours-${row.id}` })
  expect(rows.map(({ excerpt, start_wall, image_id }) => [excerpt, start_wall, image_id])).toEqual([
    ['<p>Theirs</p>', expect.any(String), 50],
    ['', expect.any(String), 51],
    ['', '2031-05-20 18:00:00', null],
  ])
  const found: Difference[] = []
  const comparing = { db, siteZone: context.siteZone, now, home: 'https://new.example' }
  for await (const each of compare(sourceOfOld(site, root), comparing, () => {})) found.push(each)
  expect(found.map(({ kind, id, field }) => `${kind} ${id} ${field}`).toSorted()).toEqual([
    ...[1000, 1001, 1003].flatMap((id) =>
      ['cost', 'description', 'featured', 'slug', 'title'].map((field) => `event ${id} ${field}`),
    ),
    'venue 100 city',
  ])
})
