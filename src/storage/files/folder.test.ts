import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { makeFolder } from './folder.ts'

async function place(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kalends-folder-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('a folder is made with those above it, once, and the first of them is told', async () => {
  const above = await place()
  const path = join(above, 'a', 'b', 'c')
  const made = await Promise.all([makeFolder(path), makeFolder(path), makeFolder(path)])
  expect(made).toContain(join(above, 'a'))
  expect(existsSync(path)).toBe(true)
  expect(await makeFolder(path)).toBeUndefined()
  expect(await makeFolder(join(above, 'a', 'd'))).toBe(join(above, 'a', 'd'))
})

test('where there is a file a folder cannot be made, nor in it', async () => {
  const file = join(await place(), 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toThrow(`${file} is no folder.`)
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toThrow(`${file} is no folder.`)
})

test.runIf(process.platform === 'linux')('where no names can be made that is said', async () => {
  await expect(makeFolder('/proc/kalends/data')).rejects.toThrow('No folder can be made in /proc.')
})

// Whom nothing is forbidden, nothing can be told.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'what this user may not write is told',
  async () => {
    const folder = await place()
    const path = join(folder, 'kalends.db')
    await chmod(folder, 0o555)
    await expect(openDatabase(path)).rejects.toThrow(`This user may not write ${folder}.`)
    const below = join(folder, 'data')
    await expect(makeFolder(below)).rejects.toThrow(`This user may not write ${below}.`)
    await chmod(folder, 0o755)
    await (await openDatabase(path)).close()
    await chmod(path, 0o444)
    await expect(openDatabase(path)).rejects.toThrow(`This user may not write ${path}.`)
  },
)

test('a folder in place of the database is told', async () => {
  const path = join(await place(), 'kalends.db')
  await mkdir(path)
  await expect(openDatabase(path)).rejects.toThrow(`${path} is a folder, and no file.`)
})
