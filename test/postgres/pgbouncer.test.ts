import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from '../../src/storage/db/copy.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import {
  administrate,
  createPostgresDatabase,
  dropPostgresDatabase,
  valueOf,
  whenLeft,
} from '../support/postgres.ts'

const dates = { start_date: '2031-03-01 10:00', end_date: '2031-03-01 12:00' }

/** Fewer than two processes would like to have: they take turns on these. */
const serverConnections = 4

if (!hasPgbouncer) console.warn('Skipped, as there is no pgbouncer: test/postgres/pgbouncer.test.ts')

describe.runIf(hasPgbouncer)('behind pgbouncer in transaction mode', () => {
  const server = inject('postgres')
  let direct: string
  let pooler: Pgbouncer
  /** Two processes on one database, whose schema was made by way of pgbouncer too. */
  let nodes: readonly [TestApp, TestApp]
  beforeAll(async () => {
    direct = await createPostgresDatabase(server, 'nothing')
    pooler = await startPgbouncer(direct, [`default_pool_size = ${serverConnections}`])
    const database = { url: pooler.url, remove: async () => {} }
    const first = await createTestApp({}, { database })
    nodes = [first, await createTestApp({}, { database, credentials: first.credentials })]
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await pooler[Symbol.asyncDispose]()
    await dropPostgresDatabase(server, direct)
  })

  test('what two processes write and read at the same time is done, and each shows at once what the other has written', async () => {
    const rounds = Array.from({ length: 12 }, (_, round) => round)
    for (const round of rounds) {
      const titles = Array.from({ length: 8 }, (_, client) => `Fair ${round} ${client}`)
      const made = await Promise.all(
        titles.map(async (title, client) => {
          const [writing, other] = client % 2 ? nodes : ([nodes[1], nodes[0]] as const)
          const { id } = await writing.create('events', {
            title,
            ...dates,
            venue: { venue: `Hall ${client}` },
            categories: ['Music'],
          })
          // Asked more often than a statement is asked before it is prepared.
          const [shown, list] = await Promise.all([
            other.read(`events/${id}`),
            other.read('events', { starts_after: '2031-01-01', search: title, per_page: 50 }),
          ])
          return [shown.title, list.events.some((event: { id: number }) => event.id === id)]
        }),
      )
      expect(made).toEqual(titles.map((title) => [title, true]))
    }
    const { total } = await nodes[0].read('events', { starts_after: '2031-01-01', per_page: 1 })
    expect(total).toBe(96)
  })

  test('nothing is left set or prepared on the connections that others use too', async () => {
    await nodes[1].read('events', { per_page: 3 })
    expect(await valueOf(pooler.url, 'show statement_timeout')).toBe('0')
    expect(await valueOf(pooler.url, 'select count(*) from pg_prepared_statements')).toBe('0')
  })

  test('a calendar is copied by way of it, and of what is changed there then everything is logged', async () => {
    const empty = await createPostgresDatabase(server)
    const to = new URL(pooler.url)
    to.pathname = new URL(empty).pathname
    const [source, target] = [await openDatabase(pooler.url), await openDatabase(to.href)]
    onTestFinished(async () => {
      await Promise.all([source.close(), target.close()])
      await dropPostgresDatabase(server, empty)
    })
    await copyDatabase(source, target, () => {})
    const { id } = await target.read.selectFrom('events').select('id').executeTakeFirstOrThrow()
    await target.write((tx) =>
      tx.updateTable('events').set({ status: 'draft' }).where('id', '=', id).execute(),
    )
    const changes = await target.read.selectFrom('changes').select('id').orderBy('number').execute()
    expect(changes.map((change) => change.id)).toEqual([0, id])
  })

  test('while pgbouncer is away errors are 503, and when it is back all goes on', async () => {
    await pooler.kill()
    const paths = ['events?per_page=2', 'venues?per_page=2', 'categories?per_page=3']
    const away = await Promise.all([
      ...paths.map((path) => nodes[0].ask({ path })),
      nodes[1].ask({
        as: 'administrator',
        method: 'POST',
        path: 'events',
        json: { title: 'Lost', ...dates },
      }),
    ])
    expect(away.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    await pooler.start()
    expect((await nodes[0].create('events', { title: 'Found', ...dates })).title).toBe('Found')
    const back = await Promise.all(paths.map((path) => nodes[1].ask({ path })))
    expect(back.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('when the server has cut every connection, nobody is told of it but by a 503', async () => {
    for (let cut = 0; cut < 5; cut += 1) {
      const asked = nodes.flatMap((node) => [
        node.ask({ as: 'editor', method: 'POST', path: 'events', json: { title: `Cut ${cut}`, ...dates } }),
        node.ask({ path: `events?per_page=${cut + 1}` }),
      ])
      await administrate(
        direct,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      for (const { status } of await Promise.all(asked)) expect([200, 201, 503]).toContain(status)
    }
    await nodes[0].read('events', { per_page: 7 })
  })

  test('while the server only reads, as a standby does, writes are 503 and lists are not, until it writes again', async () => {
    const name = new URL(direct).pathname.slice(1)
    const restart = async () => {
      await pooler.kill()
      await whenLeft(direct)
      await pooler.start()
    }
    await administrate(server, `alter database ${name} set default_transaction_read_only = on`)
    await restart()
    const refused = await nodes[0].ask({
      as: 'editor',
      method: 'POST',
      path: 'events',
      json: { title: 'Standby', ...dates },
    })
    expect([refused.status, refused.body.code]).toEqual([503, 'rest_database_away'])
    await nodes[0].read('events', { per_page: 4 })
    await administrate(server, `alter database ${name} reset default_transaction_read_only`)
    await restart()
    expect((await nodes[0].create('events', { title: 'Primary', ...dates })).title).toBe('Primary')
  })
})
