import { timingSafeEqual } from 'node:crypto'
import { readTokenFor, type Sealed, sealOf, tokenFor } from '../../http/auth/seal.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** The secret part of the link to a submission. */
export function tokenOf(secret: Buffer, { id, created_at }: Sealed): string {
  return tokenFor(secret, 'submission', { id, created_at })
}

/** The submission that a token seals; undefined for one that was not made here. Takes as long for either. */
export function readToken(secret: Buffer, token: string): Sealed | undefined {
  return readTokenFor(secret, 'submission', token)
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
