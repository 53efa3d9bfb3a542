import { findUser, prepareUser } from '../../../http/auth/users.ts'
import type { Writer } from '../../../storage/db/dialect.ts'
import { readFields } from '../../../fields/exported.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { columns } from '../../exports/exports.records.ts'

/** The user here that a user of the export corresponds to. */
export interface Met {
  readonly id: number
  readonly isNew: boolean
}

/**
 * Finds the user here with the login, else the e-mail address, of one in the export, or makes one, with the same id if it is
 * free. An existing user stays as they are. Throws a sentence for an invalid user.
 */
export async function meetUser(tx: Writer, record: ExportRecord): Promise<Met> {
  // Read by the fields of users.
  const { id, login, email, name, role, created_at } = readFields(columns.user, record) as {
    [Name in keyof typeof columns.user]: Name extends 'id' | 'created_at' ? number : string
  }
  const known = (await findUser(tx, login)) ?? (await findUser(tx, email))
  if (known) return { id: known.id, isNew: false }
  const user = prepareUser({ login, email, name, role }, created_at)
  const taken = await tx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  const made = await tx
    .insertInto('users')
    .values(taken ? user : { ...user, id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, isNew: true }
}
