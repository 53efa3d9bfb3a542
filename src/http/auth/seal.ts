import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/**
 * Secret links. One holds the number of something and when that was made, sealed with the secret of the installation: nothing of it is
 * stored, every mail can carry it, and it is known for one of ours after what it is about is gone.
 */
export interface Sealed {
  readonly id: number
  readonly created_at: EpochSeconds
}

/** What links are about: one of one kind is none of another. */
export type SealUse =
  | 'submission'
  | 'form'
  | 'submitter'
  | 'guest'
  | 'letter request'
  | 'letter leave'
  | `letter settings ${number}`
  | 'letter block'

const factBytes = 12
const sealBytes = 20

/** The secret part of a link. */
export function tokenFor(secret: Buffer, use: SealUse, { id, created_at }: Sealed): string {
  const facts = Buffer.alloc(factBytes)
  facts.writeUIntBE(id, 0, 6)
  facts.writeUIntBE(created_at, 6, 6)
  return Buffer.concat([facts, sealOf(secret, use, facts)]).toString('base64url')
}

/** What a token seals; undefined for one that was not made here for that use. Takes as long for either. */
export function readTokenFor(secret: Buffer, use: SealUse, token: string): Sealed | undefined {
  const isLong = token.length <= 64 && /^[\w-]+$/.test(token)
  const bytes = Buffer.alloc(factBytes + sealBytes)
  const sent = Buffer.from(isLong ? token : '', 'base64url')
  sent.copy(bytes)
  const facts = bytes.subarray(0, factBytes)
  const isSealed = timingSafeEqual(bytes.subarray(factBytes), sealOf(secret, use, facts))
  // Only as it was written: other spellings of the same bytes are no links of ours.
  if (!isSealed || sent.length !== bytes.length || sent.toString('base64url') !== token) return undefined
  return { id: facts.readUIntBE(0, 6), created_at: facts.readUIntBE(6, 6) }
}

/** The seal of some facts for a use. */
export function sealOf(secret: Buffer, use: SealUse, facts: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${use}\n`).update(facts).digest().subarray(0, sealBytes)
}
