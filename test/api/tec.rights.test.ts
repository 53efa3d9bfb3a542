import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, TestApp } from '../support/app.ts'
import { rowOf } from './dump.ts'
import { callers, type Case, cases, isTrash, type Kind, may } from './rights.table.ts'
import { askTec, createTecApp } from './tec.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTecApp()
})
afterAll(() => app.close())

const nameOf: Record<Kind, string> = { events: 'title', venues: 'venue', organizers: 'organizer' }
let made = 0

/** Makes an item in the state, which belongs to the caller or to somebody else. */
async function make({ caller, kind, state, owner }: Case): Promise<number> {
  const other = caller === 'administrator' ? 'editor' : 'administrator'
  const author = owner === 'own' && caller !== 'anonymous' ? caller : other
  const { id } = await app.create(kind, {
    [nameOf[kind]]: `Item ${++made}`,
    ...(kind === 'events' ? { start_date: '2031-03-01', end_date: '2031-03-02' } : {}),
    status: isTrash(state) ? state.slice('trash, was '.length) : state,
    author: app.ids[author],
    ...(state === 'future' ? { date: '2099-01-01' } : {}),
  })
  if (isTrash(state)) await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${id}` })
  return id
}

async function expectRefusal({ status, body }: Answered, { caller }: Case): Promise<void> {
  expect([status, body.code]).toEqual([caller === 'anonymous' ? 401 : 403, 'rest_forbidden'])
}

// Both addresses of the other interface are one here.
describe.each(callers)('the %s', (caller) => {
  const mine = cases.filter((one) => one.caller === caller)
  const ask = (method: 'GET' | 'PUT' | 'DELETE', path: string, json?: object) =>
    askTec(app, {
      ...(caller === 'anonymous' ? {} : { as: caller }),
      method,
      path,
      ...(json ? { json } : {}),
    })

  test('reads, changes and removes what the table says, and is told what may be done', async () => {
    for (const one of mine) {
      const id = await make(one)
      const path = `/${one.kind}/${id}`
      const [edits, deletes, trashed] = [may('E', one), may('D', one), isTrash(one.state)]
      const reads = may('R', one) && (!trashed || edits)
      const read = await ask('GET', path)
      if (!reads) await expectRefusal(read, one)
      else expect(read.status).toBe(trashed ? 404 : 200)
      expect(read.headers['allow']).toBe(
        [...(reads ? ['GET'] : []), ...(edits ? ['PUT', 'PATCH'] : []), ...(deletes ? ['DELETE'] : [])].join(
          ', ',
        ),
      )
      const before = await rowOf(app.db, one.kind, id)
      const changed = await ask('PUT', path, { title: 'Changed' })
      if (edits) expect(changed.status, changed.text).toBe(trashed ? 404 : 200)
      else await expectRefusal(changed, one)
      if (edits && !trashed) expect(await rowOf(app.db, one.kind, id)).toMatchObject({ status: one.state })
      else expect(await rowOf(app.db, one.kind, id)).toEqual(before)
      const removed = await ask('DELETE', path)
      if (deletes) expect(removed.status, removed.text).toBe(trashed ? 410 : 200)
      else await expectRefusal(removed, one)
    }
  })
})
