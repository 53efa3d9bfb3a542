import { sql } from 'kysely'
import type { Caller } from '../../src/http/auth/rights.ts'
import { createUser } from '../../src/http/auth/users.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { roles } from '../../src/storage/schema/tables.ts'

/** Makes somebody of each role and gives them events, venues and organizers; some of their drafts are in the trash. */
export async function giveToEachRole(db: Database): Promise<readonly Caller[]> {
  const people: Caller[] = []
  for (const [rest, role] of roles.entries()) {
    const { id } = await createUser(db, { login: role, email: `${role}@example.org`, role }, 0)
    people.push({ id, role, login: role })
    const isTheirs = sql<number>`id % ${sql.lit(roles.length)}`
    await db.write(async (tx) => {
      for (const table of ['events', 'venues', 'organizers'] as const)
        await tx.updateTable(table).set({ author_id: id }).where(isTheirs, '=', rest).execute()
      await tx
        .updateTable('events')
        .set({ status: 'trash', status_before: 'draft' })
        .where(isTheirs, '=', rest)
        .where('status', '=', 'draft')
        .where(sql<number>`id % 3`, '=', 0)
        .execute()
    })
  }
  return people
}
