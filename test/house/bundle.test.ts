import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
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
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../cli/sandbox.ts'
import { runServe } from '../process/program.ts'

const root = join(import.meta.dirname, '../..')
const checkout = mkdtempSync(join(tmpdir(), 'kalends-checkout-'))
const source = join(checkout, 'src/config/version.ts')
const made = join(checkout, 'made')

beforeAll(async () => {
  for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json', 'LICENSE'])
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
  cpSync(join(root, 'src/config/version.ts'), source, { preserveTimestamps: true })
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
  writeFileSync(
    source,
    readFileSync(source, 'utf8').replace("return said('version') || 'unknown'", "return 'another'"),
  )
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

test('of TypeBox the bundle has what makes schemas and what checks by them: no types that are computed from types', () => {
  const maps = readdirSync(join(checkout, 'dist')).filter((name) => name.endsWith('.js.map'))
  const sources = maps.flatMap((name) => {
    const map = JSON.parse(readFileSync(join(checkout, 'dist', name), 'utf8')) as { sources: string[] }
    return map.sources.filter((path) => path.includes('/typebox/build/'))
  })
  expect(sources.some((path) => path.endsWith('/type/types/object.mjs'))).toBe(true)
  expect(sources.filter((path) => /\/type\/script\/|\/engine\/instantiate\./.test(path))).toEqual([])
})

test('a service is loaded from few files, none of which needs another that needs it', () => {
  const dist = join(checkout, 'dist')
  const loaded: string[] = []
  const load = (name: string, by: readonly string[]) => {
    expect(by).not.toContain(name)
    for (const [, imported = ''] of readFileSync(join(dist, name), 'utf8').matchAll(
      /^(?:import|export) (?:[^;"]* from )?"\.\/([^"]+)";$/gm,
    ))
      load(imported, [...by, name])
    if (!loaded.includes(name)) loaded.push(name)
  }
  const main = readdirSync(dist).find((name) => /^main-.*\.js$/.test(name)) ?? ''
  load(main, [])
  expect(loaded.length).toBeLessThan(10)
  expect(loaded.map((name) => name.split('-', 1)[0])).toEqual(
    expect.arrayContaining(['commands', 'moments', 'rooms', 'app', 'main']),
  )
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

test('what is installed elsewhere brings no maps to sources and no tests, and the hash of each package that it installs', () => {
  const names = readdirSync(join(made, 'package'), { recursive: true, encoding: 'utf8' })
  expect(names).toEqual(
    expect.arrayContaining(['LICENSE', 'bin/kalends.js', 'dist/cli.js', 'package-lock.json']),
  )
  expect(names.filter((name) => /\.map$|\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([])
})

test('where there are no packages but those that the bundle names, as in the container, everything works', async () => {
  const container = temporaryFolder()
  cpSync(join(made, 'package'), container, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(container, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const place = join(container, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), place)
  }
  const path = join(container, 'bin/kalends.js')
  const settings = { DATA_DIR: container, DATABASE_URL: '' }
  const env = { ...process.env, ...settings }
  const kalends = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [path, ...words], { env, cwd: container })).stdout
  await kalends('user', 'add', 'root', '--role=administrator', '--email=root@example.org')
  const [token] = /^kal_.*$/m.exec(await kalends('token', 'add', 'root', '--name=test')) ?? []
  const authorization = `Bearer ${token}`
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:one']
  const ical = [...lines, 'DTSTART:20310501T100000Z', 'SUMMARY:One', 'END:VEVENT', 'END:VCALENDAR', '']
  writeFileSync(join(container, 'one.ics'), ical.join('\r\n'))
  expect(await kalends('import', 'one.ics')).toMatch(/^event\tcreated\t1$/m)

  const service = runServe(settings, { path })
  const origin = await service.origin
  const send = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, more = {}) =>
    fetch(origin + path, { method: 'POST', headers: { authorization, 'content-type': type, ...more }, body })
  const event = {
    title: 'Two',
    start_date: '2031-05-01',
    end_date: '2031-05-02',
    description: '<p onclick="x">y',
  }
  const created = await send('/vendor/events/v1/events', 'application/json', JSON.stringify(event))
  expect([created.status, ((await created.json()) as typeof event).description]).toEqual([201, '<p>y</p>'])
  const picture = new Uint8Array(readFileSync(join(root, 'test/wire/fixtures/picture.png')))
  const name = { 'content-disposition': 'attachment; filename="a.png"' }
  expect((await send('/vendor/events/v1/media', 'image/png', picture, name)).status).toBe(201)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const accept = { accept: 'application/json, text/event-stream' }
  expect((await send('/mcp', 'application/json', ping, accept)).status).toBe(200)
  for (const path of [
    '/month',
    '/assets/leaflet.js',
    '/assets/widget.js',
    '/docs',
    '/docs/reference',
    '/docs/reference/scalar.js',
  ])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  service.signal('SIGTERM')
  expect(await service.ended).toEqual({ status: 0, signal: null })
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
