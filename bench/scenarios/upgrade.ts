import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { runBackfills } from '../../src/storage/db/backfills.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createFirstDatabase } from '../../test/support/firstDatabase.ts'
import { benchFolder, type DataSet } from '../dataSets.ts'
import { ms, type Outcome } from '../outcome.ts'

/** The longest that bringing a calendar up to date may take, and that a write may wait for it, in milliseconds. */
const longest_ms = { up: 5_000, write: 2_000 }

/**
 * How long it takes to bring a calendar of 0.1.0 in a file up to date, with all steps since, how long a write of another process waits for it at
 * most, and how long what it leaves to be done takes.
 */
export async function upgrade(set: DataSet): Promise<Outcome[]> {
  const folder = await mkdtemp(join(benchFolder, 'upgrade-'))
  try {
    const { url } = await createFirstDatabase(folder)
    copyRows(set.database.url, url)
    const writer = startWriter(url)
    const began = performance.now()
    const db = await openDatabase(url)
    const up_ms = performance.now() - began
    const rows = await runBackfills(db, { by: 'bench', now: () => Temporal.Now.instant() })
    const filled_ms = performance.now() - began - up_ms
    const waited_ms = await writer.end()
    await db.close()
    return [
      {
        what: 'bringing a calendar of 0.1.0 up to date',
        target: 'at most 5 s, and no write waits longer than 2 s',
        ours: `${ms(up_ms)}; a write waited ${ms(waited_ms)} at most; ${rows} rows beside the requests in ${ms(filled_ms)}`,
        against: '',
        isMet: up_ms <= longest_ms.up && waited_ms <= longest_ms.write,
      },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Copies what 0.1.0 has a column for: its triggers, which would log each row, come after. */
function copyRows(from: string, to: string): void {
  using db = new DatabaseSync(to)
  db.exec(`PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL; ATTACH '${from}' AS whole`)
  const made = (type: string) =>
    db.prepare('select name, sql from main.sqlite_schema where type = ? and sql is not null').all(type)
  const triggers = made('trigger')
  for (const { name } of triggers) db.exec(`drop trigger main.${String(name)}`)
  db.exec('BEGIN')
  for (const { name } of made('table')) {
    const table = String(name)
    if (/^(sqlite|kysely)_/.test(table)) continue
    const columns = db
      .prepare(`select name from pragma_table_info(?)`)
      .all(table)
      .map((row) => String(row['name']))
    db.exec(
      `delete from main.${table}; insert into main.${table} (${columns.join()}) select ${columns.join()} from whole.${table}`,
    )
  }
  db.exec('COMMIT')
  for (const { sql } of triggers) db.exec(String(sql))
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Another process that writes all the time; `end` answers how long a write of it waited at most, in milliseconds. */
function startWriter(path: string) {
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(${JSON.stringify(path)}, { timeout: 60000 })
    let longest = 0
    setInterval(() => {
      const began = performance.now()
      db.exec("update terms set description = description where id = 1")
      longest = Math.max(longest, performance.now() - began)
    }, 5)
    process.on('SIGTERM', () => { process.stdout.write(String(longest)); process.exit() })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  return {
    end: async () => {
      child.kill('SIGTERM')
      await once(child, 'close')
      return Number(told)
    },
  }
}
