import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { readRows } from '../../src/imports/csv/csv.rows.ts'
import { holdUp } from '../support/brake.ts'
import { countOf } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { programFile } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { databaseIn, kalends, kalendsUntil, openedIn, settingsOf, temporaryFolder } from './sandbox.ts'

/** So many events are in a calendar. */
const usually = 200

test('every line of an export is as its schema says', async () => {
  const folder = await filled()
  const { status, stdout, stderr } = await kalends(folder, ['export'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const schema: unknown = JSON.parse((await kalends(folder, ['export', '--schema'])).stdout)
  const validate = new Ajv2020({ strict: false }).compile(schema as object)
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines)
    expect(validate(JSON.parse(line)), `${line}\n${JSON.stringify(validate.errors)}`).toBe(true)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'end', counts: { event: usually, user: 1 } })
  expect(validate({ kind: 'event', id: 1 })).toBe(false)
})

test('the filters of lists choose the events of a table; they are refused for what is to be read back', async () => {
  const folder = await filled()
  const rows = async (...filters: string[]) => {
    const { status, stdout, stderr } = await kalends(folder, ['export', '--format', 'csv', ...filters])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return [...readRows(stdout, ',')].slice(1).map(({ cells }) => cells[0])
  }
  const [first, second] = await rows()
  expect(await rows('--include', `${second},${first}`)).toEqual([first, second])
  expect(await rows('--ends-before', '1990-01-01')).toEqual([])
  const refused = await kalends(folder, ['export', '--search', 'x'])
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('Filters go with --format ics or csv')
  const unknown = await kalends(folder, ['export', '--format', 'csv', '--start-date', 'never'])
  expect(unknown).toMatchObject({ status: 2 })
  expect(unknown.stderr).toContain('--start-date must be a date')
})

test('an export goes to a file that only its owner reads, and over nothing', async () => {
  const [folder, place] = [await filled(), temporaryFolder()]
  const file = join(place, 'all.json')
  expect(await kalends(folder, ['export', file])).toEqual({
    status: 0,
    stdout: '',
    stderr: `Written to ${file}.\n`,
  })
  expect(statSync(file).mode % 0o1000).toBe(0o600)
  const before = readFileSync(file)
  const again = await kalends(folder, ['export', file])
  expect(again).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: ${file} exists already; nothing is overwritten.\n`,
  })
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(place)).toEqual(['all.json'])
})

/** What an export said whose results go somewhere else, and its exit status. */
async function exportedTo(folder: string, where: string): Promise<string> {
  const env = { PATH: process.env['PATH'], ...(await settingsOf(folder)) }
  const line = `{ "$0" "$1" export; echo "status $?" >&2; } ${where}`
  return text(spawn('sh', ['-c', line, process.execPath, programFile], { cwd: folder, env }).stderr)
}

test('who stops reading an export has it end well', async () => {
  expect(await exportedTo(await filled(), '| head -c 10 > /dev/null')).toBe('status 0\n')
})

test.skipIf(!existsSync('/dev/full'))('where there is no room for an export, that is said', async () => {
  expect(await exportedTo(await filled(), '> /dev/full')).toBe(
    'kalends: The results could not be written: ENOSPC: no space left on device, write.\nstatus 1\n',
  )
})

test('of no calendar there is no export, and none is made', async () => {
  const folder = temporaryFolder()
  expect(await kalends(folder, ['export'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: There is no calendar at ${join(folder, 'kalends.db')}.\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('an export goes into a folder that is there', async () => {
  const folder = await filled()
  expect(await kalends(folder, ['export', join(folder, 'nowhere', 'all.json')])).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: There is no folder ${join(folder, 'nowhere')}. Make it first.\n`,
  })
})

test('ics and csv hold every event but those in the trash', async () => {
  const folder = await filled()
  const db = await openedIn(folder)
  const rows = await db.read
    .selectFrom('events')
    .select('starts_at')
    .where('status', '<>', 'trash')
    .orderBy('starts_at')
    .execute()
  const ics = await kalends(folder, ['export', '--format', 'ics'])
  const calendar = new ICAL.Component(ICAL.parse(ics.stdout) as unknown[])
  const starts = calendar
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each).startDate.toUnixTime())
  expect(starts).toEqual(rows.map(({ starts_at }) => starts_at))
  const csv = await kalends(folder, ['export', '--format', 'csv'])
  expect(csv.stdout.match(/^\d+,/gm)).toHaveLength(rows.length)
  const { status, stderr } = await kalends(folder, ['export', '--format', 'xlsx'])
  expect(status).toBe(2)
  expect(stderr).toContain('--format takes one of json, ics, csv, not “xlsx”.')
})

test('a calendar moves with its images, and moving it again changes nothing', async () => {
  const service = await startService()
  onTestFinished(() => service[Symbol.asyncDispose]())
  const picture = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const login = `Basic ${Buffer.from(service.credentials.editor).toString('base64')}`
  const upload = await fetch(`${service.origin}/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: login,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="square.png"',
    },
    body: new Uint8Array(picture),
  })
  const { id } = (await upload.json()) as { id: number }
  await fetch(`${service.origin}/vendor/events/v1/events`, {
    method: 'POST',
    headers: { authorization: login, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Fair', start_date: '2031-03-11', end_date: '2031-03-11', image: id }),
  })
  const [safe, fresh] = [temporaryFolder(), temporaryFolder()]
  const moved = ['--media', join(safe, 'media'), join(safe, 'all.json')]
  expect(
    await kalends(service.folder, ['export', ...moved], { DATABASE_URL: service.database.url }),
  ).toMatchObject({ status: 0 })
  const without = await kalends(temporaryFolder(), ['import', join(safe, 'all.json')])
  expect(without).toMatchObject({ status: 0, stdout: 'image\tcreated\t1\nevent\tcreated\t1\n' })
  expect(without.stderr).toContain('--media DIR brings')
  const first = await kalends(fresh, ['import', ...moved])
  expect(first.stderr).not.toContain('--media DIR brings')
  expect(first).toMatchObject({ status: 0, stdout: 'image\tcreated\t1\nevent\tcreated\t1\n' })
  const second = await kalends(fresh, ['import', ...moved])
  expect(second).toMatchObject({ status: 0, stdout: 'image\tunchanged\t1\nevent\tunchanged\t1\n' })
  const files = readdirSync(join(service.folder, 'media'), { recursive: true }).map(String)
  const pictures = files.filter((name) => name.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(2)
  for (const name of pictures)
    expect(readFileSync(join(fresh, 'media', name))).toEqual(
      readFileSync(join(service.folder, 'media', name)),
    )
})

test('what is no export is refused, and what of one is not right is said with the exit status', async () => {
  const [folder, fresh] = [await filled(), temporaryFolder()]
  const file = join(fresh, 'all.json')
  await kalends(folder, ['export', file])
  writeFileSync(join(fresh, 'notes.json'), '{"notes": []}')
  const refused = await kalends(folder, ['import', join(fresh, 'notes.json')])
  expect(refused.status).toBe(1)
  expect(refused.stderr).toMatch(/^kalends: line 1: there is no event to be read/)
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes('"kind":"event"'))
  writeFileSync(file, lines.with(at, '{"kind":"event"}').join('\n'))
  const { status, stdout, stderr } = await kalends(fresh, ['import', file])
  expect(status).toBe(1)
  expect(stdout).toContain(`event\tcreated\t${usually - 1}\n`)
  expect(stderr).toContain(`Left out: line ${at + 1}: must have required properties`)
})

test('an import that was killed is done again from its beginning, and nothing is there twice', async () => {
  const [folder, fresh] = [await filled(6000), temporaryFolder()]
  const file = join(fresh, 'all.json')
  await kalends(folder, ['export', file])
  await kalends(fresh, ['migrate'])
  const url = await databaseIn(fresh)
  const letGo = await holdUp(url, { table: 'items', event: await eventAmong(folder, 3000) })
  const isTime = () => isPartlyThere(url)
  expect(await kalendsUntil(fresh, ['import', file], { signal: 'SIGKILL', isTime })).toBe('SIGKILL')
  await letGo()
  const left = await countOf('events', url)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(6000)
  const { status, stdout } = await kalends(fresh, ['import', file])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^event\tunchanged\t\d+$/m)
  const copy = join(fresh, 'copy.json')
  await kalends(fresh, ['export', copy])
  // But for the first line, which tells when it was made.
  const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(1)
  expect(lines(copy)).toEqual(lines(file))
})

test('an export that is broken off leaves nothing behind', async () => {
  const folder = await filled(6000)
  const exports = temporaryFolder()
  const isTime = () => readdirSync(exports).length > 0
  const words = ['export', join(exports, 'all.json')]
  expect(await kalendsUntil(folder, words, { signal: 'SIGHUP', isTime })).toBe('SIGHUP')
  expect(readdirSync(exports)).toEqual([])
})

/** Larger than any calendar without events. */
const noEvents_bytes = 5_000_000

/** What a transaction on SQLite writes into the journal before it changes any record. */
const begun_bytes = 10_000

/** Whether an import that is under way has come as far as events. */
function isPartlyThere(url: string): boolean {
  // Nobody else can look into the file meanwhile: it has grown, and what is in the journal is done with, when there are events.
  return sizeOf(url) > noEvents_bytes && sizeOf(`${url}-journal`) < begun_bytes
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The ID of the event that comes after so many others in the calendar of the folder. */
async function eventAmong(folder: string, others: number): Promise<number> {
  const { read } = await openedIn(folder)
  const { id } = await read
    .selectFrom('events')
    .select('id')
    .orderBy('id')
    .offset(others)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** The calendars that tests read, each in its folder, by how many events it has. */
const calendars = new Map<number, Promise<string>>()
afterAll(async () => {
  for (const folder of await Promise.all(calendars.values())) rmSync(folder, { recursive: true })
})

/** A calendar in a folder that nothing but the calendar is written to. */
async function filled(events = usually): Promise<string> {
  const folder = calendars.get(events) ?? fill(events)
  calendars.set(events, folder)
  return folder
}

async function fill(events: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  await kalends(folder, ['user', 'add', 'ann', '--role', 'administrator', '--email', 'ann@example.org'])
  const now = Temporal.Instant.from('2031-03-10T10:00:00Z')
  const db = await openDatabase(await databaseIn(folder))
  await fillCalendar(db, { events, now, authors: [1] })
  await db.close()
  return folder
}
