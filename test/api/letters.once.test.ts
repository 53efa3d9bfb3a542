import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DeliveryFault } from '../../src/people/delivery/delivery.fault.ts'
import type { TestApp } from '../support/app.ts'
import { clearLetters, lettersIn, monday, openLetters, peopleStored } from './letters.fixture.ts'
import { nodeOn, told } from './letters.sending.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let nodes: Awaited<ReturnType<typeof nodeOn>>[]
beforeAll(async () => {
  app = await openLetters()
  nodes = [await nodeOn(app, () => letters.now()), await nodeOn(app, () => letters.now())]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await app.close()
})
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  for (const node of nodes) {
    node.taken.length = 0
    node.state.isEmpty = false
    node.state.refuses = () => undefined
  }
  await clearLetters(app)
})

const friday = { kind: 'digest', weekday: 5, at: '10:00' }
const one = () => nodes[0] as (typeof nodes)[number]
const issues = async () => app.db.read.selectFrom('letter_issues').selectAll().orderBy('id').execute()
const until = (text: string) => letters.pass(letters.now().until(Temporal.Instant.from(text)))

test('two nodes at once: each person gets each issue once, in their language, with headers and links of their own', async () => {
  await letters.subscribe({ ...friday, email: 'gull@example.org' })
  await letters.subscribe({ ...friday, email: 'tern@example.org', language: 'de' })
  await letters.subscribe({ ...friday, email: 'auk@example.org', language: 'de' })
  until('2031-03-07T10:00:01Z')
  await Promise.all(nodes.map((node) => node.work()))
  await Promise.all(nodes.map((node) => node.work()))
  const taken = nodes.flatMap((node) => node.taken)
  expect(told(taken).toSorted()).toEqual([
    'auk: digest  2031-03-07T10:00:00Z de',
    'gull: digest  2031-03-07T10:00:00Z en',
    'tern: digest  2031-03-07T10:00:00Z de',
  ])
  expect(new Set(taken.map(({ key }) => key)).size).toBe(3)
  expect(await issues()).toMatchObject([{ kind: 'digest', recipients: 3, sent: 3, refused: 0, late: 0 }])
  for (const table of ['letter_sends', 'letter_bodies'] as const)
    expect(await app.db.read.selectFrom(table).selectAll().execute()).toEqual([])
  const mail = taken.find(({ to }) => to.startsWith('gull'))
  const leave = /\/mail\/leave\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.headers).toMatchObject({
    'List-Unsubscribe': `<https://calendar.example.org${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Help': expect.stringMatching(/^<https:\/\/calendar\.example\.org\/mail\/settings\/[\w.-]+>$/),
    'List-Id': expect.stringMatching(
      /^Events, every Friday at 10:00.* <digest-\d+\.calendar\.example\.org>$/,
    ),
    'Content-Language': 'en',
  })
  // The links are theirs alone.
  expect((await letters.press(leave, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect(await peopleStored(app)).not.toContain('gull')
  until('2031-03-14T10:00:01Z')
  for (const node of nodes) node.taken.length = 0
  await Promise.all(nodes.map((node) => node.work()))
  expect(nodes.flatMap((node) => node.taken)).toHaveLength(2)
})

test.each([
  ['ten minutes', 10, [2, 0]],
  ['23 hours', 23 * 60, [2, 0]],
  ['26 hours', 26 * 60, [0, 2]],
  ['two days', 48 * 60, [0, 2]],
])(
  'a mail server that is away for %s: Friday’s letter is sent, or late and gone',
  async (_, minutes, [sent, late]) => {
    for (const name of ['gull', 'tern']) await letters.subscribe({ ...friday, email: `${name}@example.org` })
    one().state.refuses = () => new DeliveryFault('The mail server is away.', { isOfAll: true })
    until('2031-03-07T10:00:01Z')
    for (let passed = 0; passed < minutes; passed += 5) {
      await one().work()
      letters.pass({ minutes: 5 })
    }
    one().state.refuses = () => undefined
    letters.pass({ minutes: 5 })
    await one().work()
    expect(one().taken).toHaveLength(sent ?? 0)
    expect(await issues()).toMatchObject([{ recipients: 2, sent, late, refused: 0 }])
    expect(await app.db.read.selectFrom('letter_sends').selectAll().execute()).toEqual([])
  },
)

test('a service that was down for two days leaves Friday’s out, and goes on; without events there is no mail', async () => {
  await letters.subscribe({ ...friday, email: 'gull@example.org' })
  await one().work()
  until('2031-03-09T11:00:00Z')
  await one().work()
  expect(await issues()).toEqual([])
  one().state.isEmpty = true
  until('2031-03-14T10:00:01Z')
  await one().work()
  expect([await issues(), one().taken]).toEqual([[], []])
  one().state.isEmpty = false
  until('2031-03-21T10:00:01Z')
  await one().work()
  expect(one().taken).toHaveLength(1)
})

test('nothing that falls into a pause is sent, then or later', async () => {
  await letters.subscribe({ ...friday, email: 'gull@example.org' })
  await letters.press(await letters.settings('gull@example.org'), { do: 'pause', for: 'week' })
  until('2031-03-07T10:00:01Z')
  await one().work()
  until('2031-03-10T10:00:01Z')
  await one().work()
  expect(one().taken).toEqual([])
  until('2031-03-14T10:00:01Z')
  await one().work()
  expect(one().taken).toHaveLength(1)
})

test('two nodes share one pace, and what is urgent goes before many digests', async () => {
  await letters.subscribe({ ...friday, email: 'gull@example.org' })
  const now = Math.floor(monday.epochMilliseconds / 1000)
  const digest = await app.db.read.selectFrom('digests').select('id').executeTakeFirstOrThrow()
  await app.db.write(async (tx) => {
    for (let at = 0; at < 200; at += 1) {
      const { id } = await tx
        .insertInto('subscribers')
        .values({
          email: `r${at}@example.org`,
          email_folded: `r${at}@example.org`,
          locale: 'en',
          confirmed_at: now,
          paused_until: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('subscriptions')
        .values({ subscriber_id: id, kind: 'digest', target_id: digest.id, remind: null, created_at: now })
        .execute()
    }
  })
  const slow = await Promise.all(
    [0, 1].map(() => nodeOn(app, () => letters.now(), { LETTERS_PER_MINUTE: '60', LETTERS_SETTLE: '0' })),
  )
  const { id } = await app.create('events', {
    title: 'Masks',
    start_date: '2031-03-07 20:00',
    end_date: '2031-03-07 22:00',
  })
  await letters.subscribe({ email: 'auk@example.org', kind: 'event', event: id, changes: true })
  until('2031-03-07T10:00:01Z')
  await Promise.all(slow.map((node) => node.work()))
  const sent = () => slow.flatMap((node) => node.taken)
  expect(sent()).toHaveLength(60)
  letters.pass({ seconds: 20 })
  await Promise.all(slow.map((node) => node.work()))
  expect(sent()).toHaveLength(60)
  await app.ask({ as: 'editor', method: 'PATCH', path: `events/${id}`, json: { event_status: 'canceled' } })
  letters.pass({ seconds: 40 })
  const before = slow[0]?.taken.length ?? 0
  await slow[0]?.pass()
  expect(told(slow[0]?.taken ?? [])[before]).toBe(`auk: changes ${id}:scheduled>canceled en`)
  letters.pass({ minutes: 1 })
  await Promise.all(slow.map((node) => node.work()))
  expect(sent().length).toBeLessThanOrEqual(180)
  for (let minute = 0; minute < 3; minute += 1) {
    letters.pass({ minutes: 1 })
    await Promise.all(slow.map((node) => node.work()))
  }
  expect(sent()).toHaveLength(202)
  expect(new Set(sent().map(({ key }) => key)).size).toBe(202)
  for (const node of slow) await node.close()
})

test('three refusals of an address in a row forget it; one that was taken between counts anew, and the server’s own counts for nobody', async () => {
  for (const name of ['gone', 'full', 'good'])
    await letters.subscribe({ ...friday, email: `${name}@example.org` })
  const week = async (number: number, refuses: (name: string) => DeliveryFault | undefined) => {
    one().state.refuses = ({ to }) => refuses(to.split('@', 1)[0] ?? '')
    until(
      Temporal.Instant.from('2031-03-07T10:00:01Z')
        .add({ hours: number * 168 })
        .toString(),
    )
    await one().work()
  }
  const noSuch = () => new DeliveryFault('No such user.', { isFinal: true, isOfRecipient: true })
  await week(0, (name) => (name === 'good' ? undefined : noSuch()))
  await week(1, (name) => (name === 'good' ? undefined : noSuch()))
  await week(2, (name) =>
    name === 'gone' ? noSuch() : name === 'good' ? new DeliveryFault('Spam.', { isFinal: true }) : undefined,
  )
  expect((await issues()).map(({ sent, refused }) => [sent, refused])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
  expect(await peopleStored(app)).not.toContain('gone@')
  const left = await app.db.read
    .selectFrom('subscribers')
    .select(['email', 'refusals'])
    .orderBy('id')
    .execute()
  expect(left).toEqual([
    { email: 'full@example.org', refusals: 0 },
    { email: 'good@example.org', refusals: 0 },
  ])
})

test('a copy at another address writes to nobody before it is told to, and then nothing that is late', async () => {
  await letters.subscribe({ ...friday, email: 'gull@example.org' })
  await one().work()
  const copy = await nodeOn(app, () => letters.now(), { SITE_URL: 'https://copy.example.org' })
  until('2031-03-07T10:00:01Z')
  await copy.work()
  expect([copy.taken, await issues()]).toEqual([[], []])
  expect(copy.logged).toEqual([
    'Letters wait: this calendar was at https://calendar.example.org, and is at https://copy.example.org now. “kalends letters here” has them sent from here.',
  ])
  await copy.close()
})

test('a digest whose filter does not hold any more rests, and who gets it is told once', async () => {
  const { id } = await app.create('categories', { name: 'Puppets' })
  await letters.subscribe({ ...friday, email: 'gull@example.org', filter: 'categories=puppets' })
  await app.remove(`categories/${id}`)
  until('2031-03-07T10:00:01Z')
  await Promise.all(nodes.map((node) => node.work()))
  until('2031-03-14T10:00:01Z')
  await Promise.all(nodes.map((node) => node.work()))
  expect(nodes.flatMap((node) => node.taken)).toEqual([])
  const mails = await letters.mails()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['gull@example.org', 'What you asked for is not in the calendar any more: City'],
  ])
  expect(await app.db.read.selectFrom('digests').select(['next_due_at']).execute()).toEqual([
    { next_due_at: null },
  ])
  // Once there is such a category again, it goes on for all with the first who asks for it.
  await app.create('categories', { name: 'Puppets' })
  await letters.subscribe({ ...friday, email: 'tern@example.org', filter: 'categories=puppets' })
  until('2031-03-21T10:00:01Z')
  await one().work()
  expect(one().taken.map(({ to }) => to)).toEqual(['gull@example.org', 'tern@example.org'])
})

test('a letter is sent once nobody is left to whom it is to go', async () => {
  const send = async (path: string, json: object) =>
    (await app.ask({ as: 'editor', method: 'POST', path, json })).body
  const { id: list } = await send('letter-lists', { name: 'City letter' })
  await letters.subscribe({ email: 'gull@example.org', kind: 'list', list: String(list) })
  const { id } = await send('letters', { list, subject: 'Twelve nights' })
  one().state.refuses = () => new DeliveryFault('The mail server is away.', { isOfAll: true })
  await send(`letters/${id}/send`, {})
  await one().work()
  const state = async () => (await app.ask({ as: 'editor', path: `letters/${id}` })).body.state
  expect(await state()).toBe('sending')
  await letters.press(await letters.settings('gull@example.org'), { do: 'stop_all' })
  letters.pass({ minutes: 1 })
  await one().work()
  expect(await state()).toBe('sent')
  expect(await app.db.read.selectFrom('letter_bodies').selectAll().execute()).toEqual([])
})
