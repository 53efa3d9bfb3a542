import { sql } from 'kysely'
import { beginLogAnew } from '../changeLog.ts'
import { type Postponed, filledTables } from '../filling.ts'
import { assumeStatistics } from './sqlite.statistics.ts'

/**
 * Indexes, and the triggers with what they keep up to date. No other process may use the file until all of them exist again.
 * Partial indexes of few events stay: making one would take reading all rows of events.
 */
export const sqlitePostponed: Postponed = {
  isBegun: async (db) => {
    const found = await sql`select 1 from sqlite_schema where type = 'table' and name = 'filling'`.execute(db)
    return found.rows.length > 0
  },
  find: async (tx) => {
    const { rows } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql from sqlite_schema
      where tbl_name in (${sql.join(filledTables)}) and type in ('index', 'trigger') and sql not like 'create unique %'
      and not (tbl_name = 'events' and type = 'index' and sql like '% where %')`.execute(tx)
    return rows.map(({ type, name, sql: make }) => ({ drop: `drop ${type} "${name}"`, make }))
  },
  // Processes that follow the log must read everything anew.
  refills: beginLogAnew,
  isShared: false,
  // Dropping an index has removed its statistics.
  finish: assumeStatistics,
}
