import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { databaseIn, kalends, temporaryFolder } from './sandbox.ts'

const site = { SITE_URL: 'https://calendar.example.org' }

/** A folder whose calendar has a subscriber to all events, each Friday. */
async function filled(): Promise<string> {
  const folder = temporaryFolder()
  const db = await openDatabase(await databaseIn(folder))
  await db.write(async (tx) => {
    const { id: subscriber_id } = await tx
      .insertInto('subscribers')
      .values({ email: 'Gull@example.org', email_folded: 'gull@example.org', locale: 'en', confirmed_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: target_id } = await tx
      .insertInto('digests')
      .values({
        key: 'k',
        filter: '',
        frequency: 'weekly',
        weekday: 5,
        day: null,
        at: '10:00',
        covers: 'period',
        next_due_at: Temporal.Instant.from('2031-03-07T10:00:00Z').epochMilliseconds / 1000,
        fault: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('subscriptions')
      .values({ subscriber_id, kind: 'digest', target_id, remind: null, created_at: 1 })
      .execute()
  })
  await db.close()
  return folder
}

test('“letters here” says from where letters go out, and “letters due” what goes out next, or that they wait in a copy', async () => {
  const folder = await filled()
  const run = async (word: string, environment: Record<string, string> = site) => {
    const { status, stdout, stderr } = await kalends(folder, ['letters', word], environment)
    return status === 0 ? stdout : stderr
  }
  const due = '2031-03-07T10:00:00Z  all events: 1\n'
  expect(await run('due')).toBe(due)
  expect(await run('here', { SITE_URL: '' })).toContain('SITE_URL must be set')
  expect(await run('here')).toBe('Letters go out under https://calendar.example.org.\n')
  expect(await run('due')).toBe(due)
  const copy = { SITE_URL: 'https://copy.example.org' }
  expect(await run('due', copy)).toBe(
    `Letters wait: this calendar was at https://calendar.example.org. “kalends letters here” has them sent from here.\n${due}`,
  )
  expect(await run('here', copy)).toBe(
    'Letters go out under https://copy.example.org, and no longer under https://calendar.example.org.\n',
  )
  expect(await run('due', copy)).toBe(due)
})

test('“letters export” prints what addresses have, and “letters erase” leaves nothing of one', async () => {
  const folder = await filled()
  const exported = async (...address: string[]) =>
    (await kalends(folder, ['letters', 'export', ...address], site)).stdout
      .split(/\r?\n/)
      .filter((line) => line !== '')
  expect((await exported()).slice(1)).toEqual([expect.stringContaining('Gull@example.org')])
  expect((await exported('nobody@example.org')).slice(1)).toEqual([])
  expect((await kalends(folder, ['letters', 'erase', 'gull'], site)).status).not.toBe(0)
  const erased = await kalends(folder, ['letters', 'erase', 'GULL@example.org'], site)
  expect(erased.stdout).toBe('1 subscriptions, 0 requests, 0 mails\n')
  expect((await exported()).slice(1)).toEqual([])
  expect(readFileSync(await databaseIn(folder), 'latin1')).not.toMatch(/gull@/i)
})
