import { DatabaseSync } from 'node:sqlite'

/** All tables of the file, as they were made, and all of their rows. */
export function dumpOf(path: string): unknown {
  using db = new DatabaseSync(path, { readOnly: true })
  const tables = db.prepare(`select name, sql from sqlite_schema where type = 'table' order by name`).all()
  return tables.map(({ name, sql }) => [name, sql, db.prepare(`select * from "${String(name)}"`).all()])
}
