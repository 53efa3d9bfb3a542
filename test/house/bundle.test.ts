import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const checkout = mkdtempSync(join(tmpdir(), 'kalends-checkout-'))
const source = join(checkout, 'src/version.ts')
const made = join(checkout, 'made')

beforeAll(async () => {
  for (const name of ['bin', 'scripts', 'src', 'package.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  expect(await run('scripts/prepare.js')).toBe('')
  const program = join(checkout, 'dist/cli.js')
  writeFileSync(program, `console.log('from the bundle')\n${readFileSync(program, 'utf8')}`)
  renameSync(join(checkout, 'dist'), made)
})

afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** Each test begins with a bundle of the sources that are there, which says that it is one. */
beforeEach(() => {
  rmSync(join(checkout, 'dist'), { recursive: true, force: true })
  cpSync(made, join(checkout, 'dist'), { recursive: true })
  cpSync(join(root, 'src/version.ts'), source, { preserveTimestamps: true })
})

test('a checkout runs the bundle that `npm ci` has made of it', async () => {
  expect(await version()).toEqual(['from the bundle', expect.stringMatching(/^\d+\.\d+\.\d+$/)])
})

test('a bundle of what is there now is not made again', async () => {
  await run('scripts/prepare.js')
  expect(await version()).toHaveLength(2)
})

test('what was written since the bundle was made is what runs', async () => {
  const before = readFileSync(join(checkout, 'dist/made-of'), 'utf8')
  writeFileSync(source, readFileSync(source, 'utf8').replace(/return String\(.*\)/, "return 'another'"))
  expect(await version()).toEqual(['another'])
  await run('scripts/prepare.js')
  expect(await version()).toEqual(['another'])
  expect(readFileSync(join(checkout, 'dist/made-of'), 'utf8')).not.toBe(before)
})

test('a file of another time makes a bundle stale, be it older', async () => {
  utimesSync(source, 0, 0)
  expect(await version()).toHaveLength(1)
})

test('a bundle that was broken off is not run, nor is one missed', async () => {
  rmSync(join(checkout, 'dist/made-of'))
  expect(await version()).toHaveLength(1)
  rmSync(join(checkout, 'dist'), { recursive: true })
  expect(await version()).toHaveLength(1)
})

test('where a bundle cannot be made, installing does not fail, and the sources run', async () => {
  rmSync(join(checkout, 'dist'), { recursive: true })
  rmSync(join(checkout, 'node_modules'))
  expect(await run('scripts/prepare.js')).toMatch(/^Kalends will start from its sources/)
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  expect(await version()).toHaveLength(1)
})

test('the bundle brings the licences of the packages in it, and only of these', () => {
  const licences = readFileSync(join(checkout, 'dist/LICENSES.txt'), 'utf8')
  expect(licences).toMatch(/^fastify \d[\d.]+: MIT\n\n[^]*Permission is hereby granted/m)
  expect(licences).not.toMatch(/^(sharp|vitest|@aws-sdk\/client-s3) /m)
})

test('the bundle is ASCII: of a program with another letter Node keeps two bytes for every letter', () => {
  // The widget is not run here: it is sent.
  const names = readdirSync(join(checkout, 'dist')).filter(
    (name) => name.endsWith('.js') && name !== 'widget.js',
  )
  expect(names).toContain('app.js')
  const others = names.filter((name) => /[^\0-\x7f]/.test(readFileSync(join(checkout, 'dist', name), 'utf8')))
  // What stands in a tagged template cannot be escaped for it: `&times;` can.
  expect(others).toEqual([])
})

/** The lines that `kalends --version` prints. */
async function version(): Promise<string[]> {
  return (await run('bin/kalends.js', '--version')).trim().split('\n')
}

/** What Node says when it runs the file of the checkout. */
async function run(file: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(checkout, file), ...words])
  return stdout + stderr
}
