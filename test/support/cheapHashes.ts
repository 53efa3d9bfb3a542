import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** What a password costs where nothing else is said (`src/http/auth/argon.ts`), and as little as Argon2 takes. */
const usual = { memory: 19_456, passes: 2 }
const cheapest = { memory: 8, passes: 1 }

const { argon2 } = crypto

/**
 * Has passwords cost next to nothing in the process of tests, which hash thousands of them: whoever counts hashes, or looks at what
 * they are asked to cost, sees no difference. Other costs than the usual one are paid.
 */
if (argon2.name !== 'cheapArgon2') {
  function cheapArgon2(...[algorithm, asked, done]: Parameters<typeof argon2>): void {
    const isUsual = asked.memory === usual.memory && asked.passes === usual.passes
    argon2(algorithm, isUsual ? { ...asked, ...cheapest } : asked, done)
  }
  crypto.argon2 = Object.assign(cheapArgon2, { real: argon2 })
  syncBuiltinESMExports()
}

/** Has passwords cost what they cost, for those that a program has hashed, until what it answers is called. */
export function paidInFull(): () => void {
  const cheap = crypto.argon2
  if ('real' in cheap) crypto.argon2 = cheap.real as typeof argon2
  syncBuiltinESMExports()
  return () => {
    crypto.argon2 = cheap
    syncBuiltinESMExports()
  }
}
