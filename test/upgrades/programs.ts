import { onTestFinished } from 'vitest'
import { type Program, playProgram, program } from '../../src/storage/db/migrate.ts'

/** Has this process be the program of a version that has these steps besides ours, until the test ends or another one is played. */
export function play(version: string, more: Program['migrations'] = {}): void {
  stop?.()
  const { migrations } = program()
  stop = playProgram({ version, migrations: { ...migrations, ...more } })
  if (!isEnding) onTestFinished(playOurs)
  isEnding = true
}

/** Has it be this program again. */
function playOurs(): void {
  stop?.()
  stop = undefined
  isEnding = false
}

let stop: (() => void) | undefined
let isEnding = false
