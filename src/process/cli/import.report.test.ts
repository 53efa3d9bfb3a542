import { expect, test } from 'vitest'
import { newReport, remark } from '../../outward/imports/imports.report.ts'
import type { World } from './command.ts'
import { printReport } from './import.report.ts'

function printed(report: ReturnType<typeof newReport>): string[] {
  const said: string[] = []
  // Nothing else of the process is used.
  const world = { remark: (text: string) => said.push(text), print: () => {} } as Partial<World> as World
  printReport(world, report, {})
  return said
}

test('there is one message for each kind of fault, with the rows that it concerns', () => {
  const report = newReport()
  for (const line of [2, 5, 9])
    remark(report, 'skipped', {
      kind: 'event',
      key: '',
      at: `line ${line}`,
      says: `Its start_date must be a day, not “x${line}”.`,
    })
  remark(report, 'skipped', { kind: 'event', key: '', at: 'line 7', says: 'Its title is missing.' })
  remark(report, 'lost', { kind: 'event', key: 'row abc', at: 'line 8', says: 'website is no address' })
  expect(printed(report)).toEqual([
    'Left out: 3 × event (line 2, line 5, line 9): Its start_date must be a day, not “x2”.',
    'Left out: line 7: Its title is missing.',
    'Lost: line 8: website is no address',
  ])
})

test('of a kind that thousands of rows have, some are told, and still the first of every other kind', () => {
  const report = newReport()
  const add = (line: number, says: string) =>
    remark(report, 'skipped', { kind: 'event', key: '', at: `line ${line}`, says })
  for (let line = 2; line < 5000; line += 1) add(line, `Its start_date is “${line}”.`)
  add(5000, 'Its title is missing.')
  const [many, one, more] = printed(report)
  expect(many).toMatch(/^Left out: 200 × event \(line 2, .*, and 160 more\): Its start_date is “2”\.$/)
  expect(one).toBe('Left out: line 5000: Its title is missing.')
  expect(more).toBe('4798 more: skipped.')
})
