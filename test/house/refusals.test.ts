import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('refusals are said in one place, and no screen shows what the service calls a message or a fault', () => {
  const folder = join(import.meta.dirname, '../../src/outward/admin')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  const having = (form: RegExp) =>
    sources.filter((name) => form.test(readFileSync(join(folder, name), 'utf8')))
  // A ticket is refused with what was said of it already, and browsers refuse passkeys.
  expect(having(/new Refusal\(/).toSorted()).toEqual([
    'api.ts',
    'event/tickets.write.ts',
    'people/passkeys.tsx',
  ])
  expect(having(/\{\w+(?:\.\w+)*\.(?:message|fault)\}|body\.message|\.message \?\? ''[^)]/)).toEqual([])
})
