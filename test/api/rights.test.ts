import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { countRows, rowOf } from './dump.ts'
import {
  callers,
  type Case,
  cases,
  creates,
  isTrash,
  type Kind,
  kinds,
  manages,
  may,
  namesAuthors,
  owners,
  publishes,
  states,
  writers,
} from './rights.table.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PER_PAGE_MAX: '500' })
})
afterAll(() => app.close())

const nameOf: Record<Kind, string> = { events: 'title', venues: 'venue', organizers: 'organizer' }
const singular = (kind: Kind) => kind.slice(0, -1)
let made = 0

/** Makes an item in the state, which belongs to the caller or to somebody else of the highest role. */
async function make({ caller, kind, state, owner }: Omit<Case, 'by'>): Promise<{ id: number; slug: string }> {
  const author =
    owner === 'own' && caller !== 'anonymous'
      ? caller
      : caller === 'administrator'
        ? 'editor'
        : 'administrator'
  const status = isTrash(state) ? state.slice('trash, was '.length) : state
  const {
    status: answered,
    body,
    text,
  } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: kind,
    json: {
      [nameOf[kind]]: `Item ${++made}`,
      ...(kind === 'events'
        ? { slug: `item-${made}`, start_date: '2031-03-01', end_date: '2031-03-02' }
        : {}),
      status,
      author: app.ids[author],
      ...(state === 'future' ? { date: '2099-01-01' } : {}),
    },
  })
  expect(answered, text).toBe(201)
  if (!isTrash(state)) return body
  return (await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${body.id}` })).body
}

/** Items to which nobody has done anything yet, as what was tried on them was refused. */
const untouched = new Map<string, { id: number; slug: string }>()
const keyOf = ({ caller, kind, state, owner }: Case) => [caller, kind, state, owner].join()

/** An item of the case that is as it was made. */
async function itemOf(one: Case): Promise<{ id: number; slug: string }> {
  const known = untouched.get(keyOf(one))
  untouched.delete(keyOf(one))
  return known ?? make(one)
}

/** What a request that is refused is answered; nothing has changed then. */
async function expectRefusal(answer: Answered, { caller }: Pick<Case, 'caller'>): Promise<void> {
  expect(answer.body.code).toBe('rest_forbidden')
  expect(answer.status).toBe(caller === 'anonymous' ? 401 : 403)
  expect(answer.headers['www-authenticate'] !== undefined).toBe(caller === 'anonymous')
}

interface Attempt {
  readonly method: 'GET' | 'PATCH' | 'PUT' | 'POST' | 'DELETE'
  readonly json?: object
  readonly query?: Record<string, unknown>
}

async function attempt(
  item: { id: number; slug: string },
  one: Case,
  { method, json, query }: Attempt,
): Promise<Answered> {
  const path = `${one.kind}/${one.by === 'id' ? item.id : `by-slug/${item.slug}`}`
  const as = one.caller === 'anonymous' ? {} : { as: one.caller }
  return app.ask({ ...as, method, path, ...(json ? { json } : {}), ...(query ? { query } : {}) })
}

/** Tries it on an item as it was made; where it may not be done, holds the item before against the one after. */
async function tryOn(
  one: Case,
  isAllowed: boolean,
  what: Attempt,
): Promise<{ answer: Answered; id: number }> {
  const item = await itemOf(one)
  const before = await rowOf(app.db, one.kind, item.id)
  const answer = await attempt(item, one, what)
  expect(answer.headers['allow']).toBe(allowOf(one))
  if (!isAllowed) {
    await expectRefusal(answer, one)
    expect(await rowOf(app.db, one.kind, item.id)).toEqual(before)
    untouched.set(keyOf(one), item)
  }
  return { answer, id: item.id }
}

/** What the caller may do at an address; looking is always tried. */
function allowOf(one: Case): string {
  return [
    'GET',
    ...(may('D', one) ? ['DELETE'] : []),
    ...(may('E', one) ? ['POST', 'PUT', 'PATCH'] : []),
  ].join(', ')
}

describe.each(callers)('the %s', (caller) => {
  const mine = cases.filter((one) => one.caller === caller)

  test('reads what the table says', async () => {
    for (const one of mine) {
      const { answer } = await tryReading(one)
      const { kind, state } = one
      if (kind === 'events' && isTrash(state)) expect(refusalOf(answer)).toBe('403 event-no-longer-available')
      else if (may('R', one)) expect(answer.status).toBe(200)
      else expect(refusalOf(answer)).toBe(`403 ${singular(kind)}-not-accessible`)
    }
  })

  test('changes what the table says, and leaves its status', async () => {
    for (const one of mine) {
      const method = ({ id: 'PATCH', slug: 'PUT' } as const)[one.by]
      const { answer, id } = await tryOn(one, may('E', one), {
        method,
        json: { [nameOf[one.kind]]: 'Changed' },
      })
      if (!may('E', one)) continue
      expect(answer.status, answer.text).toBe(200)
      const row = await rowOf(app.db, one.kind, id)
      expect(row).toMatchObject({ title: 'Changed', status: isTrash(one.state) ? 'trash' : one.state })
    }
  })

  test('moves to the trash what the table says, once', async () => {
    for (const one of mine) {
      const { answer, id } = await tryOn(one, may('D', one), { method: 'DELETE' })
      if (!may('D', one)) continue
      if (isTrash(one.state)) expect(refusalOf(answer)).toBe(`410 ${singular(one.kind)}-is-in-trash`)
      else expect(answer.body).toMatchObject({ id, status: 'trash' })
      expect(await rowOf(app.db, one.kind, id)).toMatchObject({ status: 'trash' })
    }
  })

  test('removes for good what the table says', async () => {
    for (const one of mine) {
      const { answer, id } = await tryOn(one, may('D', one), { method: 'DELETE', query: { force: true } })
      if (!may('D', one)) continue
      expect(answer.status).toBe(200)
      expect(await rowOf(app.db, one.kind, id)).toBeUndefined()
    }
  })

  test('publishes and restores what the table says; without the right to publish it is pending', async () => {
    for (const one of mine) {
      const { answer } = await tryOn(one, may('E', one), { method: 'POST', json: { status: 'publish' } })
      if (!may('E', one)) continue
      const status = publishes.has(caller) ? (one.state === 'future' ? 'future' : 'publish') : 'pending'
      expect(answer.body).toMatchObject({ status })
    }
  })

  test('trashes by status what the table lets it delete', async () => {
    for (const one of mine) {
      const isAllowed = may('E', one) && may('D', one)
      const { answer } = await tryOn(one, isAllowed, { method: 'POST', json: { status: 'trash' } })
      if (isAllowed) expect(answer.body).toMatchObject({ status: 'trash' })
    }
  })

  test('names another author only with the right to edit others’ items', async () => {
    for (const one of mine) {
      const isAllowed = may('E', one) && namesAuthors.has(caller)
      const { answer } = await tryOn(one, isAllowed, {
        method: 'PATCH',
        json: { author: app.ids.subscriber },
      })
      if (isAllowed) expect(answer.body).toMatchObject({ author: String(app.ids.subscriber) })
    }
  })

  test.each(kinds)('creates %s as the table says', async (kind) => {
    const as = caller === 'anonymous' ? {} : { as: caller }
    for (const [status, becomes] of Object.entries(creates[caller] ?? { publish: '', draft: '' })) {
      const json = {
        [nameOf[kind]]: `Created by ${caller} ${status}`,
        ...(kind === 'events' ? { start_date: '2031-03-01', end_date: '2031-03-02' } : {}),
        ...(status ? { status } : {}),
      }
      const before = await countRows(app.db, kind)
      const answer = await app.ask({ ...as, method: 'POST', path: kind, json })
      expect(answer.headers['allow']).toBe(creates[caller] ? 'GET, POST' : 'GET')
      if (!creates[caller]) {
        await expectRefusal(answer, { caller })
        expect(await countRows(app.db, kind)).toBe(before)
        continue
      }
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({ status: becomes, author: String(app.ids[caller as Role]) })
      const other = await app.ask({
        ...as,
        method: 'POST',
        path: kind,
        json: { ...json, author: app.ids.subscriber },
      })
      expect(other.status, other.text).toBe(namesAuthors.has(caller) ? 201 : 403)
      expect(await countRows(app.db, kind)).toBe(before + (namesAuthors.has(caller) ? 2 : 1))
    }
  })

  test.each(kinds)('lists %s as the table says', async (kind) => {
    const items = await Promise.all(
      states.flatMap((state) =>
        owners(caller).map(async (owner) => {
          const { id } = await make({ caller, kind, state, owner })
          return { id, state, owner }
        }),
      ),
    )
    for (const wanted of [undefined, 'publish', 'future', 'draft', 'pending', 'private', 'trash']) {
      const as = caller === 'anonymous' ? {} : { as: caller }
      const far = kind === 'events' ? { start_date: '2031-01-01', end_date: '2031-12-31' } : {}
      const query = { per_page: 500, ...far, ...(wanted ? { status: wanted } : {}) }
      const { status, body } = await app.ask({ ...as, path: kind, query })
      // Who may not write sees what is published, and may ask for nothing else.
      expect(status).toBe(writers.has(caller) || !wanted || wanted === 'publish' ? 200 : 400)
      if (status !== 200) continue
      const listed = new Set(body[kind].map(({ id }: { id: number }) => id))
      for (const { id, state, owner } of items) {
        const one = { caller, kind, state, owner, by: 'id' } as const
        const isShown = isTrash(state)
          ? wanted === 'trash' && may('E', one)
          : (wanted ?? state) === state && may('R', one) && (writers.has(caller) || state === 'publish')
        expect(listed.has(id), `${caller} ${owner} ${state} ${String(wanted)}`).toBe(isShown)
      }
    }
  })

  test.each(['categories', 'tags'] as const)('manages %s as the table says', async (kind) => {
    const as = caller === 'anonymous' ? {} : { as: caller }
    const isAllowed = manages[kind].includes(caller)
    const { id } = (
      await app.ask({ as: 'administrator', method: 'POST', path: kind, json: { name: `For ${caller}` } })
    ).body
    const before = await rowOf(app.db, 'terms', id)
    expect((await app.ask({ ...as, path: `${kind}/${id}` })).status).toBe(200)
    expect((await app.ask({ ...as, path: kind })).headers['allow']).toBe(isAllowed ? 'GET, POST' : 'GET')
    const created = await app.ask({ ...as, method: 'POST', path: kind, json: { name: `By ${caller}` } })
    const answers = [created]
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.ask({
        ...as,
        method,
        path: `${kind}/${id}`,
        ...(method === 'DELETE' ? {} : { json: { description: method } }),
      })
      expect(answer.headers['allow']).toBe(isAllowed ? 'GET, POST, PUT, PATCH, DELETE' : 'GET')
      answers.push(answer)
    }
    if (isAllowed) return expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200])
    for (const answer of answers) await expectRefusal(answer, { caller })
    return expect(await rowOf(app.db, 'terms', id)).toEqual(before)
  })

  test('is told of unknown ids and slugs what everybody is told, and of writing to them only with the right to write', async () => {
    const as = caller === 'anonymous' ? {} : { as: caller }
    const json = { description: 'x' }
    const isWriter = writers.has(caller)
    const refused = `${caller === 'anonymous' ? 401 : 403} rest_forbidden`
    const at = async (method: Attempt['method'], path: string) =>
      refusalOf(await app.ask({ ...as, method, path, ...(method === 'PATCH' ? { json } : {}) }))
    expect(await at('GET', 'events/999999')).toBe('404 rest-event-not-found')
    expect(await at('PATCH', 'events/999999')).toBe(isWriter ? '404 rest-event-not-found' : refused)
    expect(await at('DELETE', 'events/999999')).toBe(isWriter ? '404 rest-event-not-found' : refused)
    expect(await at('GET', 'events/by-slug/nothing')).toBe('400 rest_invalid_param')
    expect(await at('PATCH', 'events/by-slug/nothing')).toBe(isWriter ? '404 rest-event-not-found' : refused)
    expect(await at('DELETE', 'events/by-slug/nothing')).toBe('400 rest_invalid_param')
    for (const kind of [
      'venues',
      'organizers',
      'venues/by-slug',
      'organizers/by-slug',
      'categories',
      'tags',
    ]) {
      for (const method of ['GET', 'PATCH', 'DELETE'] as const)
        expect(await at(method, `${kind}/999999`)).toBe('400 rest_invalid_param')
    }
  })
})

async function tryReading(one: Case): Promise<{ answer: Answered }> {
  const item = await itemOf(one)
  const answer = await attempt(item, one, { method: 'GET' })
  expect(answer.headers['allow']).toBe(allowOf(one))
  untouched.set(keyOf(one), item)
  return { answer }
}

function refusalOf({ status, body }: Answered): string {
  return `${status} ${String(body.code)}`
}
