import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KeptRepeats } from '../../src/records/changes/changes.repeats.write.ts'
import { attempt } from '../../src/storage/db/transactions.ts'
import { ApiError } from '../../src/pure/errors/errors.ts'
import type { Answer } from '../../src/http/resource.ts'
import { createDatabaseWithAccounts } from '../support/accounts.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { picture } from './upload.ts'
import { fields, open } from './submissions.ts'

let folder: string
let database: TestDatabase
let app: TestApp
let beside: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const made = await createDatabaseWithAccounts(folder)
  database = made.database
  const at = { database: { ...database, remove: async () => {} }, credentials: made.credentials }
  app = await createTestApp(open, at)
  beside = await createTestApp(open, at)
})
afterAll(async () => {
  await app.close()
  await beside.close()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

let drawn = 0
const newKey = () => `8e03978e-40d5-43dd-bc93-${String((drawn += 1)).padStart(12, '0')}`
const event = (title: string) => ({
  title,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  status: 'publish',
})
const post = (key: string, json: object, more: Partial<Asked> = {}, at = app) =>
  at.ask({
    as: 'editor',
    method: 'POST',
    path: 'events',
    json,
    ...more,
    headers: { 'idempotency-key': key, ...more.headers },
  })
const asStranger = (key: string, path: string, json: object) =>
  app.ask({ method: 'POST', path, json, headers: { 'idempotency-key': key } })
const countOf = async (title: string) => {
  const rows = await app.db.read.selectFrom('events').select('id').where('title', '=', title).execute()
  return rows.length
}
const kept = () => app.db.read.selectFrom('repeats').selectAll().orderBy('created_at').execute()

describe('a request with a key', () => {
  test('is carried out once, and answered as the first time, at each node', async () => {
    const key = newKey()
    const first = await post(key, event('Once'))
    expect(first.status).toBe(201)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    for (const at of [app, beside]) {
      const again = await post(key, event('Once'), {}, at)
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(again.headers['location']).toBe(first.headers['location'])
    }
    expect(await countOf('Once')).toBe(1)
    expect((await post(newKey(), event('Once'))).body.id).not.toBe(first.body.id)
  })

  test('is one of two that arrive together, wherever they arrive', async () => {
    const key = newKey()
    const all = await Promise.all(
      [app, beside, app, beside].map((at) => post(key, event('Together'), {}, at)),
    )
    expect(all.map(({ status }) => status)).toContain(201)
    for (const { status, body, headers } of all) {
      if (status === 201) continue
      expect([status, body.code, headers['retry-after']]).toEqual([409, 'rest_idempotency_running', '2'])
    }
    expect(await countOf('Together')).toBe(1)
    expect((await post(key, event('Together'))).status).toBe(201)
    expect(await countOf('Together')).toBe(1)
  })

  test('is refused with another body, query or address, and is of its user alone', async () => {
    const key = newKey()
    await post(key, event('Mine'))
    const others: [object, Partial<Asked>][] = [
      [event('Other'), {}],
      [event('Mine'), { path: 'venues' }],
      [event('Mine'), { query: { _pretty: '1' } }],
      [event('Mine'), { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ]
    for (const [json, more] of others) {
      const { status, body } = await post(key, json, more)
      expect([status, body.code]).toEqual([422, 'rest_idempotency_mismatch'])
    }
    expect(await countOf('Other')).toBe(0)
    expect((await post(key, event('Other'), { as: 'author' })).status).toBe(201)
    expect(await countOf('Other')).toBe(1)
  })

  test('has a key of visible characters, with quotes or without, which are the same', async () => {
    const key = newKey()
    await post(key, event('Quoted'))
    const quoted = await post(`"${key}"`, event('Quoted'))
    expect(quoted.headers['idempotent-replayed']).toBe('true')
    for (const bad of [
      '',
      ' ',
      '""',
      '"a',
      'a b',
      'a,b',
      '"a", "b"',
      'x'.repeat(256),
      'ä',
      '"a"b',
      String.raw`"a\b"`,
    ]) {
      const { status, body } = await post(bad, event('Malformed'))
      expect([bad, status, body.code]).toEqual([bad, 400, 'rest_invalid_param'])
      expect(Object.keys(body.data.params)).toEqual(['Idempotency-Key'])
    }
    expect(await countOf('Malformed')).toBe(0)
    expect((await post('x'.repeat(255), event('Long'))).status).toBe(201)
    expect((await app.ask({ path: 'events', headers: { 'idempotency-key': '""' } })).status).toBe(200)
  })

  test('may be sent again as it should have been, where nothing was tried; what was refused when it was tried is refused again', async () => {
    const key = newKey()
    expect((await post(key, { ...event('Corrected'), end_date: 'nonsense' })).status).toBe(400)
    expect((await post(key, event('Corrected'))).status).toBe(201)
    const other = newKey()
    const { id } = await app.create('events', event('Undone'))
    const undo = { path: `events/${id}/history/999999/undo` }
    const first = await post(other, {}, undo)
    const again = await post(other, {}, undo)
    expect([first.status, first.body.code]).toEqual([404, 'rest_history_not_found'])
    expect([again.status, again.text]).toEqual([404, first.text])
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
    expect((await asStranger(newKey(), 'events', event('Stranger'))).status).toBe(401)
  })

  test('with a file is the same whatever stands between the parts of the form', async () => {
    const key = newKey()
    const send = async (boundary: string, name = 'gull.png') => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
      const raw = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const headers = { 'idempotency-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` }
      return app.ask({ as: 'editor', method: 'POST', path: 'media', raw, headers })
    }
    const first = await send('----aaaaaaaaaa')
    const again = await send('----bbbbbbbbbbbb')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.id).toBe(first.body.id)
    expect((await send('----cccc', 'other.png')).status).toBe(422)
  })

  test('by which a secret was made is not answered again, and nothing of it is kept', async () => {
    const key = newKey()
    const wanted = { path: 'wp/v2/users/me/application-passwords', absolute: true }
    const made = await post(key, { name: 'Phone' }, wanted)
    expect(made.status).toBe(201)
    const again = await post(key, { name: 'Phone' }, wanted)
    expect([again.status, again.body.code]).toEqual([409, 'rest_idempotency_answer_gone'])
    const rows = await app.db.read
      .selectFrom('app_passwords')
      .select('id')
      .where('name', '=', 'Phone')
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(await kept())).not.toContain(made.body.password)
  })

  test('of a stranger is carried out once too, and what it says is not kept with a name', async () => {
    const key = newKey()
    const json = { kind: 'new', email: 'tern@example.org', name: 'Tern', fields }
    const sent = [await asStranger(key, 'submissions', json)]
    sent.push(await asStranger(key, 'submissions', json))
    expect(sent.map(({ status }) => status)).toEqual([202, 202])
    expect(sent[1]?.headers['idempotent-replayed']).toBe('true')
    const rows = await app.db.read.selectFrom('submissions').select('id').execute()
    expect(rows).toHaveLength(1)
    expect((await kept()).filter(({ user_id }) => user_id === null)).toHaveLength(1)
  })

  test('is forgotten after a day, and with its user', async () => {
    const key = newKey()
    const first = await post(key, event('Yesterday'))
    const now = Temporal.Now.instant()
    app.setNow(now.add({ hours: 23 }))
    expect((await post(key, event('Yesterday'))).body.id).toBe(first.body.id)
    app.setNow(now.add({ hours: 24, seconds: 2 }))
    expect((await post(key, event('Yesterday'))).body.id).not.toBe(first.body.id)
    app.setNow(now.add({ hours: 72 }))
    await app.app.forgetHistory()
    expect(await kept()).toEqual([])
    app.setNow(undefined)
  })

  test('is told where browsers and programs look', async () => {
    const { headers } = await app.ask({ method: 'OPTIONS', path: 'events' })
    expect(headers['access-control-allow-headers']).toContain('Idempotency-Key')
    expect(headers['access-control-expose-headers']).toContain('Idempotent-Replayed')
    const { paths } = await app.read('doc')
    const operation = paths['/events'].post
    const names = operation.parameters.map(({ name }: { name: string }) => name)
    expect(names).toContain('Idempotency-Key')
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['409', '422']))
    expect(JSON.stringify(paths['/events'].get.parameters)).not.toContain('Idempotency-Key')
  })
})

describe('what is kept', () => {
  const asked = (digest: string, userId = 0) => ({ digest, fingerprint: 'f', userId })
  const log = () => {}
  const answer: Answer = { status: 201, body: { id: 1 } }
  let at = Temporal.Instant.from('2031-01-01T00:00:00Z')
  const repeats = (limits?: ConstructorParameters<typeof KeptRepeats>[1]) =>
    new KeptRepeats({ db: app.db, now: () => at, log }, limits)
  const write = (name: string) =>
    app.db.write((tx) => tx.insertInto('installation').values({ name, value: '' }).execute())
  const written = async (name: string) =>
    (await app.db.read.selectFrom('installation').select('name').where('name', '=', name).execute()).length
  const work = (handle: () => Promise<Answer>) => ({ handle, isKept: () => true })
  const failing = (error: Error) =>
    work(async () => {
      throw error
    })

  test('is nothing of what failed without having done anything, so that it may be tried again', async () => {
    const one = repeats()
    for (const error of [
      new Error('Broken'),
      new ApiError('rest_internal_error'),
      new ApiError('rest_too_many_requests'),
    ]) {
      await expect(attempt(() => one.once(asked('failed'), failing(error)))).rejects.toBe(error)
      expect(await one.find(asked('failed'))).toBeUndefined()
    }
    expect(
      await attempt(() =>
        one.once(
          asked('failed'),
          work(async () => answer),
        ),
      ),
    ).toEqual(answer)
  })

  test('is that it was done, where it failed behind its first change', async () => {
    const one = repeats()
    const half = work(async () => {
      await write('half')
      throw new Error('Broken')
    })
    await expect(attempt(() => one.once(asked('half'), half))).rejects.toThrow('Broken')
    const again = attempt(() => one.once(asked('half'), half))
    await expect(again).rejects.toMatchObject({ code: 'rest_idempotency_answer_gone' })
    expect(await written('half')).toBe(1)
  })

  test('lets another carry it out when the first is gone, and the first no more', async () => {
    const one = repeats()
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const late = attempt(() =>
      one.once(
        asked('late'),
        work(async () => {
          begun.resolve()
          await go.promise
          await write('late')
          return answer
        }),
      ),
    )
    await begun.promise
    const early = attempt(() =>
      one.once(
        asked('late'),
        work(async () => answer),
      ),
    )
    await expect(early).rejects.toMatchObject({ code: 'rest_idempotency_running', status: 409 })
    at = at.add({ seconds: 16 })
    expect(
      await attempt(() =>
        one.once(
          asked('late'),
          work(async () => answer),
        ),
      ),
    ).toEqual(answer)
    go.resolve()
    await expect(late).rejects.toMatchObject({ code: 'rest_idempotency_running' })
    expect(await written('late')).toBe(0)
    expect((await one.find(asked('late')))?.headers).toEqual({ 'Idempotent-Replayed': 'true' })
  })

  test('names what was done, where the answer was lost with its process', async () => {
    const key = newKey()
    const { body } = await post(key, event('Lost'))
    await app.db.write(
      (tx) =>
        tx
          .updateTable('repeats')
          .set({ status: null, answer: null, leased_until: 0 })
          .where('revision', '=', tx.selectFrom('revision').select('number'))
          .execute(),
      'aside',
    )
    const again = await post(key, event('Lost'))
    expect([again.status, again.body.code]).toEqual([409, 'rest_idempotency_answer_gone'])
    expect(again.body.data.records).toEqual([{ kind: 'event', id: body.id, action: 'created' }])
    expect(await countOf('Lost')).toBe(1)
  })

  test('is bounded: the oldest goes first, and what is too long is only known to be done', async () => {
    const few = repeats({ longest: 40, answers: 3, characters: 1000, lookEvery: 1 })
    const long = { body: 'x'.repeat(41) }
    await attempt(() =>
      few.once(
        asked('long'),
        work(async () => long),
      ),
    )
    await expect(few.find(asked('long'))).rejects.toMatchObject({ code: 'rest_idempotency_answer_gone' })
    for (const name of ['a', 'b', 'c', 'd']) {
      at = at.add({ seconds: 1 })
      await attempt(() =>
        few.once(
          asked(name),
          work(async () => answer),
        ),
      )
    }
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((name) => few.find(asked(name))))
    expect(found.map((one) => one !== undefined)).toEqual([false, true, true, true])
  })
})
