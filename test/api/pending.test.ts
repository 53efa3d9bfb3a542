import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    SITE_URL: 'https://calendar.example.org',
    SITE_TIMEZONE: 'Europe/Berlin',
    MAIL_FOLDER: '/nonexistent',
  })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => app.close())

const event = { title: 'Poetry & tea', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }

const sent = async (more: object = {}) => {
  const { status, body } = await app.ask({
    as: 'contributor',
    method: 'POST',
    path: 'events',
    json: { ...event, status: 'pending', ...more },
  })
  expect([status, body.status]).toEqual([201, 'pending'])
  return body
}
const decide = (id: number, what: string, json: object, as: 'editor' | 'author' | 'contributor' = 'editor') =>
  app.ask({ as, method: 'POST', path: `events/${id}/${what}`, json })
const mails = async () => {
  const all = await app.db.read.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
  await app.db.write(async (tx) => {
    await tx.deleteFrom('mail_outbox').execute()
  })
  return all
}

test('the author of what waits is asked by mail, and it waits on', async () => {
  const { id } = await sent()
  const { status, body } = await decide(id, 'ask', { message: 'Is there {tea}?' })
  expect([status, body]).toEqual([200, { id, status: 'pending', mailed: true }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('Poetry & tea')
  expect(mail?.body_text).toContain('Is there {tea}?')
  expect(mail?.body_text).toContain(`https://calendar.example.org/admin/events/${id}`)
})

test('what is rejected is a draft of its author again, who is told why', async () => {
  const { id } = await sent()
  const { body } = await decide(id, 'reject', { reason: 'duplicate', message: 'See the list.' })
  expect(body).toEqual({ id, status: 'draft', mailed: true })
  const [mail] = await mails()
  expect(mail?.body_text).toMatch(/in the calendar already[\s\S]*See the list\./)
  expect((await app.read(`events/${id}`, {}, 'contributor')).status).toBe('draft')
  // Nothing waits any more, so that nothing is decided twice.
  const again = await decide(id, 'reject', { reason: 'other' })
  expect([again.status, again.body.code]).toEqual([409, 'rest_submission_not_open'])
  expect(await mails()).toEqual([])
})

test('all dates of a series are given back together, and can be sent again', async () => {
  const { id, series } = await sent({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const statuses = async () => {
    const { events } = await app.read('events', { post_parent: series.id, status: 'pending,draft' }, 'editor')
    return events.map((one: { status: string }) => one.status)
  }
  expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  await decide(id, 'reject', { reason: 'incomplete' })
  expect(await statuses()).toEqual(['draft', 'draft', 'draft'])
  expect(await mails()).toHaveLength(1)
  await app.ask({
    as: 'contributor',
    method: 'POST',
    path: `events/${id}`,
    json: { status: 'pending', scope: 'all' },
  })
  expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
})

test('only who reviews decides, of what there is, with a reason', async () => {
  const { id } = await sent()
  for (const as of ['author', 'contributor'] as const)
    expect((await decide(id, 'reject', { reason: 'other' }, as)).status).toBe(403)
  expect((await decide(999_999, 'ask', { message: 'Who?' })).status).toBe(404)
  expect((await decide(id, 'reject', { reason: 'dislike' })).body.data.params.reason).toMatch(
    /^reason must be/,
  )
  expect((await decide(id, 'reject', {})).body.code).toBe('rest_missing_callback_param')
  expect((await decide(id, 'ask', { message: ' ' })).body.data.params.message).toMatch(/^message must be/)
  expect((await app.read(`events/${id}`, {}, 'editor')).status).toBe('pending')
})

const nameOf = async (role: 'editor' | 'contributor') => {
  const { name } = await app.db.read
    .selectFrom('users')
    .select('name')
    .where('id', '=', app.ids[role])
    .executeTakeFirstOrThrow()
  return name
}
const toEdit = (id: number, as: 'editor' | 'contributor' | 'author' = 'contributor') =>
  app.read(`events/${id}`, { context: 'edit' }, as)

test('what was asked, and who gave it back and why, stays with the event until it is public', async () => {
  const { id } = await sent()
  expect(await toEdit(id)).not.toHaveProperty('decision')
  expect((await toEdit(id, 'editor')).author_name).toBe(await nameOf('contributor'))
  await decide(id, 'ask', { message: 'Is there tea?' })
  const by = await nameOf('editor')
  expect((await toEdit(id)).decision).toEqual({
    is: 'asked',
    reason: '',
    message: 'Is there tea?',
    by,
    date: '2031-03-01 13:00:00',
  })
  await decide(id, 'reject', { reason: 'not_public', message: 'Enjoy it.' })
  const rejected = {
    is: 'rejected',
    reason: 'not_public',
    message: 'Enjoy it.',
    by,
    date: '2031-03-01 13:00:00',
  }
  expect((await toEdit(id)).decision).toEqual(rejected)
  // Nobody else reads it: neither who sees the event as visitors do, nor feeds and histories.
  expect(await app.read(`events/${id}`, {}, 'contributor')).not.toHaveProperty('decision')
  // Sent again, it tells whoever reviews it what was said before; a public one has nothing of it.
  await app.ask({ as: 'contributor', method: 'POST', path: `events/${id}`, json: { status: 'pending' } })
  expect((await toEdit(id, 'editor')).decision).toEqual(rejected)
  await app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json: { status: 'publish' } })
  expect(await toEdit(id, 'editor')).not.toHaveProperty('decision')
  const { text } = await app.ask({ as: 'administrator', path: `events/${id}/history` })
  expect(text).not.toContain('Enjoy it')
  await mails()
})

test('it stays without mail, with all dates of a series, and lists with context=edit have it', async () => {
  const { id, series } = await sent({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  await decide(id, 'reject', { reason: 'incomplete', message: '' })
  const listed = async (as: 'contributor' | 'author') => {
    const query = { status: 'draft,publish', starts_after: '2031-03-01', context: 'edit' }
    const { events } = await app.read('events', query, as)
    return events
      .filter((one: { series?: { id: number } }) => one.series?.id === series.id)
      .map((one: { decision?: { reason: string } }) => one.decision?.reason)
  }
  expect(await listed('contributor')).toEqual(['incomplete', 'incomplete', 'incomplete'])
  expect(await listed('author')).toEqual([])
  await mails()
})

test('who is gone has said it all the same', async () => {
  const { id } = await sent()
  const made = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: '/wp/v2/users',
    absolute: true,
    json: {
      username: 'gone',
      email: 'gone@example.org',
      password: 'a long enough password',
      roles: ['editor'],
    },
  })
  expect(made.status).toBe(201)
  await decide(id, 'reject', { reason: 'other' })
  await app.db.write(async (tx) => {
    await tx.updateTable('event_decisions').set({ by_id: made.body.id }).where('event_id', '=', id).execute()
  })
  await app.ask({
    as: 'administrator',
    method: 'DELETE',
    path: `/wp/v2/users/${made.body.id}`,
    absolute: true,
    query: { force: true, reassign: app.ids.editor },
  })
  expect((await toEdit(id)).decision).toMatchObject({ is: 'rejected', by: '' })
  await mails()
})
