import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { readRows } from '../../src/outward/imports/csv/csv.rows.ts'
import { countOf } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { appIn } from './folderApp.ts'
import { databaseIn, kalends, leftNow, openedIn, stopOnceNewIn, temporaryFolder } from './sandbox.ts'

/** So many events are in a calendar. */
const usually = 200

/** So many are not read back in one transaction. */
const overBatch = 2200

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
  const { folder, ask, create } = await appIn()
  const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#456' } })
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="square.png"' }
  const raw = await picture.png().toBuffer()
  const { body } = await ask({ as: 'editor', method: 'POST', path: 'media', headers, raw })
  const day = { start_date: '2031-03-11', end_date: '2031-03-11' }
  await create('events', { title: 'Fair', ...day, image: body.id }, 'editor')
  const [safe, fresh] = [temporaryFolder(), temporaryFolder()]
  const moved = ['--media', join(safe, 'media'), join(safe, 'all.json')]
  expect(await kalends(folder, ['export', ...moved])).toMatchObject({ status: 0 })
  const without = await kalends(temporaryFolder(), ['import', join(safe, 'all.json')])
  expect(without).toMatchObject({ status: 0, stdout: 'image\tcreated\t1\nevent\tcreated\t1\n' })
  expect(without.stderr).toContain('--media DIR brings')
  const first = await kalends(fresh, ['import', ...moved])
  expect(first.stderr).not.toContain('--media DIR brings')
  expect(first).toMatchObject({ status: 0, stdout: 'image\tcreated\t1\nevent\tcreated\t1\n' })
  const second = await kalends(fresh, ['import', ...moved])
  expect(second).toMatchObject({ status: 0, stdout: 'image\tunchanged\t1\nevent\tunchanged\t1\n' })
  const files = readdirSync(join(folder, 'media'), { recursive: true }).map(String)
  const pictures = files.filter((name) => name.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(2)
  for (const name of pictures)
    expect(readFileSync(join(fresh, 'media', name))).toEqual(readFileSync(join(folder, 'media', name)))
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
  const [folder, fresh] = [await fill(overBatch), temporaryFolder()]
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(fresh, 'all.json')
  await kalends(folder, ['export', file])
  // After each batch it tells how far it is: each time that it looks at the clock, a minute has passed.
  let now = Temporal.Instant.from('2031-03-10T10:00:00Z')
  const lefts: string[] = []
  await kalends(
    fresh,
    ['import', file],
    {},
    {
      now: () => (now = now.add({ minutes: 1 })),
      remark: () => lefts.push(leftNow(fresh)),
    },
  )
  const counts = await Promise.all(lefts.map(async (left) => countOf('events', await databaseIn(left))))
  const left = lefts[counts.findIndex((count) => count > 0 && count < overBatch)]
  if (left === undefined) throw new Error(`Events are read in one batch: ${counts.join(', ')}`)
  const { status, stdout } = await kalends(left, ['import', file])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^event\tunchanged\t\d+$/m)
  const copy = join(left, 'copy.json')
  await kalends(left, ['export', copy])
  // But for the first line, which tells when it was made.
  const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(1)
  expect(lines(copy)).toEqual(lines(file))
})

test('an export that is broken off leaves nothing behind', async () => {
  const [folder, place] = [await filled(), temporaryFolder()]
  const stopped = stopOnceNewIn(place)
  const words = ['export', join(place, 'all.json')]
  expect(await kalends(folder, words, {}, { interruptible: (work) => work(stopped) })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('aborted'),
  })
  expect(readdirSync(place)).toEqual([])
})

/** The calendar that tests read, in a folder that nothing else is written to. */
let calendar: Promise<string> | undefined
afterAll(async () => {
  if (calendar) rmSync(await calendar, { recursive: true })
})

async function filled(): Promise<string> {
  calendar ??= fill(usually)
  return calendar
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
