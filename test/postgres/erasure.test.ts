import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fields, open, submissionsOf } from '../api/submissions.ts'
import { createTestApp } from '../support/app.ts'

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
  for (const name of ['grizelda', 'ottoline', 'grizelda', 'ottoline']) {
    const description = `${name} ${Array.from({ length: 2000 }, (_, at) => `${at}${name}`).join(' ')}`
    const sent = { kind: 'new', email: `${name}@mail.example`, name, note: `Call ${name}` }
    expect((await propose({ ...sent, fields: { ...fields, description } })).status).toBe(202)
  }
  expect(await holding('grizelda')).toEqual(expect.arrayContaining(['submissions', 'mail_outbox']))
  const erased = await app.ask({
    as: 'administrator',
    method: 'DELETE',
    path: 'submissions',
    query: { email: 'Grizelda@mail.example' },
  })
  expect(erased).toMatchObject({ status: 200, body: { submissions: 2, mails: 2 } })
  expect(await holding('grizelda')).toEqual([])
  expect(await holding('ottoline')).toEqual(expect.arrayContaining(['submissions', 'mail_outbox']))
  expect(await app.db.read.selectFrom('submissions').select('name').execute()).toEqual([
    { name: 'ottoline' },
    { name: 'ottoline' },
  ])
})
