import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  watch as watchFolder,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { templateOf } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { appIn, type FolderApp } from './folderApp.ts'
import { kalends, makeHeavy, temporaryFolder } from './sandbox.ts'

/** So many are in a calendar that is filled. */
const events = 200

const now = Temporal.Instant.from('2031-03-10T10:00:00Z')

test('a backup made while events are being added holds one moment of the calendar, whole', async () => {
  const app = await appIn()
  makeHeavy(join(app.folder, 'kalends.db'), 40_000_000)
  const target = join(temporaryFolder(), 'calendar.backup')
  const writing = new AbortController()
  const written = addEvents(app, writing.signal)
  const { status, stdout, stderr } = await kalends(app.folder, ['backup', target])
  writing.abort()
  const acknowledged = await written
  expect({ status, stderr }).toEqual({ status: 0, stderr: `Checked, and kept as ${target}.\n` })
  const copied = countsIn(stdout)['events'] ?? -1
  expect(copied).toBeLessThanOrEqual(acknowledged)
  expect(titlesIn(target)).toEqual(Array.from({ length: copied }, (_, index) => `Evening ${index}`))
  expect(readdirSync(join(target, '..'))).toEqual(['calendar.backup'])
})

test('a backup is brought back: what came later is gone from the calendar and kept aside', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const file = join(folder, 'calendar.db')
  const { stdout } = await kalends(folder, ['backup', file])
  expect(countsIn(stdout)).toMatchObject({ users: 1, events })
  const before = rowsOf(join(folder, 'kalends.db'))
  await change(folder, (db) =>
    db.exec(`update events set title = 'Later'; delete from events where id > (select min(id) from events)`),
  )

  const refused = await kalends(folder, ['restore', file])
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toBe(
    `kalends: The calendar at ${join(folder, 'kalends.db')} is not empty: with --force it is put aside and the backup takes its place.\n`,
  )
  expect(titlesIn(join(folder, 'kalends.db'))).toContain('Later')

  const { status, stderr } = await kalends(folder, ['restore', file, '--force'])
  expect(status).toBe(0)
  expect(rowsOf(join(folder, 'kalends.db'))).toEqual(before)
  const aside = /kept as (.+)\.\n/.exec(stderr)?.[1] ?? ''
  expect(new Set(titlesIn(aside))).toEqual(new Set(['Later']))
  await openDatabase(join(folder, 'kalends.db')).then((db) => db.close())
})

test('an empty calendar gives way without being asked for, and so does none, not even a folder', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  await kalends(folder, ['backup', join(folder, 'backup')])
  const file = join(temporaryFolder(), 'data', 'new', 'kalends.db')
  const { status } = await kalends(folder, ['restore', join(folder, 'backup')], { DATABASE_URL: file })
  expect(status).toBe(0)
  expect(titlesIn(file)).toHaveLength(events)
  const other = temporaryFolder()
  for (const words of [[], ['user', 'list']]) {
    if (words.length > 0) await kalends(other, words)
    expect(await kalends(other, ['restore', join(folder, 'backup')])).toMatchObject({ status: 0 })
    expect(titlesIn(join(other, 'kalends.db'))).toHaveLength(events)
    rmSync(join(other, 'kalends.db'))
  }
})

test('while the service runs nothing is restored, forced or not', async () => {
  const { folder, read } = await appIn()
  const file = join(temporaryFolder(), 'backup')
  await kalends(folder, ['backup', file])
  for (const words of [[], ['--force']]) {
    const { status, stderr } = await kalends(folder, ['restore', file, ...words])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^kalends: The calendar at \S+ is in use: stop the service/)
  }
  expect(readdirSync(folder).filter((name) => /before|restoring/.test(name))).toEqual([])
  expect(await read('events')).toMatchObject({ total: 0 })
})

test.each([
  ['cut short', (file: string) => truncateSync(file, 40_000), /malformed|not a whole calendar/],
  ['no database', (file: string) => writeFileSync(file, 'BEGIN:VCALENDAR\r\n'), /file is not a database/],
  ['empty', (file: string) => writeFileSync(file, ''), /it holds no calendar of Kalends/],
  ['of another program', (file: string) => other(file), /it holds no calendar of Kalends/],
  [
    'with references into nowhere',
    (file: string) => edit(file, `insert into event_terms values (4711, 4712)`),
    /a row of event_terms names one of \w+ that is not there/,
  ],
])('a backup that is %s is refused, and the calendar stays', async (_, spoil, reason) => {
  const folder = temporaryFolder()
  await fill(folder)
  const file = join(folder, 'backup')
  await kalends(folder, ['backup', file])
  spoil(file)
  const before = rowsOf(join(folder, 'kalends.db'))
  const { status, stdout, stderr } = await kalends(folder, ['restore', file, '--force'])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`kalends: ${file} is not a whole calendar: `)
  expect(stderr).toMatch(reason)
  expect(rowsOf(join(folder, 'kalends.db'))).toEqual(before)
  expect(readdirSync(folder).filter((name) => /before|restoring/.test(name))).toEqual([])
})

test('a calendar that is damaged gives way only when forced, and is kept', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  await kalends(folder, ['backup', join(folder, 'backup')])
  writeFileSync(join(folder, 'kalends.db'), 'what a broken disk left')
  const refused = await kalends(folder, ['restore', join(folder, 'backup')])
  expect(refused.stderr).toMatch(/cannot be read: with --force/)
  const { status, stderr } = await kalends(folder, ['restore', join(folder, 'backup'), '--force'])
  expect(status).toBe(0)
  const aside = /kept as (.+)\.\n/.exec(stderr)?.[1] ?? ''
  expect(readFileSync(aside, 'utf8')).toBe('what a broken disk left')
  expect(titlesIn(join(folder, 'kalends.db'))).toHaveLength(events)
})

test('a backup goes into a folder that is there', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  expect(await kalends(folder, ['backup', join(folder, 'nowhere', 'backup')])).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: There is no folder ${join(folder, 'nowhere')}. Make it first.\n`,
  })
  expect(readdirSync(folder)).not.toContain('nowhere')
})

test('nothing is overwritten, and of no calendar there is no backup', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  writeFileSync(join(folder, 'kept'), 'mine')
  expect(await kalends(folder, ['backup', join(folder, 'kept')])).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: ${join(folder, 'kept')} exists already; nothing is overwritten.\n`,
  })
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('mine')
  const empty = temporaryFolder()
  const { status, stderr } = await kalends(empty, ['backup', join(empty, 'backup')])
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `kalends: There is no calendar at ${join(empty, 'kalends.db')}.\n`,
  })
  expect(readdirSync(empty)).toEqual([])
})

test.each([
  ['backup', 'pg_dump'],
  ['restore', 'pg_restore'],
])('%s leaves a calendar in PostgreSQL to %s', async (word, instead) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  const { status, stderr } = await kalends(folder, [word, join(folder, word === 'backup' ? 'new' : 'file')], {
    DATABASE_URL: 'postgres://nobody:secret@localhost/none',
  })
  expect(status).toBe(1)
  expect(stderr).toContain(`kalends: The calendar is in PostgreSQL: that is what ${instead} is for.\n`)
  expect(stderr).not.toContain('secret')
})

test('the files of images are copied and brought back', async () => {
  const { folder, ask } = await appIn()
  const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#456' } })
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="square.png"' }
  const raw = await picture.png().toBuffer()
  const uploaded = await ask({ as: 'administrator', method: 'POST', path: 'media', headers, raw })
  expect(uploaded.status).toBe(201)
  const [safe, fresh] = [temporaryFolder(), temporaryFolder()]
  const made = await kalends(folder, ['backup', join(safe, 'backup'), '--media', join(safe, 'media')])
  expect(made.stderr).toMatch(/\n(\d+) files of images copied into \S+, 0 were there already\.\n/)
  const again = await kalends(folder, ['backup', join(safe, 'two'), '--media', join(safe, 'media')])
  expect(again.stderr).toMatch(/\n0 files of images copied into \S+, [1-9]\d* were there already\.\n/)

  const { status } = await kalends(fresh, ['restore', join(safe, 'backup'), '--media', join(safe, 'media')])
  expect(status).toBe(0)
  const files = readdirSync(join(folder, 'media'), { recursive: true }).map(String).toSorted()
  expect(files.filter((name) => name.endsWith('.png')).length).toBeGreaterThan(2)
  for (const name of files.filter((name) => name.endsWith('.png'))) {
    expect(readFileSync(join(fresh, 'media', name))).toEqual(readFileSync(join(folder, 'media', name)))
  }
})

test('a log that was left behind without its calendar is put aside, and written into nothing', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const [path, file] = [join(folder, 'kalends.db'), join(folder, 'backup')]
  await kalends(folder, ['backup', file])
  const db = new DatabaseSync(path)
  db.exec(`pragma wal_autocheckpoint = 0; update events set title = 'Left behind'`)
  const log = readFileSync(`${path}-wal`)
  db.close()
  rmSync(path)
  writeFileSync(`${path}-wal`, log)
  const { status, stderr } = await kalends(folder, ['restore', file])
  expect(status).toBe(0)
  expect(titlesIn(path)).not.toContain('Left behind')
  const aside = /kept as (.+)\.\n/.exec(stderr)?.[1] ?? ''
  expect(readFileSync(aside)).toEqual(log)
})

test('a calendar without images is backed up and brought back with the same options as any other', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const [file, media] = [join(folder, 'calendar.db'), join(folder, 'copied')]
  expect((await kalends(folder, ['backup', file, '--media', media])).status).toBe(0)
  const { status, stderr } = await kalends(temporaryFolder(), ['restore', file, '--media', media])
  expect(stderr).toContain('0 files of images copied into the store')
  expect(status).toBe(0)
})

test('a folder of images that is not there is told of before anything is brought back', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const [file, nowhere] = [join(folder, 'backup'), join(folder, 'nowhere')]
  await kalends(folder, ['backup', file])
  await change(folder, (db) => db.exec(`update events set title = 'Later'`))
  expect(await kalends(folder, ['restore', file, '--force', '--media', nowhere])).toEqual({
    status: 1,
    stdout: '',
    stderr: `kalends: There is no folder ${nowhere} to copy files of images from.\n`,
  })
  expect(titlesIn(join(folder, 'kalends.db'))).toContain('Later')
})

test('a backup is for its owner alone, while it is made too', async () => {
  const folder = temporaryFolder()
  await fill(folder)
  const modes = new Set<number>()
  const watch = watchFolder(folder, (_, name) => {
    if (name?.startsWith('backup'))
      modes.add((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777)
  })
  await kalends(folder, ['backup', join(folder, 'backup')])
  await expect.poll(() => modes.size).toBeGreaterThan(0)
  watch.close()
  expect(modes).toEqual(new Set([0o600]))
  expect(statSync(join(folder, 'backup')).mode & 0o777).toBe(0o600)
})

/** Adds events one after the other until told to stop; answers how many were acknowledged. */
async function addEvents({ create }: FolderApp, signal: AbortSignal): Promise<number> {
  let count = 0
  const times = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
  for (; !signal.aborted; count += 1) await create('events', { title: `Evening ${count}`, ...times })
  return count
}

async function fill(folder: string): Promise<void> {
  await copyFilled(join(folder, 'kalends.db'))
}

/** A calendar with an editor and events. */
const copyFilled = templateOf(async (path) => {
  await kalends(dirname(path), ['user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org'])
  const db = await openDatabase(path)
  await fillCalendar(db, { events, now, authors: [1] })
  // A connection that was never used stays open when the rest is closed.
  await db.assertReady()
  await db.close()
})

async function change(folder: string, work: (db: DatabaseSync) => void): Promise<void> {
  const db = new DatabaseSync(join(folder, 'kalends.db'))
  work(db)
  db.close()
}

function edit(file: string, statement: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec(statement)
  db.close()
}

function other(file: string): void {
  rmSync(file)
  edit(file, 'create table notes (text)')
}

function titlesIn(file: string): string[] {
  expect(existsSync(file)).toBe(true)
  const db = new DatabaseSync(file, { readOnly: true })
  const titles = db.prepare('select title from events order by id').all()
  db.close()
  return titles.map(({ title }) => String(title))
}

/** Everything in the tables that people fill. */
function rowsOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = ['users', 'items', 'events', 'venues', 'organizers', 'terms', 'event_terms', 'event_venues']
  const rows = tables.map((table) => [table, db.prepare(`select * from ${table}`).all()])
  db.close()
  return rows
}

function countsIn(text: string): Record<string, number> {
  const pairs = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  return Object.fromEntries(pairs.map(([table = '', count]) => [table, Number(count)]))
}
