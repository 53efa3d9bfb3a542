import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { rowOf } from './dump.ts'
import { event, type Fields, type Linkable, organizer, term, venue } from './generated.ts'
import { runs } from '../support/runs.ts'

let app: TestApp
let linkable: Linkable
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  linkable = {
    venues: await createAll('venues', [
      { venue: 'Hall & Co' },
      { venue: 'Attic', status: 'draft' },
      { venue: 'Cellar' },
    ]),
    organizers: await createAll('organizers', [
      { organizer: 'Ann' },
      { organizer: 'Bob', status: 'private' },
      { organizer: 'Cy “C”' },
    ]),
    categories: await createAll('categories', [{ name: 'Music & Dance' }, { name: 'Art' }, { name: '日本' }]),
    tags: await createAll('tags', [{ name: 'free' }, { name: '2031' }, { name: 'x "y"' }]),
    parents: await createAll('events', [
      { title: 'Festival', start_date: '2031-03-01', end_date: '2031-03-09' },
    ]),
  }
})
afterAll(() => app.close())

type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
type Writer = 'administrator' | 'author'

/** How a record is written back: by which method and address, and whether as it was read by itself or in a list. */
interface Way {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly by: 'id' | 'slug'
  readonly from: 'item' | 'list'
  readonly as: Writer
}

function way(...writers: readonly Writer[]): fc.Arbitrary<Way> {
  return fc.record({
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    by: fc.constantFrom('id', 'slug'),
    from: fc.constantFrom('item', 'list'),
    as: fc.constantFrom(...writers),
  })
}

const tries = { events: 300, venues: 200, organizers: 150, categories: 100, tags: 100 }

describe('a record that is written back as it was read is what it was, twice over', () => {
  test('for events', () => property('events', event(linkable)))
  test('for venues', () => property('venues', venue))
  test('for organizers', () => property('organizers', organizer))
  test('for categories', () => property('categories', term(linkable.categories)))
  test('for tags', () => property('tags', term(undefined)))
})

test('a trashed record that is written back as it was listed stays in the trash as it was', async () => {
  const kinds = { events: event(linkable), venues: venue, organizers: organizer }
  for (const [kind, fields] of Object.entries(kinds)) {
    await fc.assert(
      fc.asyncProperty(fields, async (sent) => {
        const { id } = await create(kind as Kind, sent, 'administrator')
        await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${id}` })
        await expectKept(kind as Kind, id, { method: 'PUT', by: 'id', from: 'list', as: 'administrator' })
        await app.remove(`${kind}/${id}`)
      }),
      { numRuns: runs(40) },
    )
  }
})

test.each(['draft', 'pending', 'private'])(
  'a contributor writes back an own %s record as it was',
  async (status) => {
    for (const [kind, name] of [
      ['events', 'title'],
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const sent = {
        [name]: `Mine, ${status}`,
        start_date: '2031-03-01',
        end_date: '2031-03-02',
        author: app.ids.contributor,
      }
      const { id } = (await app.ask({ as: 'editor', method: 'POST', path: kind, json: { ...sent, status } }))
        .body
      const before = await app.ask({ as: 'contributor', path: `${kind}/${id}` })
      const row = await rowOf(app.db, kind, id)
      const answer = await app.ask({
        as: 'contributor',
        method: 'PUT',
        path: `${kind}/${id}`,
        json: before.body,
      })
      expect(answer.status).toBe(200)
      expect(await rowOf(app.db, kind, id)).toEqual({ ...row, modified_at: expect.any(Number) })
    }
  },
)

async function property(kind: Kind, fields: fc.Arbitrary<Fields>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fields,
      kind === 'tags' ? way('administrator') : way('administrator', 'author'),
      async (sent, how) => {
        const { id } = await create(kind, sent, how.as)
        await expectKept(kind, id, how)
        await app.remove(`${kind}/${id}`)
      },
    ),
    { numRuns: runs(tries[kind]) },
  )
}

/** Writes the record back twice, and looks each time at what is read and at what is stored. */
async function expectKept(kind: Kind, id: number, how: Way): Promise<void> {
  const asRead = await read(kind, id, how)
  const row = await storedRow(kind, id)
  for (const _time of ['first', 'second']) {
    const address = how.by === 'slug' && asRead.slug && !isTerm(kind) ? `by-slug/${asRead.slug}` : id
    const answer = await app.ask({ as: how.as, method: how.method, path: `${kind}/${address}`, json: asRead })
    expect(answer.body).toMatchObject({ id })
    expect(answer.status).toBe(200)
    expect(withoutModified(await read(kind, id, how))).toEqual(withoutModified(asRead))
    expect(await storedRow(kind, id)).toEqual(row)
  }
}

async function read(
  kind: Kind,
  id: number,
  { from, as }: Way,
): Promise<Record<string, unknown> & { slug?: string }> {
  const single = await app.ask({
    as,
    path: `${kind}/${id}`,
    query: kind === 'events' ? { context: 'edit' } : {},
  })
  const event = kind === 'events' ? await rowOf(app.db, 'events', id) : undefined
  const isUnlisted = from === 'item' || event?.hide_from_listings === 1
  if (isUnlisted && single.status === 200) return single.body
  const query = isTerm(kind)
    ? { hide_empty: false }
    : { status: 'publish,future,draft,pending,private,trash' }
  const included = isTerm(kind) || event ? { include: id } : {}
  const password = event?.password_digest ? { password: 'sesame' } : {}
  const list = await app.ask({ as, path: kind, query: { ...query, ...included, ...password, per_page: 50 } })
  const item = list.body[kind]?.find((one: { id: number }) => one.id === id)
  if (!item && isUnlisted) return { id }
  expect(item, JSON.stringify(list.body)).toBeDefined()
  return item
}

/** The row and, of an event, its links, those that its writer cannot see included. */
async function storedRow(kind: Kind, id: number): Promise<object> {
  const row = await rowOf(app.db, isTerm(kind) ? 'terms' : (kind as 'events'), id)
  const links = [
    ['event_venues', 'position'],
    ['event_organizers', 'position'],
    ['event_terms', 'term_id'],
  ] as const
  const linked = links.map(([table, order]) =>
    app.db.read.selectFrom(table).selectAll().where('event_id', '=', id).orderBy(order).execute(),
  )
  return { ...row, modified_at: 0, linked: kind === 'events' ? await Promise.all(linked) : [] }
}

function withoutModified({
  modified: _modified,
  modified_utc: _utc,
  ...rest
}: Record<string, unknown>): object {
  return rest
}

/** Made by an administrator, so that it may be linked to what its author cannot see. */
function create(kind: Kind, sent: Fields, as: Writer): Promise<{ id: number }> {
  return app.create(kind, isTerm(kind) ? sent : { ...sent, author: app.ids[as] })
}

async function createAll(kind: Kind, all: readonly Fields[]): Promise<number[]> {
  const ids: number[] = []
  for (const fields of all) ids.push((await create(kind, fields, 'administrator')).id)
  return ids
}

function isTerm(kind: Kind): boolean {
  return kind === 'categories' || kind === 'tags'
}
