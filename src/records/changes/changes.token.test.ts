import { expect, test } from 'vitest'
import { readToken, tokenOf } from './changes.token.ts'

test('a token is read as it was written, and what stands beside it is never left out', () => {
  for (let revision = 1; revision < 1_000_000; revision *= 7) {
    const named = { revision, mark: revision * 31 }
    const token = tokenOf('0123456789ab', named)
    expect(readToken(token)).toEqual({ installation: '0123456789ab', named })
    // It may make a token of another place, where no row is.
    for (const more of ['x', 'A', 'xx', '_']) expect(readToken(token + more)?.named).not.toEqual(named)
    expect(readToken(token.slice(1))).toBeUndefined()
  }
})
