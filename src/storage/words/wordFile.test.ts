import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/cli/sandbox.ts'
import { WordFile } from './wordFile.ts'

const [turns, textsPerTurn] = [20, 100]
const until = () => ({ number: 7, token: 8 })

/** Texts of so many words that they are written in several parts; tells how often they have been asked for. */
async function* texts(tell: (turn: number) => void) {
  for (let turn = 0; turn < turns; turn += 1) {
    tell(turn)
    yield Array.from({ length: textsPerTurn }, (_, at) => {
      const id = turn * textsPerTurn + at + 1
      const words = Array.from(
        { length: 60 },
        (_word, word) => `some-long-word-${(id * 7919 + word * 104_729) % 50_000}`,
      )
      return { id, folded: `all ${words.join(' ')}`, title_folded: '' }
    })
  }
  tell(turns)
}

/** What has become of a file that was filled until it was closed in this turn. */
async function filled(closing: number) {
  const path = join(temporaryFolder(), 'index.db')
  const file = WordFile.open(path)
  let now = 0
  const all = texts((turn) => (now = turn))
  const [{ status }] = await Promise.allSettled([file.fill(until(), all, () => now >= closing)])
  const beside = new DatabaseSync(path, { readOnly: true })
  const { parts } = { ...beside.prepare('select count(distinct segid) as parts from words_idx').get() }
  beside.close()
  await file.readVocabulary()
  const found = await file.having('folded', 'all')
  const position = file.position()
  file.close()
  return { status, isOne: parts === 1, found: found.length, position }
}

const whole = { status: 'fulfilled', found: turns * textsPerTurn, position: until() }

test.each([
  { when: 'is not closed meanwhile', closing: Infinity, left: { ...whole, isOne: true } },
  { when: 'is closed while it is merged', closing: turns, left: { ...whole, isOne: false } },
  {
    when: 'is closed before all texts are there',
    closing: 3,
    left: { status: 'rejected', found: 0, position: undefined, isOne: false },
  },
])('a file that $when has all words or none, and nobody waits for its parts to be one', async (told) => {
  expect(await filled(told.closing)).toEqual(told.left)
})
