import { expect, onTestFinished, test } from 'vitest'
import { fields, open, submissionsOf } from '../api/submissions.ts'
import { createTestApp } from '../support/app.ts'
import { startMailServer } from '../support/mailServer.ts'

test('each step is mailed in the language of its sender, as text and HTML, with links, and nobody else gets it', async () => {
  const server = await startMailServer()
  const app = await createTestApp({
    ...open,
    MAIL_FOLDER: '',
    SMTP_URL: `smtp://localhost:${server.port}`,
    MAIL_FROM: 'City <calendar@example.org>',
    SITE_NAME: 'City',
  })
  onTestFinished(() => app.close())
  const { propose, waiting, decide } = submissionsOf(() => app)
  const injected = 'Swim\r\nBcc: victim@example.org\u2028X-Evil: 1'
  const sent = await propose({
    kind: 'new',
    email: 'gull@example.org',
    name: 'Gull\r\nBcc: victim@example.org',
    language: 'fr',
    fields: { ...fields, title: injected },
  })
  expect(sent.status).toBe(202)
  await app.app.sendMails()
  const [first] = server.taken
  const link = /https:\/\/calendar\.example\.org(\/submission\/\S+)/.exec(first?.text ?? '')?.[1] ?? ''
  expect(first?.html).toContain(`https://calendar.example.org${link}`)
  await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })
  const [{ id }] = await waiting()
  await decide(id, 'ask', { message: 'Quand ?\r\nBcc: victim@example.org' })
  await app.app.sendMails()
  await decide(id, 'reject', { reason: 'not_public', message: 'Désolé.' })
  await app.app.sendMails()
  await decide(id, 'accept', { message: 'Finalement !' })
  await app.app.tendSubmissions()
  await app.app.sendMails()
  expect(server.taken.map(({ subject }) => subject)).toEqual([
    'Confirmez ce que vous avez envoyé à City',
    expect.stringMatching(/^Une question sur « Swim/),
    expect.stringMatching(/^À propos de « Swim/),
    expect.stringMatching(/est dans l’agenda$/),
  ])
  for (const mail of server.taken) {
    expect(mail.envelope.to).toEqual(['gull@example.org'])
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.headers.has('x-evil')).toBe(false)
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.html).toContain('lang="fr"')
    expect(mail.text).toContain('Envoyé par City')
  }
  expect(server.taken[2]?.text).toMatch(/Il n’est pas ouvert au public\.\s+Désolé\./)
  expect(server.taken[3]?.text).toContain('https://calendar.example.org/event/')
})

test('what is accepted as a draft is told to its sender once it is public, and once', async () => {
  const app = await createTestApp(open)
  onTestFinished(() => app.close())
  const { proposed, mails, decide, clear } = submissionsOf(() => app)
  const told = async () =>
    (await mails()).filter(({ recipient }) => recipient === 'gull@example.org').map(({ subject }) => subject)
  const id = await proposed({ kind: 'new', fields })
  await app.db.write(async (tx) => tx.updateTable('submissions').set({ email: 'gull@example.org' }).execute())
  const { body } = await decide(id, 'accept', { fields: { status: 'draft' } })
  await app.app.tendSubmissions()
  expect(await told()).toEqual([])
  await app.ask({
    method: 'POST',
    path: `events/${body.event.id}`,
    json: { status: 'publish' },
    as: 'editor',
  })
  await app.app.tendSubmissions()
  await app.app.tendSubmissions()
  expect(await told()).toEqual([expect.stringMatching(/Winter Swim.* is in the calendar$/)])
  await clear()
})

test('editors are told once a day what waits, each in their language', async () => {
  const app = await createTestApp(open)
  onTestFinished(() => app.close())
  const { proposed, mails, clear } = submissionsOf(() => app)
  const digests = async () => (await mails()).filter(({ kind }) => kind === 'digest')
  const start = Temporal.Instant.from('2031-06-01T10:00:00Z')
  app.setNow(start)
  await app.app.tendSubmissions()
  expect(await digests()).toEqual([])
  await proposed({ kind: 'new', fields })
  await app.app.tendSubmissions()
  await app.app.tendSubmissions()
  expect((await digests()).map(({ subject }) => subject)).toEqual([
    'Waiting at Kalends: 1',
    'Waiting at Kalends: 1',
  ])
  expect((await digests())[0]?.body_text).toMatch(
    /• Winter Swim[\s\S]*https:\/\/calendar\.example\.org\/admin\/waiting/,
  )
  app.setNow(start.add({ hours: 30 }))
  await app.app.tendSubmissions()
  expect(await digests()).toHaveLength(2)
  await proposed({ kind: 'new', fields })
  await app.app.tendSubmissions()
  expect(await digests()).toHaveLength(4)
  await clear()
})

test('who sent what was decided on is forgotten after thirty days, and what waits to be confirmed after two', async () => {
  const app = await createTestApp(open)
  onTestFinished(() => app.close())
  const { propose, proposed, decide } = submissionsOf(() => app)
  const start = Temporal.Instant.from('2031-06-01T10:00:00Z')
  app.setNow(start)
  const [accepted, rejected] = [
    await proposed({ kind: 'new', fields }),
    await proposed({ kind: 'new', fields }),
  ]
  await decide(accepted, 'accept')
  await decide(rejected, 'reject', { reason: 'other' })
  await propose({ kind: 'new', email: 'a@example.org', fields })
  const left = async () =>
    app.db.read.selectFrom('submissions').select(['id', 'state', 'email', 'name']).orderBy('id').execute()
  app.setNow(start.add({ hours: 47 }))
  expect(await app.app.tendSubmissions()).toBe(0)
  app.setNow(start.add({ hours: 49 }))
  expect(await app.app.tendSubmissions()).toBe(1)
  app.setNow(start.add({ hours: 24 * 31 }))
  await app.app.tendSubmissions()
  expect(await left()).toEqual([{ id: accepted, state: 'accepted', email: '', name: '' }])
  app.setNow(Temporal.Instant.from('2032-01-25T10:00:00Z'))
  await app.app.tendSubmissions()
  expect(await left()).toEqual([])
})
