import type { Database } from '../../src/db/dialect.ts'
import { sql } from 'kysely'

/** What a PostgreSQL database is made of beside its rows: each thing by its name, as the database itself tells it. */
export async function schemaOf({ read }: Pick<Database, 'read'>): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ name: string; told: string }>`
    select 'function ' || proname as name, pg_get_functiondef(oid) as told
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select 'storage ' || relname, array_to_string(reloptions, ' ')
    from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null
    union all
    select 'column ' || table_name || '.' || column_name,
      concat_ws(' ', data_type, collation_name, is_nullable, column_default, is_identity)
    from information_schema.columns where table_schema = 'public'`.execute(read)
  return Object.fromEntries(rows.map(({ name, told }) => [name, told]))
}
