import { openDatabase } from './src/db/open.ts'
import { createUser } from './src/auth/users.ts'
import { fillCalendar } from './test/support/fill.ts'
const [, , path, n] = process.argv
const db = await openDatabase(path)
await createUser(db, { login: 'ann', email: 'ann@example.org', role: 'administrator' }, 0)
await fillCalendar(db, { events: Number(n), now: Temporal.Now.instant(), authors: [1] })
await db.assertReady()
await db.close()
