import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'
import { endpointsOf } from './routes.ts'
import { open } from './submissions.ts'
import { others, takingEffect, writes } from './wholly.fixture.ts'

/** What one request does with the database. */
interface Watch {
  readonly fails: boolean
  commits: number
  /** What it still asks for once its transaction is committed. */
  readonly after: string[]
}

const watches = new AsyncLocalStorage<Watch>()

const noting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const watch = watches.getStore()
    if (watch && watch.commits > 0) watch.after.push('a query')
    return result
  },
}

/** The database with transactions that fail at their end, where that is wanted, and reads that are noted. */
function watched(db: Database): Database {
  return {
    ...db,
    read: db.read.withPlugin(noting),
    write: async (work, scope) => {
      const watch = watches.getStore()
      const result = await db.write(async (tx) => {
        const done = await work(tx)
        if (watch?.fails) throw new Error('The answer cannot be made.')
        return done
      }, scope)
      if (watch) watch.commits += 1
      return result
    },
  }
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(
    { ...open, TEC_V1: 'on', WEBHOOK_HOSTS: '127.0.0.1', IMAGE_HOSTS: '127.0.0.1' },
    { watched },
  )
})
afterAll(() => app.close())

test('each endpoint that may write is among those that are tried, or it is said why not', async () => {
  const known = new Set([...writes.keys(), ...others.keys()])
  const found = (await endpointsOf(app)).filter(({ method }) => method !== 'GET')
  const changed = new Set(found.filter(({ method }) => method === 'PATCH').map(({ path }) => path))
  const names = found.map(
    ({ method, path }) =>
      `${changed.has(path) && method !== 'DELETE' ? 'PATCH' : method} ${path.replace('/vendor/events/v1', '')}`,
  )
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !names.includes(name))).toEqual([])
})

test.each([...writes.keys()])('%s writes once, with its answer, or nothing', async (name) => {
  const prepare = writes.get(name)
  if (!prepare) throw new Error('It is unknown.')
  const write = await prepare(app)
  const [method] = name.split(' ')
  const ask = async (fails: boolean) => {
    const watch: Watch = { fails, commits: 0, after: [] }
    const asked = {
      as: 'administrator' as const,
      method: method as 'POST',
      absolute: write.path.startsWith('/'),
      ...write,
    }
    const { status, text } = await watches.run(watch, () => app.ask(asked))
    return { status, text, watch }
  }
  const before = await dump(app.db)
  const failed = await ask(true)
  expect([failed.status, failed.watch.commits]).toEqual([500, 0])
  expect(await dump(app.db)).toEqual(before)
  const { status, text, watch } = await ask(false)
  expect([status < 300, text]).toEqual([true, expect.anything()])
  expect([watch.commits, watch.after]).toEqual([1, takingEffect.has(name) ? ['a query'] : []])
})
