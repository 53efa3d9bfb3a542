import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../src/http/auth/authenticate.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { databaseIn, kalends, temporaryFolder } from './sandbox.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

test('an account is made with two commands, which print just the id and just the password', async () => {
  const folder = temporaryFolder()
  const user = await kalends(folder, ['user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org'])
  expect(user).toMatchObject({ status: 0, stdout: '1\n' })
  const password = await kalends(folder, ['password', 'add', 'ann', '--name', 'judge'])
  expect(password.status).toBe(0)
  expect(password.stdout).toMatch(/^[A-Za-z0-9]{24}\n$/)
  const token = await kalends(folder, ['token', 'add', 'ann@example.org', '--name', 'judge'])
  expect(token.stdout).toMatch(/^kal_[A-Za-z0-9]{40}\n$/)
})

test('a running server sees at once what the command line does', async () => {
  const folder = temporaryFolder()
  const db = await openDatabase(await databaseIn(folder))
  const auth = createAuthenticator(db, {
    now: () => Temporal.Now.instant(),
    limits: { failures: 5, window_s: 60 },
  })
  await kalends(folder, ['user', 'add', 'ann', '--role', 'author', '--email', 'ann@example.org'])
  const { stdout } = await kalends(folder, ['password', 'add', 'ann', '--name', 'phone'])
  const login = `Basic ${Buffer.from(`ann:${stdout.trim()}`).toString('base64')}`
  expect(await auth.authenticate(login, '::1')).toMatchObject({ id: 1, login: 'ann', role: 'author' })

  expect(await kalends(folder, ['user', 'role', 'ann', 'editor'])).toMatchObject({ status: 0, stdout: '' })
  expect(await auth.authenticate(login, '::1')).toMatchObject({ role: 'editor' })

  await auth.close()
  const [listed] = JSON.parse((await kalends(folder, ['password', 'list', 'ann', '--json'])).stdout)
  const expected = {
    id: 1,
    name: 'phone',
    created: expect.stringMatching(isoTime),
    last_used: expect.stringMatching(isoTime),
  }
  expect(listed).toEqual(expected)

  expect(await kalends(folder, ['password', 'revoke', 'ann', 'phone'])).toMatchObject({
    status: 0,
    stdout: '',
  })
  await expect(auth.authenticate(login, '::1')).rejects.toHaveProperty('code', 'incorrect_password')
  await db.close()
})

test('lists are for programs: a line each, tabs between, no headings; or JSON', async () => {
  const folder = temporaryFolder()
  expect(await kalends(folder, ['user', 'list'])).toMatchObject({ status: 0, stdout: '' })
  expect(await kalends(folder, ['user', 'list', '--json'])).toMatchObject({ status: 0, stdout: '[]\n' })
  await kalends(folder, [
    'user',
    'add',
    'ann',
    '--role=administrator',
    '--email=ann@example.org',
    '--name=Ann A.',
  ])
  await kalends(folder, ['user', 'add', 'bob b', '--role=subscriber', '--email=bob@example.org'])
  const rows = (await kalends(folder, ['user', 'list'])).stdout.trimEnd().split('\n')
  expect(rows.map((row) => row.split('\t'))).toEqual([
    ['1', 'ann', 'ann@example.org', 'Ann A.', 'administrator', expect.stringMatching(isoTime)],
    ['2', 'bob b', 'bob@example.org', 'bob b', 'subscriber', expect.stringMatching(isoTime)],
  ])
  const [, bob] = JSON.parse((await kalends(folder, ['user', 'list', '--json'])).stdout)
  expect(bob).toMatchObject({ id: 2, login: 'bob b', role: 'subscriber' })
})

test('credentials are revoked one or all, and never all by accident', async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'ann', '--role=editor', '--email=ann@example.org'])
  for (const name of ['a', 'b', 'c']) await kalends(folder, ['token', 'add', 'ann', '--name', name])
  const names = async () => (await kalends(folder, ['token', 'list', 'ann'])).stdout.match(/(?<=^\d+\t)\w+/gm)

  expect(await kalends(folder, ['token', 'revoke', 'ann'])).toMatchObject({ status: 2, stdout: '' })
  expect(await kalends(folder, ['token', 'revoke', 'ann', 'a', '--all'])).toMatchObject({ status: 2 })
  expect(await kalends(folder, ['token', 'revoke', 'ann', 'z'])).toMatchObject({ status: 1 })
  expect(await names()).toEqual(['a', 'b', 'c'])
  expect(await kalends(folder, ['token', 'revoke', 'ann', '2'])).toMatchObject({ status: 0 })
  expect(await names()).toEqual(['a', 'c'])
  expect(await kalends(folder, ['token', 'revoke', 'ann', '--all'])).toMatchObject({ status: 0 })
  expect(await names()).toBeNull()
})

test.each([
  [[], 'kalends --help'],
  [['frob'], 'There is no command “frob”'],
  [['serv'], 'Did you mean “serve”?'],
  [['usr', 'lsit'], 'Did you mean “user list”?'],
  [['user-list'], 'Did you mean “user list”?'],
  [['user', 'emial', 'a', 'b'], 'Did you mean “user email”?'],
  [['user', 'list', '--jsno'], 'Did you mean --json?'],
  [['--frob'], 'kalends --help'],
  [['user'], 'add, list, role, email, name, password, link, remove'],
  [['user', 'frob'], 'not “frob”'],
  [['user', 'add'], 'LOGIN, --role, --email are missing.'],
  [['user', 'add', 'ann', '--role', 'editor'], '--email is missing'],
  [['user', 'add', 'ann', 'smith', '--role', 'editor', '--email', 'a@b'], '“smith” is one word too many'],
  [['user', 'list', '--yaml'], "Unknown option '--yaml'"],
  [['user', 'role', 'ann'], 'ROLE is missing'],
  [['password', 'add', 'ann', '--name'], "'--name <value>'"],
  [['serve', 'now'], 'one word too many'],
  [['serve', '--frob'], '--frob'],
  [['config', '--json=yes'], '--json'],
])('%j is not understood: exit status 2, said on stderr, nothing done', async (words, says) => {
  const folder = temporaryFolder()
  const { status, stdout, stderr } = await kalends(folder, words)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^kalends: /)
  expect(stderr).toContain(says)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [['user', 'add', 'ann', '--role', 'boss', '--email', 'a@b'], {}, '“boss” is not a role'],
  [['user', 'add', 'a:b', '--role', 'editor', '--email', 'a@b'], {}, 'The login “a:b”'],
  [['user', 'remove', 'nobody'], {}, 'No user has'],
  [['password', 'list', 'nobody'], {}, 'No user has'],
  [
    ['user', 'list'],
    { DATABASE_URL: '/dev/null/kalends.db' },
    'The database /dev/null/kalends.db could not be opened',
  ],
  [['serve', '--port', 'http'], {}, 'PORT must be a whole number'],
])('%j fails with %j: exit status 1 and one sentence', async (words, environment, says) => {
  const { status, stdout, stderr } = await kalends(temporaryFolder(), words, environment)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^kalends: [^\n]+\n$/)
  expect(stderr).toContain(says)
})

test('every bad setting is listed before anything happens', async () => {
  const folder = temporaryFolder()
  const { status, stderr } = await kalends(folder, ['serve'], {
    PORT: 'http',
    PER_PAGE: '0',
    LOG_LEVEL: 'loud',
  })
  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('PORT must be'),
    expect.stringContaining('PER_PAGE must be'),
    expect.stringContaining('LOG_LEVEL must be'),
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('settings come from .env as well, below the environment', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'PORT=9001\nSITE_NAME=Our town\n')
  const { stdout } = await kalends(folder, ['config', '--json'], { PORT: '9002', DATABASE_URL: '' })
  const settings = JSON.parse(stdout)
  expect(settings).toContainEqual({ name: 'PORT', value: '9002', from: 'environment' })
  expect(settings).toContainEqual({ name: 'SITE_NAME', value: 'Our town', from: '.env' })
  expect(settings).toContainEqual({
    name: 'DATABASE_URL',
    value: `${folder}/kalends.db`,
    from: 'default',
  })
})

test.each([
  [['--help'], 'Usage: kalends COMMAND'],
  [['-h'], 'password add LOGIN'],
  [['help'], 'PER_PAGE_MAX'],
  [['user', '--help'], 'user remove LOGIN'],
  [['help', 'user'], 'user role LOGIN ROLE'],
  [['user', 'add', '--help'], 'Usage: kalends user add LOGIN --role ROLE --email MAIL [--name NAME]'],
  [['help', 'token', 'revoke'], 'Usage: kalends token revoke LOGIN [ID|NAME] [--all]'],
  [['serve', '--help'], '--port PORT'],
])('%j helps, on stdout', async (words, says) => {
  const { status, stdout, stderr } = await kalends(temporaryFolder(), words, { PORT: 'http' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(says)
})

test('--version prints the version alone', async () => {
  const { status, stdout } = await kalends(temporaryFolder(), ['--version'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
})

test('of two administrators who remove each other at once, one stays', async () => {
  const folder = temporaryFolder()
  for (const login of ['ann', 'bob']) {
    await kalends(folder, ['user', 'add', login, '--role=administrator', `--email=${login}@example.org`])
  }
  const removed = await Promise.all(['ann', 'bob'].map((login) => kalends(folder, ['user', 'remove', login])))
  expect(removed.map(({ status }) => `${status}`).toSorted()).toEqual(['0', '1'])
  expect(JSON.parse((await kalends(folder, ['user', 'list', '--json'])).stdout)).toHaveLength(1)
})
