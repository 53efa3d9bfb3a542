import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { queueMail } from '../../src/people/mail/mail.write.ts'
import { insertSubmission } from '../../src/records/submissions/submissions.write.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

/** The names of the files below the folder in which the text stands. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

test('“submissions erase” leaves nothing of an address in the file of the database, nor in its log, and nothing of others goes', async () => {
  const folder = temporaryFolder()
  const db = await openDatabase(join(folder, 'kalends.db'))
  const row = (name: string, at: number) => ({
    kind: 'new' as const,
    state: 'waiting' as const,
    event_id: null,
    user_id: null,
    decided_by: null,
    title: `Swim of ${name}`,
    proposed: JSON.stringify({ description: `${name} `.repeat(3000) }),
    base: '{}',
    email: `${name}@Mail.Example`,
    email_folded: `${name}@mail.example`,
    name,
    note: `Call ${name}`,
    locale: '',
    picture: null,
    picture_alt: '',
    reason: '',
    message: '',
    created_at: at,
    changed_at: at,
    confirmed_at: at,
    decided_at: null,
    ends_at: at,
  })
  const room = { queue: 100, daily: 100 }
  for (let at = 1; at <= 20; at += 1)
    await db.write(async (tx) => {
      for (const name of ['grizelda', 'ottoline']) {
        await insertSubmission(tx, row(name, at), room)
        const mail = { kind: 'submission', subject: name, text: name, html: name } as const
        await queueMail(tx, { ...mail, to: `${name}@mail.example` }, at)
      }
    }, 'aside')
  expect(holding(folder, 'grizelda').length).toBeGreaterThan(0)
  const erased = await kalends(folder, ['submissions', 'erase', 'Grizelda@mail.example'], {
    DATA_DIR: folder,
  })
  expect(erased).toMatchObject({ status: 0, stdout: '20 proposals, 20 mails\n' })
  expect(holding(folder, 'grizelda')).toEqual([])
  expect(await db.read.selectFrom('submissions').select('name').distinct().execute()).toEqual([
    { name: 'ottoline' },
  ])
  expect(await db.read.selectFrom('mail_outbox').select('recipient').distinct().execute()).toEqual([
    { recipient: 'ottoline@mail.example' },
  ])
  await db.close()
  expect(await kalends(folder, ['submissions', 'erase', 'nobody'], { DATA_DIR: folder })).toMatchObject({
    status: 2,
  })
})
