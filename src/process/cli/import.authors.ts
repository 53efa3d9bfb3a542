import { listUsers, requireUser, type User } from '../../http/auth/users.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Authors } from '../../outward/imports/imports.record.ts'
import { BadUsage } from './command.ts'

/** The importing user: the one with the login, or else the first administrator. Throws a sentence when there is none. */
export async function importingUser(db: Reader, login: string | undefined): Promise<User> {
  if (login !== undefined) return requireUser(db, login)
  const first = (await listUsers(db)).find(({ role }) => role === 'administrator')
  if (!first)
    throw new Error(
      'There is no administrator here whose the records could be. Say whose they are with --as LOGIN, or make one with “kalends user add”.',
    )
  return first
}

/** The authors of records: `7=ann,9=bob` gives users by the names at the source; all other records belong to the importing user. */
export async function authorsIn(db: Reader, map: string | undefined, otherwise: User): Promise<Authors> {
  const byKey = new Map<string, number>()
  for (const pair of map?.split(',') ?? []) {
    const equals = pair.indexOf('=')
    const [key, login] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()]
    if (!/^\S+$/.test(key) || login === '')
      throw new BadUsage(`“${pair}” in --author-map is not a pair such as 7=ann.`)
    byKey.set(key, (await requireUser(db, login)).id)
  }
  return { byKey, otherwise: otherwise.id }
}
