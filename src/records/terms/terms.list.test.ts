import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksOfEvents } from '../events/events.linked.ts'
import { type Calendar, openCalendar } from './terms.fixture.ts'
import { categoryKind, tagKind, type TermKind } from './terms.kind.ts'
import { listTerms } from './terms.list.ts'
import type { ListTerms } from './terms.params.ts'
import {
  descendantsOf,
  findAncestors,
  inOrderOfNames,
  readTerms,
  resolveTerms,
  unknownTerms,
} from './terms.query.ts'
import { createTerm } from './terms.write.ts'

let calendar: Calendar
const id: Record<string, number> = {}
const event: Record<string, number> = {}

/** Music has Rock has Metal, used; Arts has Film, unused; the tags are apart. */
beforeAll(async () => {
  calendar = await openCalendar()
  const add = async (
    kind: TermKind,
    name: string,
    sent: { parent?: number; description?: string; slug?: string } = {},
  ) => {
    id[name] = await createTerm(calendar.context, kind, { name, ...sent })
  }
  await add(categoryKind, 'Music', { description: 'zz' })
  await add(categoryKind, 'Rock', { parent: id['Music'] ?? 0, description: 'yy' })
  await add(categoryKind, 'Metal', { parent: id['Rock'] ?? 0, slug: 'a-metal' })
  await add(categoryKind, 'Arts')
  await add(categoryKind, 'Film', { parent: id['Arts'] ?? 0 })
  await add(tagKind, 'Été & hiver')
  await add(tagKind, 'Unused')
  await add(tagKind, '日本')
  event['public'] = await calendar.addEvent([id['Metal'] ?? 0, id['Été & hiver'] ?? 0])
  event['draft'] = await calendar.addEvent([id['Film'] ?? 0, id['Metal'] ?? 0], 'draft')
})
afterAll(() => calendar.close())

const list = async (kind: TermKind, params: ListTerms = {}) => {
  const { rows, page } = await listTerms(calendar.context, kind, params)
  if (page.perPage >= page.total) expect(page.total).toBe(rows.length)
  return rows.map(({ name }) => name)
}
const all = { hide_empty: false }

const byNumber = (a: number, b: number) => a - b

describe('listTerms', () => {
  it('lists what is used, categories with a used descendant included, and counts just that', async () => {
    expect(await list(categoryKind)).toEqual(['Metal', 'Music', 'Rock'])
    expect(await list(tagKind)).toEqual(['Été & hiver'])
  })

  it('lists everything by name, regardless of case and accents', async () => {
    expect(await list(categoryKind, all)).toEqual(['Arts', 'Film', 'Metal', 'Music', 'Rock'])
    expect(await list(tagKind, all)).toEqual(['Été & hiver', 'Unused', '日本'])
  })

  it('goes page by page, past the end too', async () => {
    expect(await list(categoryKind, { ...all, per_page: 2, page: 3 })).toEqual(['Rock'])
    expect(await list(categoryKind, { ...all, per_page: 2, page: 9 })).toEqual([])
    const { page } = await listTerms(calendar.context, categoryKind, { ...all, per_page: 900 })
    expect(page).toEqual({ page: 1, perPage: 50, total: 5 })
  })

  it.each<[string, ListTerms, string[]]>([
    ['order=desc', { order: 'desc' }, ['Rock', 'Music', 'Metal', 'Film', 'Arts']],
    ['orderby=id', { orderby: 'id' }, ['Music', 'Rock', 'Metal', 'Arts', 'Film']],
    ['orderby=slug', { orderby: 'slug' }, ['Metal', 'Arts', 'Film', 'Music', 'Rock']],
    [
      'orderby=count&order=desc',
      { orderby: 'count', order: 'desc' },
      ['Metal', 'Arts', 'Film', 'Music', 'Rock'],
    ],
    ['orderby=description', { orderby: 'description' }, ['Arts', 'Film', 'Metal', 'Rock', 'Music']],
    ['orderby=parent', { orderby: 'parent' }, ['Arts', 'Music', 'Rock', 'Metal', 'Film']],
    ['orderby=term_group', { orderby: 'term_group' }, ['Arts', 'Film', 'Metal', 'Music', 'Rock']],
    ['orderby=include, nothing included', { orderby: 'include' }, ['Arts', 'Film', 'Metal', 'Music', 'Rock']],
  ])('sorts by %s', async (_, params, names) => {
    expect(await list(categoryKind, { ...all, ...params })).toEqual(names)
  })

  it('includes and excludes by id alone', async () => {
    const [rock, film] = [id['Rock'] ?? 0, id['Film'] ?? 0]
    expect(await list(categoryKind, { ...all, include: [rock, String(film)] })).toEqual(['Film', 'Rock'])
    expect(await list(categoryKind, { ...all, include: [rock, film], orderby: 'include' })).toEqual([
      'Rock',
      'Film',
    ])
    expect(
      await list(categoryKind, { ...all, include: [rock, film], orderby: 'include', order: 'desc' }),
    ).toEqual(['Film', 'Rock'])
    expect(await list(categoryKind, { ...all, include: ['rock'] })).toEqual([])
    expect(await list(categoryKind, { ...all, exclude: [rock, 'film'] })).toEqual([
      'Arts',
      'Film',
      'Metal',
      'Music',
    ])
  })

  it.each([
    ['ete', ['Été & hiver']],
    ['É &amp; X', []],
    ['été &amp; H', ['Été & hiver']],
    ['ete-hiver', ['Été & hiver']],
    ['  ete   & ', ['Été & hiver']],
    ['日', ['日本']],
    ['%e6', ['日本']],
    ['"', []],
    ['e', ['Été & hiver', 'Unused', '日本']],
    [' ', ['Été & hiver', 'Unused', '日本']],
  ])('searches for “%s”', async (search, names) => {
    expect(await list(tagKind, { ...all, search })).toEqual(names)
  })

  it('keeps direct children, and one slug in any case', async () => {
    expect(await list(categoryKind, { ...all, parent: id['Music'] ?? 0 })).toEqual(['Rock'])
    expect(await list(categoryKind, { ...all, slug: 'A-Metal' })).toEqual(['Metal'])
    expect(await list(tagKind, { ...all, slug: '日本' })).toEqual(['日本'])
    expect(await list(categoryKind, { ...all, slug: 'rock,film' })).toEqual([])
  })

  it('lists the terms of an event, used or not; event wins over post', async () => {
    const [shown, draft] = [event['public'] ?? 0, event['draft'] ?? 0]
    expect(await list(categoryKind, { post: draft })).toEqual(['Film', 'Metal'])
    expect(await list(categoryKind, { post: draft, event: shown })).toEqual(['Metal'])
    expect(await list(tagKind, { event: draft })).toEqual([])
  })
})

describe('the queries', () => {
  it('find the terms of events, by name', async () => {
    const { read } = calendar.context.db
    const events = [event['public'] ?? 0, event['draft'] ?? 0, 999]
    const links = await linksOfEvents(read, events)
    const terms = new Map(
      (await readTerms(read, [...new Set(links.ids('term'))])).map((row) => [row.id, row]),
    )
    const namesOf = (one: number) => inOrderOfNames(links.of(one, 'term', terms)).map(({ name }) => name)
    expect(events.map(namesOf)).toEqual([['Été & hiver', 'Metal'], ['Film', 'Metal'], []])
  })

  it('find what is above and what is below', async () => {
    const { db } = calendar.context
    const above = await findAncestors(db.read, [{ parent: id['Rock'] ?? 0 }, { parent: 0 }])
    expect([...above.values()].map(({ slug }) => slug).toSorted()).toEqual(['music', 'rock'])
    const below = await descendantsOf(db.read, [id['Music'] ?? 0, id['Film'] ?? 0])
    expect(below.toSorted(byNumber)).toEqual(
      ['Music', 'Rock', 'Metal', 'Film'].map((name) => id[name] ?? 0).toSorted(byNumber),
    )
  })

  it('resolve ids, slugs and names, the slug first', async () => {
    const { read } = calendar.context.db
    const [rock, metal] = [id['Rock'] ?? 0, id['Metal'] ?? 0]
    const named = [rock, String(metal), 'A-METAL', 'mETAL', 'music', 'gone', 999, '']
    expect(await resolveTerms(read, 'tribe_events_cat', named)).toEqual({
      ids: [rock, metal, id['Music']],
      unknown: ['gone', 999, ''],
    })
    expect(await resolveTerms(read, 'post_tag', ['日本', 'été & hiver', rock])).toEqual({
      ids: [id['日本'], id['Été & hiver']],
      unknown: [rock],
    })
    expect(await unknownTerms(read, 'tribe_events_cat', [rock, 'a-metal', 'Metal', 999])).toEqual([
      'Metal',
      999,
    ])
  })

  it('end where parents make a loop, which no write does', async () => {
    const own = await openCalendar()
    const { db } = own.context
    const top = await createTerm(own.context, categoryKind, { name: 'Top' })
    const leaf = await createTerm(own.context, categoryKind, { name: 'Leaf', parent: top })
    await db.write((tx) =>
      tx.updateTable('terms').set({ parent: leaf, count: 1 }).where('id', '=', top).execute(),
    )
    expect((await descendantsOf(db.read, [top])).toSorted(byNumber)).toEqual([top, leaf].toSorted(byNumber))
    expect([...(await findAncestors(db.read, [{ parent: leaf }])).keys()].toSorted(byNumber)).toEqual(
      [top, leaf].toSorted(byNumber),
    )
    expect((await listTerms(own.context, categoryKind, {})).rows).toHaveLength(2)
    await own.close()
  })
})
