import { sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'

/** What a database is made of, line by line: tables and columns, indexes, triggers, whenever they were made. */
export async function schemaOf(db: Database): Promise<readonly string[]> {
  const { kind } = await db.about()
  const tables = await db.read.introspection.getTables()
  const columns = tables.flatMap(({ name, columns: own }) =>
    own.map(
      (column) =>
        `${name}.${column.name} ${column.dataType}${column.isNullable ? '' : ' not null'}${column.hasDefaultValue ? ' with a default' : ''}`,
    ),
  )
  const made =
    kind === 'SQLite'
      ? sql<{
          line: string
        }>`select type || ' ' || name || ': ' || coalesce(sql, '') as line from sqlite_schema where type <> 'table'`
      : sql<{
          line: string
        }>`select indexname || ': ' || indexdef as line from pg_indexes where schemaname = current_schema()
          union all select t.tgname || ': ' || pg_get_triggerdef(t.oid) || p.prosrc from pg_trigger t
          join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
          where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`
  const { rows } = await made.execute(db.read)
  return [...columns, ...rows.map(({ line }) => line.replaceAll(/\s+/g, ' '))].toSorted()
}
