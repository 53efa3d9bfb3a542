import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fields, open, submissionsOf } from '../api/submissions.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

test('what is erased by an address is in no file of the tables that it was in, and what others sent is there as before', async () => {
  const app = await createTestApp(open)
  onTestFinished(() => app.close())
  const { propose } = submissionsOf(() => app)
  /** The tables, their indexes and what they have put aside in whose files a text stands; all that is written is in the files. */
  const holding = async (text: string) => {
    await sql`checkpoint`.execute(app.db.read)
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class
      where pg_relation_filepath(oid) is not null and relname not like 'pg_statistic%'
        and position(convert_to(${text}, 'UTF8') in pg_read_binary_file(pg_relation_filepath(oid))) > 0
      order by relname`.execute(app.db.read)
    return rows.map(({ relname }) => relname)
  }
  for (const [at, name] of ['grizelda', 'ottoline', 'grizelda', 'ottoline'].entries()) {
    const description = `${name} ${Array.from({ length: 2000 }, (_, word) => `${word}${name}`).join(' ')}`
    const sent = { kind: 'new', email: `${name}@mail.example`, name, note: `Call ${name} ${at}` }
    expect((await propose({ ...sent, fields: { ...fields, description } })).status).toBe(202)
  }
  expect(await holding('grizelda')).toEqual(expect.arrayContaining(['submissions', 'mail_outbox']))
  const erase = () =>
    app.ask({
      as: 'administrator',
      method: 'DELETE',
      path: 'submissions',
      query: { email: 'Grizelda@mail.example' },
    })
  expect(await erase()).toMatchObject({ status: 200, body: { submissions: 2, mails: 2 } })
  // Other tests on the server may read from before, for whom it is kept: once they have ended it is asked for again.
  await expect.poll(await readersFromBefore(app)).toBe(0)
  expect(await erase()).toMatchObject({ status: 200, body: { submissions: 0, mails: 0 } })
  expect(await holding('grizelda')).toEqual([])
  expect(await holding('ottoline')).toEqual(expect.arrayContaining(['submissions', 'mail_outbox']))
  expect(await app.db.read.selectFrom('submissions').select('name').execute()).toEqual([
    { name: 'ottoline' },
    { name: 'ottoline' },
  ])
})

/** Answers what counts the transactions on the server that began before now. */
async function readersFromBefore({ db }: TestApp): Promise<() => Promise<number>> {
  const now = await sql<{ xid: string }>`select pg_current_xact_id()::xid as xid`.execute(db.read)
  const xid = String(now.rows[0]?.xid)
  return async () => {
    const { rows } = await sql<{ readers: string }>`
      select count(*) as readers from pg_stat_activity
      where greatest(age(backend_xmin), age(backend_xid)) > age(${xid}::xid)`.execute(db.read)
    return Number(rows[0]?.readers)
  }
}
