import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { postgresDialectOfOurs } from '../../src/storage/db/postgres/postgres.dialect.ts'
import { sqliteDialectOfOurs } from '../../src/storage/db/sqlite/sqlite.dialect.ts'
import { firstSchema } from '../../src/storage/schema/firstSchema.ts'
import { initialStatements } from '../../src/storage/schema/migrations/0001-initial.ts'

test.each([
  ['SQLite', sqliteDialectOfOurs, 'f00cb949a176125a47bd95181cdc496955acd8b858877987c7f3a5b4e95bc163'],
  ['PostgreSQL', postgresDialectOfOurs, '5ba2645362cda3cd722f093267b4594baaa581ca61a3e127e7b0416e9e585b1a'],
])('the statements that made the databases of 0.1.0 on %s never change', (_, { schema }, digest) => {
  const statements = initialStatements(schema).join('\n')
  expect(createHash('sha256').update(statements).digest('hex')).toBe(digest)
})

test('the tables by which a database of 0.1.0 is known are those that it has', () => {
  const db = new DatabaseSync(':memory:')
  for (const statement of initialStatements(sqliteDialectOfOurs.schema)) db.exec(statement)
  const columns = db.prepare(
    `select t.name as name, group_concat(c.name, ' ' order by c.name) as columns
     from sqlite_schema t, pragma_table_info(t.name) c
     where t.type in ('table', 'view') and t.name not like 'sqlite%' group by t.name`,
  )
  expect(firstSchema).toEqual(Object.fromEntries(columns.all().map((row) => [row['name'], row['columns']])))
})
