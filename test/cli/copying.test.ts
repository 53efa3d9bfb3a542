import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyMark } from '../../src/storage/db/copy.ts'
import { usesSqlite } from '../support/database.ts'
import { calendar, databaseIn, kalends, openedIn, temporaryFolder } from './sandbox.ts'

const unfinished = /A copy into it is not finished: the same “kalends copy” goes on with it\.\n$/

/** Each as given the address of the calendar and a file that may be made. */
const commands: readonly (readonly [string, (url: string, file: string) => readonly string[]])[] = [
  ['user list', () => ['user', 'list']],
  ['user add', () => ['user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org']],
  ['demo', () => ['demo', '--no-images']],
  ['migrate', () => ['migrate']],
  ['export', (_, file) => ['export', file]],
  ['copy --from', (url, file) => ['copy', '--from', url, '--to', file]],
]

test('a database into which a copy is not finished is left alone by every command', async () => {
  const folder = await calendar()
  const [url, file] = [await databaseIn(folder), join(temporaryFolder(), 'made')]
  await markUnfinished(folder)
  for (const [name, words] of commands) {
    const { status, stdout, stderr } = await kalends(folder, words(url, file))
    expect({ name, status, stdout }).toEqual({ name, status: 1, stdout: '' })
    expect(stderr).toMatch(unfinished)
  }
  expect(existsSync(file)).toBe(false)
})

test('nothing is read into a database into which a copy is not finished', async () => {
  const [folder, other] = [await calendar(), await calendar()]
  const file = join(other, 'all.json')
  expect((await kalends(other, ['export', file])).status).toBe(0)
  await markUnfinished(folder)
  const { status, stderr } = await kalends(folder, ['import', file])
  expect(status).toBe(1)
  expect(stderr).toMatch(unfinished)
})

test.runIf(usesSqlite())('of an unfinished copy there is no backup, and it is none', async () => {
  const [folder, other] = [await calendar(), temporaryFolder()]
  await markUnfinished(folder)
  const [path, file] = [await databaseIn(folder), join(other, 'backup')]
  const says = `kalends: ${path} is not a whole calendar: a copy into it is not finished.\n`
  expect(await kalends(folder, ['backup', file])).toEqual({ status: 1, stdout: '', stderr: says })
  expect(await kalends(other, ['restore', path])).toEqual({ status: 1, stdout: '', stderr: says })
  expect(readdirSync(other)).toEqual([])
})

async function markUnfinished(folder: string): Promise<void> {
  const db = await openedIn(folder)
  await db.write((tx) =>
    tx.insertInto('installation').values({ name: copyMark, value: 'of another' }).execute(),
  )
}
