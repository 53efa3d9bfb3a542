import { randomBytes } from 'node:crypto'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { digestOfSecret } from './sessions.ts'
import type { User } from './users.ts'

/** How many codes somebody has who has made some and used none. */
export const codesMade = 10

/** Letters and digits that nobody takes for each other: 32 of them, so that each is worth five bits. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 bits: nobody can go through these, even at the digests. */
const signsOfCode = 16

/** What is left of somebody’s codes. */
export interface CodesLeft {
  readonly left: number
  /** When they were made; null: there are none. */
  readonly created_at: EpochSeconds | null
}

/** Makes ten codes for the user in place of the former ones, and answers them, the only time that they can be read. */
export async function makeRecoveryCodes(
  tx: Writer,
  user: Pick<User, 'id'>,
  now: EpochSeconds,
): Promise<string[]> {
  await removeRecoveryCodes(tx, user)
  const codes = Array.from({ length: codesMade }, newCode)
  const rows = codes.map((code) => ({ digest: digestOf(code), user_id: user.id, created_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** How many codes the user has left. */
export async function recoveryCodesOf(db: Reader, user: Pick<User, 'id'>): Promise<CodesLeft> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('created_at')
    .where('user_id', '=', user.id)
    .execute()
  return { left: rows.length, created_at: rows[0]?.created_at ?? null }
}

/** Removes all codes of the user. */
export async function removeRecoveryCodes(tx: Writer, user: Pick<User, 'id'>): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
}

/** Uses a code of the user up; false where it is none of theirs, or was used before. Undefined is nobody, who has none. */
export async function takeRecoveryCode(
  db: Database,
  user: Pick<User, 'id'> | undefined,
  code: string,
): Promise<boolean> {
  return db.write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('recovery_codes')
      .where('digest', '=', digestOf(code))
      .where('user_id', '=', user?.id ?? 0)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }, 'aside')
}

/** `8k2m-q7xv-…` */
function newCode(): string {
  const code = [...randomBytes(signsOfCode)].map((byte) => signs.charAt(byte % signs.length)).join('')
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** However a code is written: in capitals, with blanks, with letters that are none of ours but look like one. */
function digestOf(code: string): string {
  const read = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll(/[il]/g, '1')
    .replaceAll('o', '0')
  return digestOfSecret(`recovery code ${read}`)
}
