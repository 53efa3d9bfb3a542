import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { calendar, kalends, makeHeavy, stopOnceNewIn, temporaryFolder } from './sandbox.ts'

test.each(['backup', 'restore'])('a %s that is broken off leaves nothing behind', async (word) => {
  const [folder, other] = [await calendar(), temporaryFolder()]
  const [path, file] = [join(folder, 'kalends.db'), join(other, 'file')]
  makeHeavy(path, 40_000_000)
  if (word === 'restore') renameSync(path, file)
  const place = word === 'restore' ? folder : other
  const before = readdirSync(place)
  const stopped = stopOnceNewIn(place)
  expect(await kalends(folder, [word, file], {}, { interruptible: (work) => work(stopped) })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('aborted'),
  })
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
    left('backup.partial', process.ppid),
    left('kalends.db.restoring', process.ppid),
    `backup.partial-elsewhere-${noProcess}`,
    left('another.partial', noProcess),
    `${left('backup.partial', noProcess)}.txt`,
  ]
  for (const name of [...ofNobody, ...others]) writeFileSync(join(folder, name), '')
  expect((await kalends(folder, ['backup', file])).status).toBe(0)
  expect((await kalends(folder, ['restore', file, '--force'])).status).toBe(0)
  const names = readdirSync(folder).filter((name) => !/\.before-|^media$/.test(name))
  expect(names.toSorted()).toEqual([...others, basename(path), basename(file)].toSorted())
})

/** Beyond the number of any process. */
const noProcess = 4_999_999
