import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFields } from '../../fields/exported.ts'
import { columns, lineSchema, recordSchemas } from './exports.records.ts'

test('docs/export.schema.json is the schema of what is written: “kalends export --schema” prints it', () => {
  const documented = readFileSync(new URL('../../../docs/export.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(documented)).toEqual(JSON.parse(JSON.stringify(lineSchema())))
})

test('exports that are older than a column are read without it', () => {
  expect(recordSchemas.venue.required).not.toContain('step_free')
  expect(recordSchemas.venue.required).toContain('show_map')
  const { step_free, hearing_loop, show_map, ...others } = columns.venue
  expect(Object.keys(others)).toContain('accessible_toilet')
  const old = { show_map: true, hearing_loop: true }
  expect(readFields({ step_free, hearing_loop, show_map }, old)).toEqual({
    step_free: 0,
    hearing_loop: 1,
    show_map: 1,
  })
})
