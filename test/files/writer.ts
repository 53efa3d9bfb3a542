// A process to be killed: puts files at the target without end, three at once, and prints each key once its put resolved.
import process from 'node:process'
import { bytesOf, storeAt, type Target } from './targets.ts'

const [, , target = '', name = ''] = process.argv
const store = storeAt(JSON.parse(target) as Target)

await Promise.all(
  ['a', 'b', 'c'].map(async (lane) => {
    for (let number = 1; ; number += 1) {
      const key = `2026/11/${name}-${lane}-${number}.png`
      const isOwn =
        number % 2 === 0
          ? store.put(key, bytesOf(key), 'image/png')
          : store.create(key, bytesOf(key), 'image/png')
      await isOwn
      process.stdout.write(`${key}\n`)
    }
  }),
)
