import { expect, test } from 'vitest'
import { files, filesIn, textOf } from './files.ts'

test('the specification and the decisions stand in the repository', () => {
  const pages = filesIn('docs/spec')
  expect(pages).toEqual(
    expect.arrayContaining([
      'docs/spec/README.md',
      'docs/spec/decisions.md',
      'docs/spec/service-specification.md',
      'docs/spec/wire-events.md',
      'docs/spec/wire-others.md',
    ]),
  )
  for (const page of pages) expect(textOf(page).trim(), page).not.toBe('')
})

test('the wire scenarios stand in the repository, each with steps', () => {
  const scenarios = filesIn('test/wire/scenarios').filter((path) => path.endsWith('.json'))
  expect(new Set(scenarios.map((path) => path.split('/')[3]))).toEqual(
    new Set(
      `events-record events-create events-dates events-cost events-update events-delete events-read events-list
      events-linked venues organizers categories tags permissions protocol discovery`.split(/\s+/),
    ),
  )
  for (const scenario of scenarios) {
    const { steps } = JSON.parse(textOf(scenario))
    expect(steps.length, scenario).toBeGreaterThan(0)
  }
})

test('nothing in the repository reads what lies beside it', () => {
  const beside = new RegExp(String.raw`(\.\./|/work/)shared\b`)
  const readers = files().filter((path) => path !== 'package-lock.json' && beside.test(textOf(path)))
  expect(readers).toEqual([])
})
