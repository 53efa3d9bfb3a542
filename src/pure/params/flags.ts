import { Type } from 'typebox'
import { Fault, parameter, quote } from './parameter.ts'

const words = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** A boolean: true, false, 1, 0 or one of these as text in any case (D18). Anything else is a failure of type. */
export function flag(description: string, fallback?: boolean) {
  const schema = Type.Boolean({ description, ...(fallback === undefined ? {} : { default: fallback }) })
  return parameter(schema, (sent) => {
    const known = readFlag(sent)
    if (known === undefined) throw new Fault(`must be true or false (or 1 or 0), not ${quote(sent)}`, 'type')
    return known
  })
}

/** What {@link flag} accepts; undefined for anything else. */
function readFlag(sent: unknown): boolean | undefined {
  if (typeof sent === 'boolean') return sent
  if (typeof sent === 'string' || typeof sent === 'number') return words.get(String(sent).toLowerCase())
  return undefined
}

const truths = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true'])

/** A boolean as venues and their filters take it: the recorded words of truth, any other text is false (`wire-others.md` 2.2). */
export function truth(description: string, fallback?: boolean) {
  const schema = Type.Boolean({ description, ...(fallback === undefined ? {} : { default: fallback }) })
  return parameter(schema, (sent) => {
    const word = wordOf(sent)
    if (word === undefined) throw new Fault(`must be true or false, not ${quote(sent)}`, 'type')
    return truths.has(word)
  })
}

/** What is known of something that may be so or not, as it is stored (D77). */
export const facts = { unknown: 0, yes: 1, no: 2 } as const

/** What is known of something, of a stored number; undefined where nothing is. */
export function factOf(stored: unknown): boolean | undefined {
  if (stored === facts.yes) return true
  return stored === facts.no ? false : undefined
}

const untruths = new Set(['0', 'disable', 'disabled', 'off', 'n', 'no', 'false'])

/** What is known of something, as a word of truth or its opposite; an empty text or null: nothing. It reads the number that is stored. */
export function fact(description: string) {
  const schema = Type.Union([Type.Boolean(), Type.Null()], { description: `${description} Null: not known.` })
  return parameter(schema, (sent): number => {
    if (sent === null || sent === '') return facts.unknown
    const word = wordOf(sent)
    if (word !== undefined && truths.has(word)) return facts.yes
    if (word !== undefined && untruths.has(word)) return facts.no
    throw new Fault(`must be true, false, or null where it is not known, not ${quote(sent)}`, 'type')
  })
}

/** A boolean of which only the empty text is refused (`strict_dates`, `wire-events.md` 5.2, D18). */
export function looseFlag(description: string) {
  return parameter(Type.Boolean({ default: false, description }), (sent) => {
    const word = wordOf(sent)
    if (!word) throw new Fault(`must be true or false, not ${quote(sent)}`)
    return ['true', '1', 'on', 'yes'].includes(word)
  })
}

function wordOf(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent.trim().toLowerCase()
  return typeof sent === 'boolean' || typeof sent === 'number' ? String(sent) : undefined
}
