import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '../support/mailServer.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

const site = { SITE_URL: 'https://calendar.example.org', MAIL_FROM: 'City <calendar@example.org>' }

test('“mail test” hands a mail over at once, and says what the server said', async () => {
  const server = await startMailServer()
  const SMTP_URL = `smtp://localhost:${server.port}`
  const outcome = await kalends(temporaryFolder(), ['mail', 'test', 'mina@example.org'], {
    ...site,
    SMTP_URL,
    SITE_NAME: 'City',
    SITE_LOCALE: 'de',
  })
  expect(outcome).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^localhost:\d+ has taken a mail to mina@example\.org: 250 /),
    stderr: '',
  })
  expect(server.taken.map(({ subject, envelope }) => [subject, envelope.to])).toEqual([
    ['Mails von City kommen an', ['mina@example.org']],
  ])
})

test('“mail test” fails with the sentence of what is wrong', async () => {
  const folder = temporaryFolder()
  const run = (words: string[], environment: Record<string, string> = {}) =>
    kalends(folder, ['mail', 'test', ...words], environment)
  expect(await run(['mina@example.org'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No mails are sent here: set SMTP_URL, MAIL_FROM and SITE_URL'),
  })
  expect(await run(['mina@example.org'], { ...site, SMTP_URL: 'smtp://localhost:1' })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('The mail server localhost:1 refuses connections'),
  })
  expect(await run(['mina'], { ...site, SMTP_URL: 'smtp://localhost:1' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('“mina” is no e-mail address.'),
  })
})

test('“mail test” writes to the folder of development', async () => {
  const folder = temporaryFolder()
  const outcome = await kalends(folder, ['mail', 'test', 'mina@example.org'], {
    MAIL_FOLDER: join(folder, 'mails'),
  })
  const [name = ''] = readdirSync(join(folder, 'mails'))
  expect(outcome).toMatchObject({ status: 0, stdout: `Written to ${join(folder, 'mails', name)}\n` })
  expect(readFileSync(join(folder, 'mails', name), 'utf8')).toContain('To: mina@example.org')
})
