import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { calendar, kalendsProgram, kalendsUntil, temporaryFolder } from './sandbox.ts'

test.each([
  ['backup', 'SIGINT'],
  ['restore', 'SIGTERM'],
] as const)('a %s that is broken off by %s leaves nothing behind', async (word, signal) => {
  const [folder, other] = [await calendar(), temporaryFolder()]
  makeHeavy(join(folder, 'kalends.db'))
  const [path, file] = [join(folder, 'kalends.db'), join(other, 'file')]
  if (word === 'restore') renameSync(path, file)
  const place = word === 'restore' ? folder : other
  const before = readdirSync(place)
  const isTime = () => readdirSync(place).length > before.length
  expect(await kalendsUntil(folder, [word, file], { signal, isTime })).toBe(signal)
  expect(readdirSync(place)).toEqual(before)
})

test('what a backup or a restore has left that was killed goes with the next one, and that of a running one stays', async () => {
  const folder = await calendar()
  const [path, file] = [join(folder, 'kalends.db'), join(folder, 'backup')]
  const left = (name: string, pid: number) => `${name}-${hostname()}-${pid}`
  const ofNobody = ['', '-journal'].flatMap((ending) =>
    ['backup.partial', 'kalends.db.restoring'].map((name) => left(name, noProcess) + ending),
  )
  const others = [
    left('backup.partial', process.pid),
    left('kalends.db.restoring', process.pid),
    `backup.partial-elsewhere-${noProcess}`,
    left('another.partial', noProcess),
    `${left('backup.partial', noProcess)}.txt`,
  ]
  for (const name of [...ofNobody, ...others]) writeFileSync(join(folder, name), '')
  // In this process they would take what is marked with its number for their own.
  expect((await kalendsProgram(folder, ['backup', file])).status).toBe(0)
  expect((await kalendsProgram(folder, ['restore', file, '--force'])).status).toBe(0)
  const names = readdirSync(folder).filter((name) => !/\.before-|^media$/.test(name))
  expect(names.toSorted()).toEqual([...others, basename(path), basename(file)].toSorted())
})

/** So that there is time to break off what copies it. */
function makeHeavy(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`create table ballast as select zeroblob(300000000) as weight`)
  db.close()
}

/** Beyond the number of any process. */
const noProcess = 4_999_999
