import type { Writer } from '../../storage/db/dialect.ts'
import { hashOfNothing, hashText, verifyText } from './argon.ts'
import { isCommonPassword, isPersonal } from './commonPassword.ts'
import { endLinks } from './oneTimeLinks.ts'
import { endSessions } from './sessions.ts'

/** The fewest characters of a password of one's own, and the most: beyond guessing by hand, and short of costing the server. */
const shortestPassword = 12
const longestPassword = 1000

/** Compared with where there is no password, so that it takes as long. */
const nothing = hashOfNothing()

/** Whether the password is the one with this hash; null: there is none. It takes one run of the hash in any case. */
export async function isOwnPassword(hash: string | null, password: string): Promise<boolean> {
  const isRight = await verifyText(hash ?? nothing, typed(password))
  return isRight && hash !== null
}

/** What is wrong with a password, as a sentence; pages say the same in the language of their reader. */
export const passwordFaults = {
  passwordShort: `A password takes ${shortestPassword} characters or more. Several words make a good one.`,
  passwordLong: `A password takes at most ${longestPassword} characters.`,
  passwordCommon:
    'This password is one of those that are tried first. Take several words that do not belong together.',
  passwordPersonal:
    'This password is made of what everybody knows of its owner. Take several words that have nothing to do with that.',
} as const

export type PasswordFault = keyof typeof passwordFaults

/** What is wrong with a password that somebody chooses; undefined when it is acceptable. `known`: login, name and address, which are no secret. */
export async function passwordFault(
  password: string,
  known: readonly string[],
): Promise<PasswordFault | undefined> {
  const text = typed(password)
  const { length } = [...text]
  if (length < shortestPassword) return 'passwordShort'
  if (length > longestPassword) return 'passwordLong'
  if (await isCommonPassword(text)) return 'passwordCommon'
  return isPersonal(text, known) ? 'passwordPersonal' : undefined
}

/** The hash under which a password is stored. */
export async function hashOwnPassword(password: string): Promise<string> {
  return hashText(typed(password))
}

/** Gives the user the password with this hash, or none, and ends their links and all sessions but one, if one is named: whoever knew the old one is out. */
export async function storeOwnPassword(
  tx: Writer,
  user: { readonly id: number },
  { hash, keeping }: { readonly hash: string | null; readonly keeping?: number | undefined },
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
  await endSessions(tx, user, { but: keeping })
  await endLinks(tx, user)
}

/** Keyboards write the same letter in several ways (NIST SP 800-63B, 5.1.1.2). */
function typed(password: string): string {
  return password.normalize('NFKC')
}
