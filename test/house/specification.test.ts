import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the specification and the decisions stand in the repository', () => {
  const pages = readdirSync(join(root, 'docs/spec'))
  expect(pages).toEqual(
    expect.arrayContaining([
      'README.md',
      'decisions.md',
      'service-specification.md',
      'wire-events.md',
      'wire-others.md',
    ]),
  )
  for (const page of pages)
    expect(readFileSync(join(root, 'docs/spec', page), 'utf8').trim(), page).not.toBe('')
})

test('the wire scenarios stand in the repository, each with steps', () => {
  const files = filesIn('test/wire/scenarios').filter((path) => path.endsWith('.json'))
  expect(new Set(files.map((path) => path.split('/')[3]))).toEqual(
    new Set(
      `events-record events-create events-dates events-cost events-update events-delete events-read events-list
      events-linked venues organizers categories tags permissions protocol discovery`.split(/\s+/),
    ),
  )
  for (const file of files) {
    const { steps } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    expect(steps.length, file).toBeGreaterThan(0)
  }
})

test('nothing in the repository reads what lies beside it', () => {
  const beside = new RegExp(String.raw`(\.\./|/work/)shared\b`)
  const folders = ['bench', 'bin', 'docs', 'scripts', 'src', 'test'].flatMap(filesIn)
  const own = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'package-lock.json',
  )
  const readers = [...folders, ...own.map(({ name }) => name)].filter((path) =>
    beside.test(readFileSync(join(root, path), 'latin1')),
  )
  expect(readers).toEqual([])
})

/** The paths of all files below a folder of the repository. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}
