import process from 'node:process'
import { runBackfills } from '../../src/storage/db/backfills.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { playProgram, program } from '../../src/storage/db/migrate.ts'
import { fillsLetters } from './steps.ts'

// A program of the version after this one, that brings a database up to date and is killed on the way: says how far it is.
const [url = '', copiesIn = '', number = ''] = process.argv.slice(2)
// Each is somebody else, and comes once the last has been silent for long enough.
const at = Temporal.Instant.from('2031-03-10T10:00:00Z').add({ minutes: Number(number) })
playProgram({ version: '9.1.0', migrations: { ...program().migrations, '0901-letters': fillsLetters } })
console.log('begins')
const db = await openDatabase(url, { connections: 2, timeout_ms: 10_000, copiesIn })
console.log('opened')
await runBackfills(db, { by: number, now: () => at })
console.log('filled')
await db.close()
