import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linksOfEvents } from '../events/events.linked.ts'
import { type Calendar, openCalendar } from './terms.fixture.ts'
import { categoryKind, tagKind, type TermKind } from './terms.kind.ts'
import { findTerm } from './terms.query.ts'
import {
  adjustTermCounts,
  createTerm,
  deleteTerm,
  resolveOrCreateTerms,
  type SentTerm,
  updateTerm,
} from './terms.write.ts'

let calendar: Calendar
beforeEach(async () => {
  calendar = await openCalendar()
})
afterEach(() => calendar.close())

const create = (kind: TermKind, name: string, sent: SentTerm = {}) =>
  createTerm(calendar.context, kind, { ...sent, name })
const update = (kind: TermKind, id: number, sent: SentTerm) =>
  updateTerm(calendar.context, kind, { id, sent, guard: async () => {} })
const stored = (kind: TermKind, id: number) => findTerm(calendar.context.db.read, kind, id)
const slugOf = async (kind: TermKind, id: number) => (await stored(kind, id))?.slug
const parentOf = async (id: number) => (await stored(categoryKind, id))?.parent

describe('createTerm', () => {
  it('stores the name as plain text and makes the slug from it', async () => {
    const id = await create(tagKind, 'Full &amp; <b>B</b> "q"', { description: 'Desc <b>x</b>' })
    expect(await stored(tagKind, id)).toEqual({
      id,
      taxonomy: 'post_tag',
      name: 'Full & B "q"',
      slug: 'full-b-q',
      description: 'Desc <b>x</b>',
      parent: 0,
      count: 0,
      color: null,
    })
  })

  it.each(['  ', '<b></b>'])('refuses the name “%s”', async (name) => {
    await expect(create(tagKind, name)).rejects.toMatchObject({ code: 'empty_term_name', status: 400 })
  })

  it.each([tagKind, categoryKind])(
    'refuses a name that is there, in any case, and tells its id',
    async (kind) => {
      const id = await create(kind, 'Rock')
      const body = { code: 'term_exists', data: { status: 400, term_id: id }, additional_data: [id, id] }
      await expect(create(kind, 'ROCK')).rejects.toMatchObject({ body })
      await expect(create(kind, 'Rock', { slug: 'rock' })).rejects.toMatchObject({ body })
    },
  )

  it('takes a name that is there with a slug of its own, and an accent for another name', async () => {
    await create(tagKind, 'Cafe')
    expect(await slugOf(tagKind, await create(tagKind, 'Cafe', { slug: 'Coffee House' }))).toBe(
      'coffee-house',
    )
    expect(await slugOf(tagKind, await create(tagKind, 'Café'))).toBe('cafe-2')
  })

  it('makes a taken slug unique, for each kind by itself', async () => {
    await create(tagKind, 'Rock')
    expect(await slugOf(tagKind, await create(tagKind, 'Stone', { slug: 'rock' }))).toBe('rock-2')
    expect(await slugOf(tagKind, await create(tagKind, 'Pebble', { slug: 'rock' }))).toBe('rock-3')
    expect(await slugOf(categoryKind, await create(categoryKind, 'Rock'))).toBe('rock')
  })

  it('ends the slug of a child with that of its parent before it counts', async () => {
    const top = await create(categoryKind, 'Top')
    const other = await create(categoryKind, 'Other')
    await create(categoryKind, 'Other top', { slug: 'top-other' })
    expect(await slugOf(categoryKind, await create(categoryKind, 'Top', { parent: top }))).toBe('top-top')
    expect(await slugOf(categoryKind, await create(categoryKind, 'Top', { parent: other }))).toBe(
      'top-other-2',
    )
  })

  it('uses the id as the slug of a name of symbols', async () => {
    const id = await create(tagKind, '!!!')
    expect(await slugOf(tagKind, id)).toBe(String(id))
    const second = await create(tagKind, '???')
    expect(await slugOf(tagKind, second)).toBe(String(second))
  })
})

describe('updateTerm', () => {
  it('changes what is sent and nothing else', async () => {
    const id = await create(categoryKind, 'Rock', { description: 'Loud' })
    await update(categoryKind, id, {})
    await update(categoryKind, id, { name: 'Stone' })
    expect(await stored(categoryKind, id)).toMatchObject({ name: 'Stone', slug: 'rock', description: 'Loud' })
    await update(categoryKind, id, { description: null })
    expect(await stored(categoryKind, id)).toMatchObject({ name: 'Stone', description: '' })
  })

  it('leaves texts that are sent as they are read (D49)', async () => {
    const id = await create(tagKind, 'A &amp;amp; B', { description: 'x & y' })
    expect(await stored(tagKind, id)).toMatchObject({ name: 'A &amp; B', description: 'x & y' })
    await update(tagKind, id, { name: 'A &amp; B', description: 'x &amp; y' })
    expect(await stored(tagKind, id)).toMatchObject({ name: 'A &amp; B', description: 'x & y' })
  })

  it('takes a name that another has, and refuses its slug', async () => {
    const id = await create(tagKind, 'Rock')
    const other = await create(tagKind, 'Stone')
    await update(tagKind, other, { name: 'Rock', slug: 'stone' })
    await expect(update(tagKind, other, { slug: 'Rock' })).rejects.toMatchObject({
      code: 'duplicate_term_slug',
      status: 400,
    })
    await expect(update(tagKind, other, { name: ' ' })).rejects.toMatchObject({ code: 'empty_term_name' })
    expect(await stored(tagKind, other)).toMatchObject({ name: 'Rock', slug: 'stone' })
    expect(await slugOf(tagKind, id)).toBe('rock')
  })

  it('never stores a loop', async () => {
    const top = await create(categoryKind, 'Top')
    const middle = await create(categoryKind, 'Middle', { parent: top })
    const leaf = await create(categoryKind, 'Leaf', { parent: middle })
    await update(categoryKind, top, { parent: top })
    expect(await parentOf(top)).toBe(0)
    await update(categoryKind, middle, { parent: leaf })
    expect([await parentOf(middle), await parentOf(leaf)]).toEqual([0, middle])
    await update(categoryKind, leaf, { parent: 0 })
    expect(await parentOf(leaf)).toBe(0)
  })

  it('refuses a parent that is gone', async () => {
    const id = await create(categoryKind, 'Top')
    await expect(update(categoryKind, id, { parent: 999 })).rejects.toMatchObject({
      body: { data: { params: { parent: expect.any(String) } } },
    })
  })

  it('changes nothing when the guard throws', async () => {
    const id = await create(tagKind, 'Rock')
    const guard = () => Promise.reject(new Error('no'))
    await expect(
      updateTerm(calendar.context, tagKind, { id, sent: { name: 'Stone' }, guard }),
    ).rejects.toThrow('no')
    await expect(deleteTerm(calendar.context, tagKind, { id, guard })).rejects.toThrow('no')
    expect(await stored(tagKind, id)).toMatchObject({ name: 'Rock' })
  })
})

describe('deleteTerm', () => {
  it('answers the term as it was, moves its children up and leaves no event with it', async () => {
    const top = await create(categoryKind, 'Top')
    const middle = await create(categoryKind, 'Middle', { parent: top })
    const leaf = await create(categoryKind, 'Leaf', { parent: middle })
    const event = await calendar.addEvent([middle, leaf])
    const { row, ancestors } = await deleteTerm(calendar.context, categoryKind, {
      id: middle,
      guard: async () => {},
    })
    expect(row).toMatchObject({ id: middle, parent: top, count: 1 })
    expect([...ancestors.keys()]).toEqual([top])
    expect(await stored(categoryKind, middle)).toBeUndefined()
    expect(await parentOf(leaf)).toBe(top)
    const links = await linksOfEvents(calendar.context.db.read, [event])
    expect(links.ids('term')).toEqual([leaf])
  })
})

describe('resolveOrCreateTerms', () => {
  const resolve = async (named: readonly (string | number)[], mayCreate = true) => {
    const wanted = [{ kind: tagKind, named }]
    const found = await calendar.context.db.write((tx) => resolveOrCreateTerms(tx, wanted, mayCreate))
    return found.flatMap(({ ids }) => ids)
  }

  it('links what is there and makes what is not, once', async () => {
    const rock = await create(tagKind, 'Rock & Roll')
    const ids = await resolve([rock, String(rock), 'rock-roll', 'ROCK &amp; ROLL', 'New', 'new'])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(rock)
    expect(await stored(tagKind, ids[1] ?? 0)).toMatchObject({ name: 'New', slug: 'new' })
  })

  it('takes digits for an id before it takes them for a slug', async () => {
    const rock = await create(tagKind, 'Rock')
    const digits = await create(tagKind, String(rock))
    expect(await resolve([String(rock)])).toEqual([rock])
    expect(await resolve(['2031', digits]).catch(() => 'refused')).toBe('refused')
    const year = await create(tagKind, '2031')
    expect(await resolve(['2031'])).toEqual([year])
  })

  it.each([[99], ['99'], [-1], ['-1'], [1.5], ['0'], ['<b></b>'], [{ repeat: 201 }]])(
    'refuses %j and makes nothing',
    async (sent) => {
      const member = typeof sent === 'object' ? 'x'.repeat(sent.repeat) : sent
      const body = { code: 'rest_invalid_param', data: { params: { tags: expect.any(String) } } }
      await expect(resolve(['New', member])).rejects.toMatchObject({ body })
      await expect(resolve(['New'], false)).rejects.toMatchObject({ body })
      expect(await calendar.context.db.read.selectFrom('terms').select('id').execute()).toEqual([])
    },
  )

  it('takes no term of the other kind', async () => {
    const id = await create(categoryKind, 'Rock')
    await expect(resolve([id])).rejects.toMatchObject({ status: 400 })
  })
})

describe('adjustTermCounts', () => {
  it('adds and removes, also many at once', async () => {
    const [a, b, c] = [await create(tagKind, 'A'), await create(tagKind, 'B'), await create(tagKind, 'C')]
    await calendar.context.db.write((tx) => adjustTermCounts(tx, { added: [a, a, b, c], removed: [] }))
    await calendar.context.db.write((tx) => adjustTermCounts(tx, { added: [c], removed: [a, c] }))
    const counts = await Promise.all([a, b, c].map(async (id) => (await stored(tagKind, id))?.count))
    expect(counts).toEqual([1, 1, 1])
  })
})
