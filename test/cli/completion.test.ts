import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../../src/config/config.settings.ts'
import { commands } from '../../src/process/cli/run.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

async function scriptOf(shell: string): Promise<string> {
  const { status, stdout } = await kalends(temporaryFolder(), ['completion', shell])
  expect(status).toBe(0)
  return stdout
}

async function fileOf(shell: string): Promise<string> {
  const path = join(temporaryFolder(), `kalends.${shell}`)
  writeFileSync(path, await scriptOf(shell))
  return path
}

describe.each(['bash', 'zsh', 'fish'])('completion in %s', (shell) => {
  test('names every command and each of its options', async () => {
    const script = await scriptOf(shell)
    for (const { name, options } of commands) {
      for (const word of name.split(' ')) expect(script).toMatch(new RegExp(`\\b${word}\\b`))
      for (const option of Object.keys(options))
        expect(script).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`)
    }
  })

  test.skipIf(!isThere(shell))('is a script of that shell', async () => {
    const { status, stderr } = spawnSync(shell, ['-n', await fileOf(shell)], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

const lines: [line: string, contains: string[], not: string[]][] = [
  ['kalends ', ['serve', 'user', 'help', 'completion'], ['add']],
  ['kalends se', ['serve'], ['user']],
  ['kalends user ', ['add', 'role'], ['serve']],
  ['kalends user role ann ', ['administrator', 'subscriber'], ['add']],
  ['kalends user role ', [], ['administrator']],
  ['kalends user add ann --role ', ['editor'], ['--email']],
  ['kalends user add ann --role editor --', ['--email', '--help'], ['--json']],
  ['kalends export --format ', ['json', 'ics', 'csv'], []],
  ['kalends export --featured ', ['true', 'false'], []],
  ['kalends config SITE_', ['SITE_URL', 'SITE_NAME'], ['PORT']],
  ['kalends completion ', ['bash', 'zsh', 'fish'], []],
  ['kalends backup /usr/b', ['/usr/bin'], []],
  ['kalends backup --media /usr/b', ['/usr/bin'], []],
]

describe.skipIf(!isThere('bash')).each(lines)('in bash “%s”', (line, contains, not) => {
  test('is completed', async () => {
    const words = line.split(' ').map((word) => `'${word}'`)
    const program = `source '${await fileOf('bash')}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _kalends; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' })
    expect(stderr).toBe('')
    const offered = stdout.trim().split('\n')
    expect(offered).toEqual(expect.arrayContaining(contains))
    expect(offered.filter((word) => not.includes(word))).toEqual([])
  })
})

describe.skipIf(!isThere('fish')).each(lines)('in fish “%s”', (line, contains, not) => {
  test('is completed', async () => {
    const home = temporaryFolder()
    const program = `source '${await fileOf('fish')}'; complete -C '${line}'`
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', program], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, TERM: 'dumb' },
    })
    expect(stderr).toBe('')
    const offered = stdout.split('\n').map((each) => each.split('\t', 1)[0]?.replace(/\/$/, ''))
    expect(offered).toEqual(expect.arrayContaining(contains))
    expect(offered.filter((word) => word !== undefined && not.includes(word))).toEqual([])
  })
})

test('a shell that is not known is told with those that are', async () => {
  expect(await kalends(temporaryFolder(), ['completion', 'tcsh'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'kalends: completion takes bash, zsh or fish, not “tcsh”.\nUsage: kalends completion SHELL\n',
  })
})

test('the manual page is one for man, with every command and setting', async () => {
  const { stdout } = await kalends(temporaryFolder(), ['man'])
  expect(stdout).toMatch(/^\.TH KALENDS 1 /)
  for (const { name } of commands) expect(stdout).toContain(`.SS kalends ${name}`)
  for (const name of Object.keys(settings)) expect(stdout).toContain(`\n.B ${name}\n`)
  // A line that begins so would be a request of roff.
  expect(stdout.split('\n').filter((line) => /^['.](?!TH |SH |SS |B |I |TP$|PP$)/.test(line))).toEqual([])
  if (!isThere('man')) return
  const path = join(temporaryFolder(), 'kalends.1')
  writeFileSync(path, stdout)
  const shown = spawnSync('man', ['--warnings', '-l', path], {
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '400' },
  })
  expect([shown.status, shown.stderr]).toEqual([0, ''])
})

test('one setting is printed by its name', async () => {
  const folder = temporaryFolder()
  expect((await kalends(folder, ['config', 'PORT'], { PORT: '1' })).stdout).toBe('PORT\t1\tenvironment\n')
  expect(await kalends(folder, ['config', 'PROT'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^kalends: There is no setting “PROT”: “kalends config” lists those there are\./,
    ),
  })
})
