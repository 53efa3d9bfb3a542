import { sql } from 'kysely'
import type { Migration } from '../../src/storage/schema/migration.ts'

/** A step that only adds: a table of houses. */
export const addsHouses: Migration = {
  release: '1.3.0',
  up: async (db) => {
    await sql`create table houses (id bigint primary key, name text not null default '')`.execute(db)
  },
}

/** A step that takes away what 1.3.0 had stopped using. */
export const takesAway: Migration = {
  release: '1.4.0',
  oldest: '1.3.0',
  up: async (db) => {
    await sql`drop table geocoding_cache`.execute(db)
  },
}

/** A step whose column is filled beside the requests: each house’s number of letters, of tags. */
export const fillsLetters: Migration = {
  release: '1.3.0',
  up: async (db) => {
    await sql`alter table terms add column letters integer`.execute(db)
  },
  backfill: {
    writes: ['terms.letters'],
    count: async (db) => {
      const { rows } = await sql<{ number: number }>`select count(*) as number from terms`.execute(db)
      return Number(rows[0]?.number)
    },
    next: async (db, { cursor = '0', limit }) => {
      const found = await sql<{ id: number }>`
        select id from terms where id > ${Number(cursor)} order by id limit ${limit}`.execute(db)
      const last = found.rows.at(-1)?.id
      if (last === undefined) return undefined
      // Done twice it would be seen: the number would be twice as high.
      await sql`update terms set letters = coalesce(letters, 0) + length(name)
        where id > ${Number(cursor)} and id <= ${last}`.execute(db)
      return { rows: found.rows.length, cursor: String(last) }
    },
  },
}
