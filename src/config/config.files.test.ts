import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kalends, temporaryFolder } from '../../test/cli/sandbox.ts'
import {
  BadSettings,
  type Environment,
  readConfig,
  readEnvironment,
  settingsTable,
  unknownNames,
} from './config.ts'
import { laidOver } from './config.files.ts'
import { settings } from './config.settings.ts'

/** The path of a new file with this in it. */
function fileWith(text: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'value')
  writeFileSync(path, text)
  return path
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof BadSettings) return error.problems
  }
  return []
}

const rowOf = (name: string, environment: Environment) =>
  settingsTable(environment).find((row) => row.name === name)

test.each(Object.entries(settings))('%s may stand in a file', (name, { example }) => {
  const needed = {
    SITE_URL: 'https://a.example',
    MAIL_FROM: 'a@a.example',
    OIDC_ISSUER: 'https://login.a.example',
    OIDC_CLIENT_ID: 'a',
    PER_PAGE_MAX: '1000',
  }
  const { [name]: _, ...rest }: Environment = needed
  const path = fileWith(`${example}\r\n\n`)
  const fromFile = readConfig({ ...rest, [`${name}_FILE`]: path })
  expect(fromFile).toEqual(readConfig({ ...rest, [name]: example }))
  expect(fromFile.fixed.has(name)).toBe(true)
  expect(rowOf(name, { [`${name}_FILE`]: path })).toMatchObject({
    value: rowOf(name, { [name]: example })?.value,
    from: `the file ${path}`,
  })
})

test('a value is taken as it is, but for the ends of lines at its end and a mark of byte order at its beginning', () => {
  const read = (text: string | Uint8Array) => readConfig({ SITE_NAME_FILE: fileWith(text) }).siteName
  expect(read('\uFEFFCafé "Uno" #1\n')).toBe('Café "Uno" #1')
  expect(read(Buffer.from('\uFEFFCafé\r\n', 'utf16le'))).toBe('Café')
  expect(problemsOf({ SITE_NAME_FILE: fileWith('a\nb\n') })).toHaveLength(1)
})

test('an empty name of a file is none, and an empty file is an empty value', () => {
  expect(readConfig({ PORT: '1', PORT_FILE: ' ' }).port).toBe(1)
  const config = readConfig({ PORT: '', PORT_FILE: fileWith('\n') })
  expect([config.port, config.fixed.has('PORT')]).toEqual([8080, false])
})

test('what cannot be told is said in a sentence each, with whatever else is wrong', () => {
  const folder = temporaryFolder()
  const large = fileWith('a'.repeat(65_537))
  symlinkSync('loop', join(folder, 'loop'))
  mkdirSync(join(folder, 'folder'))
  expect(
    problemsOf({
      DATABASE_URL: 'data.db',
      DATABASE_URL_FILE: '/run/secrets/x',
      PORT_FILE: join(folder, 'none'),
      SITE_NAME_FILE: large,
      SMTP_URL_FILE: join(folder, 'folder'),
      MAIL_FROM_FILE: join(folder, 'loop'),
      PER_PAGE: 'many',
    }),
  ).toEqual([
    `PORT_FILE: ${join(folder, 'none')} cannot be read: there is no such file.`,
    'DATABASE_URL and DATABASE_URL_FILE are both set: take one of them away.',
    `SITE_NAME_FILE: ${large} is too large: a value has at most 64 kB.`,
    `SMTP_URL_FILE: ${join(folder, 'folder')} cannot be read: it is a folder.`,
    expect.stringMatching(/^MAIL_FROM_FILE: .*loop cannot be read: ELOOP/),
    'PER_PAGE must be a whole number from 1 to 1000, not “many”.',
  ])
  expect(
    readConfig({ SITE_DESCRIPTION_FILE: fileWith(`${'a'.repeat(500)}${'\n'.repeat(65_036)}`) })
      .siteDescription,
  ).toHaveLength(500)
  expect(problemsOf({ SITE_NAME_FILE: '/dev/zero' })).toEqual([
    'SITE_NAME_FILE: /dev/zero is too large: a value has at most 64 kB.',
  ])
})

test('no sentence has anything of what stands in a file', () => {
  for (const name of Object.keys(settings)) {
    const problems = problemsOf({ [`${name}_FILE`]: fileWith('hunter2\u0000//x@ é') })
    expect(problems.join()).not.toContain('hunter')
  }
  const path = fileWith('hunter 2')
  expect(problemsOf({ METRICS_TOKEN_FILE: path })).toEqual([
    `METRICS_TOKEN, from the file ${path}, must be at most 200 letters, digits and signs of ASCII without blanks.`,
  ])
})

test('a file .env may name them, a name that ends so is a setting itself, and one with a slip is told', () => {
  const folder = temporaryFolder()
  const path = fileWith('9001\n')
  writeFileSync(
    join(folder, '.env'),
    `PORT_FILE=${path}\nTHEME_FILE=a.json\nDATABSE_URL_FILE=x\nPAGE_FILE=x\n`,
  )
  const environment = readEnvironment(folder, {})
  expect(readConfig(environment)).toMatchObject({ port: 9001, themeFile: expect.stringMatching(/a\.json$/) })
  expect(unknownNames(folder, {})).toEqual([
    `The file ${join(folder, '.env')} sets DATABSE_URL_FILE, which is no setting. Did you mean DATABASE_URL_FILE?`,
    expect.stringMatching(/sets PAGE_FILE, which is no setting\./),
  ])
  expect(problemsOf(readEnvironment(folder, { PORT: '1' }))).toEqual([
    'PORT and PORT_FILE are both set: take one of them away.',
  ])
})

test('what a command line says goes before a file, and a file before what the demo says', () => {
  const path = fileWith('1')
  expect(laidOver({ PORT_FILE: path, HOST: 'a' }, { PORT: '2' })).toEqual({ HOST: 'a', PORT: '2' })
  expect(laidOver({ PORT: '3', HOST: 'a' }, { PORT_FILE: path })).toEqual({ HOST: 'a', PORT_FILE: path })
})

test('kalends config says which file a setting is from, and shows no secret; a bad one ends every command with 1', async () => {
  const folder = temporaryFolder()
  const path = fileWith('hunter2')
  const told = await kalends(folder, ['config'], { METRICS_TOKEN_FILE: path })
  expect(told.stdout).toContain(`METRICS_TOKEN\t…\tthe file ${path}\n`)
  expect(told.stdout + told.stderr).not.toContain('hunter')
  expect(await kalends(folder, ['user', 'list'], { PORT_FILE: '/nowhere' })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'kalends: PORT_FILE: /nowhere cannot be read: there is no such file.\n',
  })
})
