import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { WriteTally } from '../../src/metrics/writes.ts'
import { createWrites } from '../../src/writes.ts'
import { fakeSite, wireEvent } from '../imports/fakeSite.ts'
import { plain } from '../images/pictures.ts'
import { openedIn, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite } from '../support/database.ts'
import { createAccounts } from '../support/accounts.ts'
import { type Service, startService } from '../support/service.ts'

const root = '/vendor/events/v1'
const told = 'what is written is written by a thread of its own'
const event = { title: 'One', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
const json = { 'content-type': 'application/json' }

/** A service whose thread is ready. */
async function startWriting(environment: Readonly<Record<string, string>> = {}): Promise<Service> {
  const service = await startService({ environment: { LOG_LEVEL: 'info', ...environment } })
  await write(service, 'POST', 'tags', { name: 'First' })
  await expect.poll(() => service.log()).toContain(told)
  return service
}

function signed({ credentials }: Pick<Service, 'credentials'>): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}` }
}

async function write(service: Service, method: string, path: string, content: object): Promise<number> {
  const headers = { ...signed(service), ...json }
  const body = JSON.stringify(content)
  const answer = await fetch(`${service.origin}${root}/${path}`, { method, headers, body })
  const { id } = (await answer.json()) as { id: number }
  expect(answer.status).toBeLessThan(300)
  return id
}

async function read(service: Service, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${service.origin}${root}/${path}`)).json()) as Record<string, unknown>
}

describe.runIf(usesSqlite())('on SQLite', () => {
  test('who reads does not wait for a write that takes long', async () => {
    await using service = await startWriting()
    makeOrganizersSlow(service.database.url)
    const order: string[] = []
    const writing = write(service, 'POST', 'organizers', { organizer: 'Slow' }).then(() =>
      order.push('write'),
    )
    // So that it is at work when the others come.
    await expect.poll(() => isBeingWritten(service.database.url), { interval: 5 }).toBe(true)
    for (const page of [1, 2, 3]) {
      await read(service, `events?per_page=${page}`)
      order.push('read')
    }
    await writing
    expect(order).toEqual(['read', 'read', 'read', 'write'])
    expect(await read(service, 'organizers')).toMatchObject({ total: 1 })
  })

  test('what was acknowledged is in the next answer, kept ones too', async () => {
    await using service = await startWriting()
    const id = await write(service, 'POST', 'events', event)
    for (let number = 1; number <= 40; number += 1) {
      const title = `Title ${number}`
      await write(service, 'PATCH', `events/${id}`, { title })
      for (let round = 0; round < 3; round += 1) {
        expect(await read(service, `events/${id}`)).toMatchObject({ title })
        expect(await read(service, 'events?starts_after=2031-01-01')).toMatchObject({ events: [{ title }] })
      }
    }
  })

  test('files arrive as they were sent, and what is refused says so as ever', async () => {
    await using service = await startWriting({ BODY_LIMIT: '100000' })
    const image = await plain(300, 200).png().toBuffer()
    const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, type: string) => {
      const headers = { ...signed(service), 'content-type': type }
      const answer = await fetch(`${service.origin}${root}/${path}`, { method: 'POST', headers, body })
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    }
    const kept = await send('media', Uint8Array.from(image), 'image/png')
    expect(kept).toMatchObject({ status: 201, width: 300, height: 200 })
    expect(await send('events', '{', 'application/json')).toMatchObject({
      status: 400,
      code: 'rest_invalid_json',
    })
    const long = JSON.stringify({ ...event, title: 'x'.repeat(100_000) })
    expect(await send('events', long, 'application/json')).toMatchObject({ code: 'rest_request_too_large' })
    expect(await send('nowhere', '{}', 'application/json')).toMatchObject({ code: 'rest_no_route' })
    expect(await send('events/999', '{}', 'application/json')).toMatchObject({ status: 404 })
    expect(await read(service, 'events?starts_after=2031-01-01')).toMatchObject({ total: 0 })
  })

  test('wrong passwords are counted once, whether they come to read or to write', async () => {
    await using service = await startWriting({ LOGIN_FAILURES: '4' })
    const headers = { authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` }
    const statuses: number[] = []
    for (const method of ['POST', 'GET', 'PUT', 'GET', 'POST', 'GET'])
      statuses.push((await fetch(`${service.origin}${root}/events`, { method, headers })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
  })

  test('what it imports it gives up when the service is stopped, and says so', async () => {
    const site = await fakeSite({
      events: Array.from({ length: 400 }, (_, index) => wireEvent(1000 + index)),
    })
    // The import waits for a page that never comes.
    site.interfere = ({ url = '' }) => /[?&]page=6\b/.test(url)
    await using service = await startWriting({ IMAGE_HOSTS: new URL(site.origin).host })
    const id = await write(service, 'POST', 'imports', { url: site.root })
    const list = 'events?starts_after=2000-01-01'
    await expect.poll(() => read(service, list)).not.toMatchObject({ total: 0 })
    expect(await service.end()).toBe(0)
    const db = await openDatabase(service.database.url)
    const rows = await db.read.selectFrom('imports').selectAll().where('id', '=', id).execute()
    await db.close()
    expect(rows).toMatchObject([{ status: 'failed', fault: expect.stringContaining('was stopped') }])
  })

  test('who waits for a thread that dies is told that nobody knows; nothing of it is there, and writing goes on', async () => {
    const folder = temporaryFolder()
    const config = readConfig(await settingsOf(folder))
    const authorization = signed({ credentials: await createAccounts(config.databaseUrl) })
    const db = await openedIn(folder)
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    const writes = createWrites(
      { config, base: null, memory: new WriteTally().memory },
      log,
      new URL('dying.thread.ts', import.meta.url),
    )
    const now = () => Temporal.Now.instant()
    const app = await createApp({ config, db, log, now, handOn: writes.handOn })
    const post = async (name: string) => {
      const headers = { ...authorization, ...json }
      const answer = await app.server.inject({
        method: 'POST',
        url: `${config.restRoot}${root}/tags`,
        headers,
        payload: { name },
      })
      return { status: answer.statusCode, ...answer.json() }
    }
    // Until the thread is ready, who serves writes as well; then it dies of what comes first, and another one is started.
    for (const name of ['one', 'two']) {
      expect(await post(name)).toMatchObject({ status: 201, name })
      const count = lines.length
      await expect.poll(() => lines.slice(count).join('')).toContain(told)
      expect(await post('lost')).toMatchObject({ status: 503, code: 'rest_outcome_unknown' })
      expect(lines.join('')).toContain('The thread dies.')
    }
    expect(await post('three')).toMatchObject({ status: 201 })
    const names = (await db.read.selectFrom('terms').select('name').orderBy('id').execute()).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['one', 'two', 'three'])
    const users = await db.read
      .selectFrom('users')
      .select('login')
      .where('login', '=', 'somebody else')
      .execute()
    expect(users).toEqual([])
    await app.close()
    await writes.close()
  })
})

test.runIf(!usesSqlite())(
  'on PostgreSQL, which does what it is asked elsewhere, there is no such thread',
  async () => {
    await using service = await startService({ environment: { LOG_LEVEL: 'info' } })
    const id = await write(service, 'POST', 'events', event)
    expect(await read(service, `events/${id}`)).toMatchObject({ title: 'One' })
    expect(service.log()).not.toContain(told)
  },
)

/** Has the database count to some ten millions whenever an organizer is made. */
function makeOrganizersSlow(path: string): void {
  using file = new DatabaseSync(path)
  file.exec(`
    create table numbers (number integer);
    with recursive counted (number) as (values (1) union all select number + 1 from counted where number < 300)
      insert into numbers select number from counted;
    create trigger slow after insert on organizers begin
      select count(*) from numbers a, numbers b, numbers c where a.number + b.number + c.number < 0;
    end`)
}

/** Whether somebody holds the lock of those who write. */
function isBeingWritten(path: string): boolean {
  using file = new DatabaseSync(path)
  try {
    file.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  }
}
