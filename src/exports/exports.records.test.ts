import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lineSchema } from './exports.records.ts'

test('docs/export.schema.json is the schema of what is written: “kalends export --schema” prints it', () => {
  const documented = readFileSync(new URL('../../docs/export.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(documented)).toEqual(JSON.parse(JSON.stringify(lineSchema())))
})
