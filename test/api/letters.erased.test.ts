import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { installationSecret } from '../../src/http/auth/secret.ts'
import { tokenFor } from '../../src/http/auth/seal.ts'
import { DeliveryFault } from '../../src/people/delivery/delivery.fault.ts'
import { settingsToken } from '../../src/records/letters/letters.links.ts'
import type { TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'
import { clearLetters, lettersIn, monday, openLetters } from './letters.fixture.ts'
import { nodeOn } from './letters.sending.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let node: Awaited<ReturnType<typeof nodeOn>>
let event: number
beforeAll(async () => {
  app = await openLetters()
  node = await nodeOn(app, () => letters.now(), { LETTERS_PER_MINUTE: '100000' })
  app.setNow(monday)
  const made = await app.create('events', {
    title: 'Masks',
    start_date: '2031-03-20 20:00',
    end_date: '2031-03-20 22:00',
  })
  event = made.id
  await app.create('letter-lists', { name: 'City letter' })
})
afterAll(async () => {
  await node.close()
  await app.close()
})
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  node.taken.length = 0
  node.state.refuses = () => undefined
})

/** Nobody else is called that. */
const email = 'Rare.Gull+Tern@Example.org'
const traces = /rare\.gull/i

/** All that is stored, by tables. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const { read } = app.db
  const names = usesSqlite()
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`
  const { rows: tables } = await names.execute(read)
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(read)
    all[name] = rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n')
  }
  return all
}

const tablesWithTraces = async () =>
  Object.entries(await everything()).flatMap(([name, text]) => (traces.test(text) ? [name] : []))

/** Whether the address stands in the files of an SQLite database. */
const isInFiles = () =>
  usesSqlite() &&
  ['', '-wal'].some((end) => {
    const path = `${app.address}${end}`
    return existsSync(path) && traces.test(readFileSync(path, 'latin1'))
  })

/** Has the address get one of each, with mails that wait, requests that are not confirmed, and a refusal. */
async function subscribeToAll(): Promise<void> {
  await clearLetters(app)
  const { id: list } = await app.create('letter-lists', { name: 'City letter' })
  for (const wanted of [
    { kind: 'digest', filter: '', weekday: 5, at: '10:00' },
    { kind: 'event', event, changes: true, remind: 60 },
    { kind: 'list', list: String(list) },
  ])
    await letters.subscribe({ email, ...wanted })
  letters.pass({ hours: 25 })
  // One mail to the address waits in the outbox, and a request to be confirmed.
  await letters.ask({ email, kind: 'digest', filter: '', weekday: 5, at: '10:00' })
  await letters.ask({ email: email.toUpperCase(), kind: 'digest', frequency: 'monthly' })
  letters.pass({ seconds: 3 })
  await app.app.tendLetters()
  node.state.refuses = () => new DeliveryFault('Away.', { isOfAll: true })
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-07T10:00:01Z')))
  await node.work()
  expect(await tablesWithTraces()).toEqual(
    expect.arrayContaining(['mail_outbox', 'subscribers', 'subscription_requests']),
  )
  expect(await app.db.read.selectFrom('letter_sends').selectAll().execute()).toHaveLength(1)
}

async function leaveEach(): Promise<void> {
  const secret = await installationSecret(app.db)
  const rows = await app.db.read.selectFrom('subscriptions').select(['id', 'created_at']).execute()
  for (const row of rows)
    await letters.press(`/mail/leave/${tokenFor(secret, 'letter leave', row)}`, {
      'List-Unsubscribe': 'One-Click',
    })
}

async function beRefused(): Promise<void> {
  node.state.refuses = () => new DeliveryFault('No such user.', { isFinal: true, isOfRecipient: true })
  for (let week = 0; week < 4; week += 1) {
    letters.pass({ hours: 168 })
    await node.work()
  }
}

test.each<readonly [string, () => Promise<unknown>]>([
  ['who leaves one after the other', leaveEach],
  ['who stops all', async () => letters.press(await settingsOf(), { do: 'stop_all' })],
  ['who is refused three times', beRefused],
  [
    'whom an administrator erases',
    () =>
      app.ask({
        as: 'administrator',
        method: 'DELETE',
        path: 'subscribers',
        query: { email: email.toLowerCase() },
      }),
  ],
])('of %s nothing is left in any table, nor in the files of the database', async (_, deed) => {
  await subscribeToAll()
  await deed()
  expect(await tablesWithTraces()).toEqual([])
  for (const table of ['letter_sends', 'subscriptions', 'digests', 'watched_events'] as const)
    expect([table, await app.db.read.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  letters.pass({ minutes: 11 })
  await app.app.tendLetters()
  expect(isInFiles()).toBe(false)
  expect(node.logged.join('\n')).not.toMatch(traces)
})

test('of who asked for word of an event alone nothing is left a day after it', async () => {
  await clearLetters(app)
  await letters.subscribe({ email, kind: 'event', event, changes: true })
  await node.work()
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-21T23:00:00Z')))
  await node.work()
  expect(await tablesWithTraces()).toEqual([])
  expect(isInFiles()).toBe(false)
})

test('programs that open each link of a mail, in whichever way, change nothing', async () => {
  await clearLetters(app)
  await letters.subscribe({ email, kind: 'digest', weekday: 5, at: '10:00' })
  await letters.ask({ email, kind: 'event', event, changes: true })
  const [confirm] = await letters.mails()
  await letters.ask({ email, kind: 'digest', weekday: 5, at: '10:00' })
  const [already] = await letters.mails()
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-07T10:06:00Z')))
  await node.work()
  const [digest] = node.taken
  const texts = [confirm?.body_text, already?.body_text, digest?.text].join('\n')
  const links = [...texts.matchAll(/https:\/\/calendar\.example\.org(\/mail\/\S+)/g)].map(
    ([, path = '']) => path,
  )
  for (const kind of ['confirm', 'settings', 'leave'])
    expect([kind, links.some((link) => link.startsWith(`/mail/${kind}/`))]).toEqual([kind, true])
  const before = await everything()
  const ways: readonly Readonly<Record<string, string>>[] = [
    { 'user-agent': 'Mozilla/5.0', accept: 'text/html' },
    { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
    { 'user-agent': 'Barracuda Sentinel (EE)', range: 'bytes=0-1023' },
    { 'user-agent': 'Microsoft Office/16.0 (Microsoft Outlook)', 'x-forwarded-for': '203.0.113.7' },
  ]
  for (const path of links)
    for (const headers of ways)
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        for (const more of ['', '?do=stop', '?do=confirm&List-Unsubscribe=One-Click']) {
          const url = more !== '' && path.includes('?') ? `${path}&${more.slice(1)}` : `${path}${more}`
          const { status } = await app.ask({ method, path: url, absolute: true, headers })
          expect([url, status < 500]).toEqual([url, true])
        }
  expect(await everything()).toEqual(before)
})

async function settingsOf(): Promise<string> {
  const secret = await installationSecret(app.db)
  const row = await app.db.read.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  return `/mail/settings/${settingsToken({ secret }, row, letters.now().epochMilliseconds / 1000)}`
}
