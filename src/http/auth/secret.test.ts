import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDatabase, temporaryFolder } from '../../../test/cli/sandbox.ts'
import { openDatabase } from '../../storage/db/open.ts'
import { createPasswordDigest, installationSecret } from './secret.ts'

test('the secret is made once, whoever asks first, and is there for the next process', async () => {
  const file = join(temporaryFolder(), 'kalends.db')
  const db = await openDatabase(file)
  const secrets = await Promise.all([db, db, db, db].map(installationSecret))
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(secrets[0]).toHaveLength(32)
  await db.close()
  const later = await openDatabase(file)
  expect(await installationSecret(later)).toEqual(secrets[0])
  await later.close()
})

test('two installations have two secrets', async () => {
  const [one, other] = await Promise.all([temporaryDatabase(), temporaryDatabase()])
  expect(await installationSecret(one)).not.toEqual(await installationSecret(other))
})

test('an event password has one digest in an installation, in every process, and another elsewhere', async () => {
  const [here, elsewhere] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const digest = createPasswordDigest(here)
  const value = await digest('open sesame')
  expect(value).toMatch(/^[0-9a-f]{64}$/)
  expect(await digest('open sesame')).toBe(value)
  expect(await createPasswordDigest(here)('open sesame')).toBe(value)
  expect(await createPasswordDigest(elsewhere)('open sesame')).not.toBe(value)
  expect(await digest('Open sesame')).not.toBe(value)
  expect(await digest('')).toMatch(/^[0-9a-f]{64}$/)
})

test('asking again for a digest does not hash again', async () => {
  const digest = createPasswordDigest(Buffer.alloc(32, 1))
  const [one, other] = [digest('text'), digest('text')]
  expect(one).toBe(other)
  await one
  expect(digest('text')).toBe(one)
})
