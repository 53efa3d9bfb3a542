import { createHash } from 'node:crypto'
import type { Database, Reader } from '../db/dialect.ts'
import type { EpochSeconds } from '../db/tables.ts'
import { addCredential, type Holder, holderByDigest } from './credentials.ts'
import { randomAlphanumerics } from './random.ts'
import type { User } from './users.ts'

/** By this, people and tools that look for leaked secrets recognize a token. */
const prefix = 'kal_'

/** 238 bits. */
const randomLength = 40

/** Makes a bearer token for the user and answers it, the only time that it can be read. */
export async function addToken(db: Database, user: User, name: string, now: EpochSeconds): Promise<string> {
  const token = prefix + randomAlphanumerics(randomLength)
  await addCredential(db, 'tokens', { user, name, secret: digestOf(token), now })
  return token
}

/** Who holds the token; undefined when it is unknown or revoked. */
export async function findToken(db: Reader, token: string): Promise<Holder | undefined> {
  return token.startsWith(prefix) ? holderByDigest(db, digestOf(token)) : undefined
}

/** A plain digest is enough: nobody can go through 2^238 tokens. It is found by index, so nothing is compared in sequence. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
