import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/**
 * The secret links of submissions. A link holds the number of a submission and when it was made, sealed with the secret of the
 * installation: nothing of it is stored, every mail can carry it, and it is known for one of ours after its submission is gone.
 */
export interface Sealed {
  readonly id: number
  readonly created_at: EpochSeconds
}

const factBytes = 12
const sealBytes = 20

/** The secret part of the link to a submission. */
export function tokenOf(secret: Buffer, { id, created_at }: Sealed): string {
  const facts = Buffer.alloc(factBytes)
  facts.writeUIntBE(id, 0, 6)
  facts.writeUIntBE(created_at, 6, 6)
  return Buffer.concat([facts, sealOf(secret, 'submission', facts)]).toString('base64url')
}

/** What a token seals; undefined for one that was not made here. Takes as long for either. */
export function readToken(secret: Buffer, token: string): Sealed | undefined {
  const isLong = token.length <= 64 && /^[\w-]+$/.test(token)
  const bytes = Buffer.alloc(factBytes + sealBytes)
  const sent = Buffer.from(isLong ? token : '', 'base64url')
  sent.copy(bytes)
  const facts = bytes.subarray(0, factBytes)
  const isSealed = timingSafeEqual(bytes.subarray(factBytes), sealOf(secret, 'submission', facts))
  // Only as it was written: other spellings of the same bytes are no links of ours.
  if (!isSealed || sent.length !== bytes.length || sent.toString('base64url') !== token) return undefined
  return { id: facts.readUIntBE(0, 6), created_at: facts.readUIntBE(6, 6) }
}

/** When a form was shown, sealed, so that it is known how long it was filled in. */
export function formTimeOf(secret: Buffer, now: EpochSeconds): string {
  const text = now.toString(36)
  return `${text}.${sealOf(secret, 'form', Buffer.from(text)).toString('base64url')}`
}

/** When the form was shown; undefined where that is not told by us. */
export function readFormTime(secret: Buffer, sent: string): EpochSeconds | undefined {
  const [text = ''] = sent.split('.', 1)
  const at = Number.parseInt(text, 36)
  if (text.length > 12 || !Number.isSafeInteger(at)) return undefined
  const expected = Buffer.from(formTimeOf(secret, at))
  const given = Buffer.from(sent)
  return given.length === expected.length && timingSafeEqual(given, expected) ? at : undefined
}

/** The key under which it is counted what was accepted of an address: the address cannot be read from it. */
export function addressKeyOf(secret: Buffer, folded: string): string {
  return sealOf(secret, 'submitter', Buffer.from(folded)).toString('hex')
}

function sealOf(secret: Buffer, use: string, facts: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${use}\n`).update(facts).digest().subarray(0, sealBytes)
}
