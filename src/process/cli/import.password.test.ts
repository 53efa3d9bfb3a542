import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/cli/sandbox.ts'
import { BadUsage, type World } from './command.ts'
import { credentialsOf } from './import.password.ts'

/** What of the process the credentials depend on. */
function world(environment: Record<string, string> = {}, typed?: string): World {
  const all = { environment, ...(typed === undefined ? {} : { askHidden: async () => typed }) }
  // Nothing else of it is used.
  return all as Partial<World> as World
}

const words = { user: 'ann', password: undefined, passwordFile: undefined }

test('the password of a source is that of the option, else of the file, else of the environment, else what is typed', async () => {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, '\ufefffrom file\r\nmore\n')
  const anywhere = world({ IMPORT_PASSWORD: 'from environment' }, 'typed')
  expect(await credentialsOf(anywhere, { ...words, password: 'given' })).toEqual({
    user: 'ann',
    password: 'given',
  })
  expect(await credentialsOf(anywhere, { ...words, passwordFile: file })).toMatchObject({
    password: 'from file',
  })
  expect(await credentialsOf(anywhere, words)).toMatchObject({ password: 'from environment' })
  expect(await credentialsOf(world({}, 'typed'), words)).toMatchObject({ password: 'typed' })
})

test('without a login nobody is asked, and what is in the environment is not sent', async () => {
  expect(
    await credentialsOf(world({ IMPORT_PASSWORD: 'x' }, 'typed'), { ...words, user: undefined }),
  ).toBeUndefined()
})

test.each([
  ['a login without any password', words, /needs a password: by --password-file FILE, by IMPORT_PASSWORD/],
  [
    'a password without a login',
    { ...words, user: undefined, password: 'x' },
    /--user and --password belong together/,
  ],
  ['two passwords', { ...words, password: 'x', passwordFile: 'y' }, /two passwords/],
  [
    'a file that is not there',
    { ...words, passwordFile: '/nowhere/at/all' },
    /The password file cannot be read/,
  ],
])('%s is not understood', async (_, given, says) => {
  await expect(credentialsOf(world(), given)).rejects.toThrow(BadUsage)
  await expect(credentialsOf(world(), given)).rejects.toThrow(says)
})
