import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSession } from '../../src/http/auth/sessions.ts'
import { ownPassword } from '../support/signedIn.ts'
import { kalends, openedIn, temporaryFolder } from './sandbox.ts'

const mailing = {
  SITE_URL: 'https://calendar.example.org',
  MAIL_FOLDER: '/nowhere',
  MAIL_FROM: 'calendar@example.org',
}

/** A folder with the user Ann, and what runs commands of “kalends user” there. */
async function setUp() {
  const folder = temporaryFolder()
  const user = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
    kalends(folder, ['user', ...words], environment)
  await user(['add', 'ann', '--role', 'editor', '--email', 'ann@example.org'])
  const db = await openedIn(folder)
  const mails = () =>
    db.read.selectFrom('mail_outbox').select(['kind', 'recipient', 'body_text']).orderBy('id').execute()
  const sessions = async () => (await db.read.selectFrom('sessions').select('id').execute()).length
  const ann = () => db.read.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const signIn = () =>
    db.write((tx) => startSession(tx, { id: 1 }, { now: 0, userAgent: 'Test', address: '127.0.0.1' }))
  return { folder, user, mails, sessions, ann, signIn }
}

test('“user email” changes the address at once, and tells the former one of it where mails are sent', async () => {
  const { user, mails, ann } = await setUp()
  await user(['email', 'ann', 'first@example.org'])
  expect([(await ann()).email, await mails()]).toEqual(['first@example.org', []])
  expect(await user(['email', 'ann', ' second@example.org '], mailing)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('second@example.org'),
  })
  expect(await mails()).toEqual([
    {
      kind: 'address',
      recipient: 'first@example.org',
      body_text: expect.not.stringContaining('second@example.org'),
    },
  ])
})

test('“user email” tells nobody of what has not changed, or was refused', async () => {
  const { user, mails, ann } = await setUp()
  await user(['add', 'ben', '--role', 'author', '--email', 'ben@example.org'])
  await user(['email', 'ann', 'ann@example.org'], mailing)
  for (const [email, says] of [
    ['Ben@example.org', 'belongs to another user'],
    ['nothing', 'is not an e-mail address'],
  ] as const)
    expect(await user(['email', 'ann', email], mailing)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(says),
    })
  expect([(await ann()).email, await mails()]).toEqual(['ann@example.org', []])
})

test('“user password” stores a hash, ends sessions, and tells the owner; --none takes it away', async () => {
  const { folder, user, mails, sessions, ann, signIn } = await setUp()
  const file = join(folder, 'password')
  writeFileSync(file, `${ownPassword}\nsecond line`)
  await signIn()
  const set = await user(['password', 'ann', '--password-file', file], mailing)
  expect(set).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('new password') })
  expect([await sessions(), (await ann()).password_hash]).toEqual([0, expect.stringContaining('$argon2id$')])
  await signIn()
  expect(await user(['password', 'ann', '--none'], mailing)).toMatchObject({ status: 0 })
  expect([await sessions(), (await ann()).password_hash]).toEqual([0, null])
  const told = await mails()
  expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['password', 'ann@example.org'],
    ['password', 'ann@example.org'],
  ])
  expect(JSON.stringify([told, set])).not.toContain(ownPassword)
})

test('“user password” changes nothing when the password is weak, missing, or asked for twice', async () => {
  const { folder, user, mails, sessions, ann, signIn } = await setUp()
  await signIn()
  for (const [words, environment, says] of [
    [[], { NEW_PASSWORD: 'short' }, '12 characters or more'],
    [[], { NEW_PASSWORD: 'ann@example.org' }, 'what everybody knows'],
    [[], {}, 'A password is missing'],
    [['--none', '--password-file', join(folder, 'x')], {}, 'either --password-file or --none'],
  ] as const) {
    const { status, stderr } = await user(['password', 'ann', ...words], { ...mailing, ...environment })
    expect([status > 0, stderr]).toEqual([true, expect.stringContaining(says)])
  }
  expect([await sessions(), (await ann()).password_hash, await mails()]).toEqual([1, null, []])
})

test('“user link” prints a link this once, which no mail has, and stores no more than its digest', async () => {
  const { user, mails, sessions, signIn } = await setUp()
  await signIn()
  const { status, stdout } = await user(['link', 'ann'], mailing)
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/calendar\.example\.org\/signin\/reset\/[\w-]{43}\n$/),
  ])
  expect((await user(['link', 'ann'])).stdout).toMatch(/^http:\/\/localhost:\d+\/signin\/reset\/[\w-]{43}\n$/)
  // A link alone changes nothing.
  expect([await sessions(), await mails()]).toEqual([1, []])
  expect(await user(['link', 'nobody'], mailing)).toMatchObject({ status: 1, stdout: '' })
})
