import { expect, test } from 'vitest'
import { jsonParts, writtenOnce } from './json.ts'

test('what is written once is written the same again, by itself, among others, and indented', async () => {
  const value = writtenOnce({ id: 1, text: 'one', list: [{ a: 1 }] })
  for (const whole of [value, [value, value, { id: 2 }], { events: [value, value], total: 2 }])
    for (let time = 0; time < 2; time += 1) {
      expect((await jsonParts(whole, false)).join('')).toBe(JSON.stringify(whole))
      expect((await jsonParts(whole, true)).join('')).toBe(JSON.stringify(whole, null, 4))
    }
})
