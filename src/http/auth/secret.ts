import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../../storage/db/dialect.ts'
import { argon2id } from './argon.ts'
import { createGate } from './gate.ts'
import { RecentMap } from './recentMap.ts'

const secretName = 'secret'
const secretBytes = 32

/** The secret of this installation, made on first use; every process on the same database gets the same one. */
export async function installationSecret(db: Database): Promise<Buffer> {
  const known = await readSecret(db)
  if (known) return known
  const value = randomBytes(secretBytes).toString('hex')
  await db.write((tx) =>
    tx
      .insertInto('installation')
      .values({ name: secretName, value })
      // Another process may have been first: its secret stays.
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  const stored = await readSecret(db)
  if (!stored) throw new Error('The secret of this installation could not be stored.')
  return stored
}

/** How many digests are kept: repeated reads of a protected event, or of a list with `?password=`, do not hash again. */
const digestsKept = 1_000

/** How many digests are made at a time: half of Node’s threads, so that guessing at event passwords leaves some to others. */
export const digestsAtOnce = 2

/**
 * The digest of an event's password (D23): Argon2id with the installation's secret as salt, as hexadecimal. The same
 * text always has the same digest, so that a query can compare it; without the secret it cannot be computed.
 */
export function createPasswordDigest(secret: Buffer): (password: string) => Promise<string> {
  const digests = new RecentMap<string, Promise<string>>(digestsKept)
  const gate = createGate(digestsAtOnce)
  const cacheKey = randomBytes(secretBytes)

  return (password) => {
    const key = createHmac('sha256', cacheKey).update(password).digest('base64')
    const known = digests.get(key)
    if (known) return known
    const fresh = gate(async () => (await argon2id(password, secret)).toString('hex'))
    digests.set(key, fresh)
    fresh.catch(() => digests.delete(key))
    return fresh
  }
}

async function readSecret(db: Database): Promise<Buffer | undefined> {
  const row = await db.read
    .selectFrom('installation')
    .select('value')
    .where('name', '=', secretName)
    .executeTakeFirst()
  return row && Buffer.from(row.value, 'hex')
}
