import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { lettersIn, monday, openLetters } from './letters.fixture.ts'

let app: TestApp
let list: number
beforeAll(async () => {
  app = await openLetters({ LETTERS_IMPRINT: 'City Culture Office, 1 Harbour Street' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(monday)
  await app.db.write(async (tx) => {
    for (const table of ['letters', 'letter_lists', 'subscribers', 'mail_outbox', 'letter_issues'] as const)
      await tx.deleteFrom(table).execute()
  })
  list = (await send('POST', 'letter-lists', { name: 'City letter' })).body.id
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const send = async (method: Method, path: string, json?: object, more: object = {}) =>
  app.ask({ method, path, as: 'editor', ...(json ? { json } : {}), ...more })
const draft = async (more: object = {}) =>
  (await send('POST', 'letters', { list, subject: 'Twelve nights', ...more })).body
const subscribe = async (email = 'gull@example.org') =>
  lettersIn(app).subscribe({ email, kind: 'list', list: String(list) })

describe('lists of letters', () => {
  test('are made, renamed and removed by editors, with addresses that stay apart', async () => {
    const other = await send('POST', 'letter-lists', { name: 'City letter', description: 'Once a month' })
    expect([other.status, other.body]).toMatchObject([
      201,
      {
        name: 'City letter',
        slug: 'city-letter-2',
        description: 'Once a month',
        public: true,
        subscribers: 0,
        url: 'https://calendar.example.org/mail/list/city-letter-2',
      },
    ])
    const changed = await send('PATCH', `letter-lists/${other.body.id}`, {
      name: 'For families',
      public: false,
    })
    expect(changed.body).toMatchObject({ name: 'For families', slug: 'city-letter-2', public: false })
    expect((await send('GET', 'letter-lists')).body).toMatchObject({ total: 2 })
    expect((await send('DELETE', `letter-lists/${other.body.id}`)).status).toBe(200)
    expect((await send('GET', `letter-lists/${other.body.id}`)).body.code).toBe('rest_letter_list_not_found')
  })

  test('go with their subscriptions only where that is meant', async () => {
    await subscribe()
    expect((await send('GET', `letter-lists/${list}`)).body.subscribers).toBe(1)
    const refused = await send('DELETE', `letter-lists/${list}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'rest_letter_list_used'])
    expect((await send('DELETE', `letter-lists/${list}?force=1`)).status).toBe(200)
    expect(await app.db.read.selectFrom('subscribers').selectAll().execute()).toEqual([])
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(121) }, 'name'],
    ['a long description', { name: 'Town', description: 'x'.repeat(301) }, 'description'],
  ])('refuse %s', async (_, json, param) => {
    const refused = await send('POST', 'letter-lists', json)
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [param]])
    expect((await send('GET', 'letter-lists')).body.total).toBe(1)
  })

  test('are twenty at most', async () => {
    for (let n = 1; n < 20; n += 1) await send('POST', 'letter-lists', { name: `List ${n}` })
    expect((await send('POST', 'letter-lists', { name: 'One more' })).body.code).toBe(
      'rest_letter_list_limit',
    )
  })
})

describe('letters', () => {
  test('are drafts, changed by who has seen what they are now, and cleaned of pictures', async () => {
    const made = await send('POST', 'letters', {
      list,
      subject: 'Twelve nights',
      intro: '<p onclick="x()">Bring a <a href="/venues/">lantern</a><img src="https://t.example/p.gif"></p>',
      events: [3, 1],
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        list,
        subject: 'Twelve nights',
        intro: '<p>Bring a <a href="/venues/">lantern</a></p>',
        events: [3, 1],
        language: '',
        expires_hours: 24,
        state: 'draft',
        send_at: null,
        counts: { recipients: 0, sent: 0, waiting: 0, refused: 0, late: 0 },
        created: '2031-03-03T08:00:00Z',
      },
    ])
    const read = await send('GET', `letters/${made.body.id}`)
    const headers = { 'if-match': String(read.headers['etag']) }
    expect(
      (await send('PATCH', `letters/${made.body.id}`, { subject: 'Twelve quays' }, { headers })).status,
    ).toBe(200)
    expect((await send('PATCH', `letters/${made.body.id}`, { subject: 'Mine' }, { headers })).status).toBe(
      412,
    )
    expect((await send('GET', `letters/${made.body.id}`)).body.subject).toBe('Twelve quays')
  })

  test.each([
    ['a long subject', { subject: 'x'.repeat(151) }, 'subject'],
    ['a long text', { intro: 'x'.repeat(20_001) }, 'intro'],
    ['many events', { events: Array.from({ length: 51 }, (__, at) => at + 1) }, 'events'],
    ['a long life', { expires_hours: 73 }, 'expires_hours'],
    ['a language that pages lack', { language: 'tlh' }, 'language'],
  ])('refuse %s', async (_, json, param) => {
    const refused = await send('POST', 'letters', { list, ...json })
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [param]])
    expect((await send('GET', 'letters')).body.total).toBe(0)
  })

  test('page as all lists do, the newest first', async () => {
    for (const subject of ['One', 'Two', 'Three']) await draft({ subject })
    const page = await send('GET', 'letters?per_page=2')
    expect(page.body).toMatchObject({
      letters: [{ subject: 'Three' }, { subject: 'Two' }],
      total: 3,
      total_pages: 2,
    })
    expect(page.headers['x-wp-total']).toBe('3')
    expect((await send('GET', 'letters?per_page=2&page=3')).status).toBe(404)
  })

  test('go to somebody, once, at a moment that is to come, and are taken back until then', async () => {
    const { id } = await draft()
    expect((await send('POST', `letters/${id}/send`, {})).body.code).toBe('rest_letter_empty')
    await subscribe()
    const past = await send('POST', `letters/${id}/send`, { at: '2031-03-02 10:00' })
    expect([past.status, Object.keys(past.body.data.params)]).toEqual([400, ['at']])
    const [one, other] = await Promise.all(
      [1, 2].map(() => send('POST', `letters/${id}/send`, { at: '2031-03-04 10:00' })),
    )
    expect(new Set([one?.status, other?.status])).toEqual(new Set([200, 409]))
    const refused = [one, other].find((answer) => answer?.status === 409)
    expect(refused?.body).toMatchObject({ code: 'rest_letter_state', message: 'This letter is scheduled.' })
    expect((await send('GET', `letters/${id}`)).body).toMatchObject({
      state: 'scheduled',
      send_at: '2031-03-04T10:00:00Z',
    })
    expect((await send('PATCH', `letters/${id}`, { subject: 'Still mine' })).status).toBe(200)
    expect((await send('POST', `letters/${id}/stop`)).body).toMatchObject({ state: 'draft', send_at: null })
    expect((await send('POST', `letters/${id}/stop`)).body.message).toBe('This letter is draft.')
  })

  test('that go out are neither changed nor removed; what waits is stopped', async () => {
    await subscribe()
    const { id } = await draft()
    await app.db.write(async (tx) => {
      await tx.updateTable('letters').set({ state: 'sending', send_at: 1 }).where('id', '=', id).execute()
      const issue = await tx
        .insertInto('letter_issues')
        .values({
          issue_key: `letter:${id}`,
          kind: 'letter',
          target_id: id,
          made_at: 1,
          expires_at: 2,
          recipients: 3,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const [subscription] = await tx.selectFrom('subscriptions').selectAll().execute()
      await tx
        .insertInto('letter_sends')
        .values({
          issue_id: issue.id,
          subscriber_id: subscription?.subscriber_id ?? 0,
          subscription_id: subscription?.id ?? 0,
          urgency: 1,
          message_key: 'k',
          created_at: 1,
          next_try_at: 1,
        })
        .execute()
    })
    expect((await send('GET', `letters/${id}`)).body.counts).toMatchObject({ recipients: 3, waiting: 1 })
    expect((await send('PATCH', `letters/${id}`, { subject: 'Late' })).body.code).toBe('rest_letter_state')
    expect((await send('DELETE', `letters/${id}`)).body.code).toBe('rest_letter_state')
    expect((await send('POST', `letters/${id}/stop`)).body).toMatchObject({
      state: 'stopped',
      counts: { waiting: 0 },
    })
    expect(await app.db.read.selectFrom('letter_sends').selectAll().execute()).toEqual([])
    expect((await send('DELETE', `letters/${id}`)).status).toBe(200)
  })

  test('are shown as typed without being stored, and sent to who writes them', async () => {
    const { id } = await draft()
    const shown = await send('POST', `letters/${id}/preview`, {
      subject: 'As typed',
      intro: '<p>Come!</p>',
      language: 'de',
    })
    expect(shown.body).toMatchObject({ subject: 'As typed', left_out: [] })
    expect(shown.body.bytes).toBe(Buffer.byteLength(shown.body.html))
    expect(shown.body.text).toContain('Sie bekommen dies, weil Sie „City letter“ abonniert haben.')
    expect(shown.body.html).toContain('City Culture Office, 1 Harbour Street')
    expect((await send('GET', `letters/${id}`)).body.subject).toBe('Twelve nights')
    const sent = await send('POST', `letters/${id}/test`)
    const [mail] = await app.db.read.selectFrom('mail_outbox').selectAll().execute()
    expect(mail).toMatchObject({ recipient: sent.body.to, subject: '[Test] Twelve nights' })
    expect(mail?.body_text).toContain('https://calendar.example.org/mail/link')
    expect(mail?.body_text).not.toContain('-OF-THE-READER')
    for (let n = 1; n < 10; n += 1) await send('POST', `letters/${id}/test`)
    expect((await send('POST', `letters/${id}/test`)).status).toBe(429)
  })

  test('leave out what is not public, and say so', async () => {
    const hidden = { hide_from_listings: true }
    const ids: number[] = []
    for (const more of [{}, { status: 'draft' }, { password: 'x' }, hidden, { status: 'private' }])
      ids.push(
        (
          await app.create('events', {
            title: `Secret ${ids.length}`,
            start_date: '2031-03-08 19:30',
            end_date: '2031-03-08 21:00',
            ...more,
          })
        ).id,
      )
    const { id } = await draft({ events: ids })
    const { body } = await send('POST', `letters/${id}/preview`)
    expect(body.left_out).toEqual(ids.slice(1))
    expect(body.text).toContain('Secret 0')
    expect(`${body.text}${body.html}`).not.toMatch(/Secret [1-4]/)
  })
})

test('what editors do with letters is refused to others', async () => {
  const { id } = await draft()
  for (const [method, path] of [
    ['GET', 'letters'],
    ['POST', 'letters'],
    ['GET', `letters/${id}`],
    ['PATCH', `letters/${id}`],
    ['DELETE', `letters/${id}`],
    ['POST', `letters/${id}/send`],
    ['POST', `letters/${id}/stop`],
    ['POST', `letters/${id}/test`],
    ['POST', `letters/${id}/preview`],
    ['POST', 'subscriptions/preview'],
    ['GET', 'letter-lists'],
    ['DELETE', `letter-lists/${list}`],
  ] as const) {
    const sent = { method, path, ...(method === 'POST' ? { json: { list } } : {}) }
    expect((await app.ask(sent)).status, path).toBe(401)
    expect((await app.ask({ ...sent, as: 'author' })).status, path).toBe(403)
  }
  expect((await send('GET', `letters/${id}`)).body.state).toBe('draft')
})
