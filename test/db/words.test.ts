import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Writer } from '../../src/storage/db/dialect.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import { Words } from '../../src/storage/words/words.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const fileName = 'index.db'

let calendar: TestCalendar
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 300, now })
})
afterAll(() => calendar.close())

/** The words of the calendar, as a process of its own has them. */
function wordsIn(folder: string) {
  const [warnings, queries]: [string[], string[]] = [[], []]
  const db = watched(calendar.db, queries)
  const index = new EventIndex({ db })
  const words = new Words({ db, folder, warn: (_, message) => warnings.push(message) })
  return {
    warnings,
    words,
    /** The events with the word, and whether it was looked for in the texts. */
    find: async (word: string) => {
      const snapshot = await index.current()
      queries.length = 0
      const [set] = await words.find(snapshot, { all: [word], none: [] })
      return { ids: [...(set?.ids ?? [])], inTexts: queries.some((query) => query.includes('instr(')) }
    },
    close: () => words.close(),
  }
}

/** The same database; what is asked outside of moments is kept. */
function watched(db: Database, queries: string[]): Database {
  const read = db.read.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...db, read }
}

/** The events with the word, by their rows. */
async function truth(word: string): Promise<number[]> {
  const rows = await calendar.db.read.selectFrom('events').select(['id', 'folded']).orderBy('id').execute()
  return rows.filter(({ folded }) => folded.includes(word)).map(({ id }) => id)
}

let changes = 0

/** Gives one event a word that no other has. */
async function changeEvent(): Promise<string> {
  const word = `zyx${(changes += 1)}x`
  await calendar.db.write((tx) => setFolded(tx, word))
  return word
}

async function setFolded(tx: Writer, folded: string): Promise<void> {
  const { id } = await tx.selectFrom('events').select('id').orderBy('id').executeTakeFirstOrThrow()
  await tx.updateTable('events').set({ folded }).where('id', '=', id).execute()
}

test('after a change that is of no event, the file is followed on, and texts are not looked through', async () => {
  const service = wordsIn(temporaryFolder())
  await service.find('rino')
  await service.words.fill()
  await calendar.db.write(async (tx) => {
    const { id } = await tx.selectFrom('venues').select('id').executeTakeFirstOrThrow()
    await tx.updateTable('venues').set({ geo_lat: 5 }).where('id', '=', id).execute()
  })
  expect(await service.find('sten')).toEqual({ ids: await truth('sten'), inTexts: false })
  const word = await changeEvent()
  expect(await service.find(word)).toEqual({ ids: await truth(word), inTexts: false })
  await service.close()
})

test('while another process writes the file, words are looked for in the texts, and nobody is warned', async () => {
  const folder = temporaryFolder()
  const other = new DatabaseSync(join(folder, fileName))
  other.exec('pragma journal_mode = wal; begin immediate; create table something (more text)')
  const service = wordsIn(folder)
  await service.words.fill()
  expect(await service.find('sten')).toEqual({ ids: await truth('sten'), inTexts: true })
  other.exec('rollback')
  await service.words.fill()
  expect(await service.find('rino')).toEqual({ ids: await truth('rino'), inTexts: false })
  other.exec('begin immediate')
  const word = await changeEvent()
  expect(await service.find(word)).toEqual({ ids: await truth(word), inTexts: true })
  other.exec('rollback')
  await service.words.fill()
  expect(await service.find('ing')).toEqual({ ids: await truth('ing'), inTexts: false })
  expect(service.warnings).toEqual([])
  other.close()
  await service.close()
})

/** A folder in which a service has filled the file, and has ended. */
async function filledFolder() {
  const folder = temporaryFolder()
  const service = wordsIn(folder)
  await service.words.fill()
  await service.close()
  return { folder, path: join(folder, fileName) }
}

test.each([
  ['pages that were never written', 0.3, 4096, 0],
  ['a page of something else', 0.6, 4096, 120],
  ['some other bytes near its beginning', 0.25, 100, 255],
  ['some other bytes in its middle', 0.5, 100, 255],
  ['some other bytes near its end', 0.9, 100, 255],
])('a file with %s is made anew, and nobody is told less or warned', async (_, place, length, byte) => {
  const { folder, path } = await filledFolder()
  const bytes = readFileSync(path)
  const pageSize = 4096
  const from = Math.floor((bytes.length * place) / pageSize) * pageSize + (length < pageSize ? 2000 : 0)
  writeFileSync(path, bytes.fill(byte, from, from + length))
  const { ino } = statSync(path)
  const service = wordsIn(folder)
  expect(await service.find('sten')).toEqual({ ids: await truth('sten'), inTexts: true })
  await service.words.fill()
  expect(statSync(path).ino).not.toBe(ino)
  expect(await service.find('rino')).toEqual({ ids: await truth('rino'), inTexts: false })
  expect(service.warnings).toEqual([])
  await service.close()
})

test.each([
  ['is searched', async () => 'rino'],
  ['follows a change', changeEvent],
])('a file that is damaged while it %s is made anew, by each process that has it open', async (_, wordOf) => {
  const folder = temporaryFolder()
  const [one, other] = [wordsIn(folder), wordsIn(folder)]
  await one.words.fill()
  await other.words.fill()
  // SQLite can read the file, and FTS5 finds that its own pages are gone.
  const file = new DatabaseSync(join(folder, fileName), { defensive: false })
  file.exec('delete from words_data where id > 10')
  file.close()
  for (const service of [one, other, one]) {
    const word = await wordOf()
    expect(await service.find(word)).toMatchObject({ ids: await truth(word) })
    await service.words.fill()
    expect(await service.find('sten')).toEqual({ ids: await truth('sten'), inTexts: false })
    expect(service.warnings).toEqual([])
  }
  await one.close()
  // What is left is the file of both, and whole.
  const word = await changeEvent()
  expect(await other.find(word)).toEqual({ ids: await truth(word), inTexts: false })
  await other.close()
  const next = wordsIn(folder)
  await next.words.fill()
  expect(await next.find(word)).toEqual({ ids: await truth(word), inTexts: false })
  await next.close()
})

test('several processes that find the same damage at once have one file in the end', async () => {
  const { folder, path } = await filledFolder()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0, 40_960, 49_152))
  const services = [wordsIn(folder), wordsIn(folder), wordsIn(folder)]
  const found = await Promise.all(services.map(({ find }) => find('sten')))
  expect(found).toEqual(services.map(() => ({ ids: expect.anything(), inTexts: true })))
  // Whoever comes while another one fills it is not waited for; it is filled by then.
  for (let at = 0; at < 2; at += 1) await Promise.all(services.map(({ words }) => words.fill()))
  for (const { find, warnings } of services) {
    const word = await changeEvent()
    expect(await find(word)).toEqual({ ids: await truth(word), inTexts: false })
    expect(await find('rino')).toEqual({ ids: await truth('rino'), inTexts: false })
    expect(warnings).toEqual([])
  }
  for (const { close } of services) await close()
  const file = new DatabaseSync(path)
  expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  file.exec(`insert into words (words) values ('integrity-check')`)
  file.close()
})
