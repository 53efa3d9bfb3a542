import { sealOf } from '../../http/auth/seal.ts'
import type { LettersParts } from './letters.parts.ts'

/** The key under which it is known that an address is never to be written to: the address cannot be read from it. */
export function addressKey({ secret }: Pick<LettersParts, 'secret'>, folded: string): string {
  return sealOf(secret, 'letter block', Buffer.from(folded)).toString('hex')
}
