import type { Field } from '../../../fields/field.ts'
import { declaredField } from '../../../fields/everyField.ts'
import { ownIn } from '../fieldNames.ts'
import { ownSays } from '../own/declared.ts'
import { dayText, timeText } from '../dates.ts'
import { momentText } from '../moments.ts'
import { plain, t as frame } from '../texts.ts'
import type { Names } from './asks.ts'
import { t } from './texts.ts'

/** What people call the words of choices; others stand for themselves. */
const words: Readonly<Record<string, () => string>> = {
  publish: () => t('isPublic'),
  future: () => t('isScheduled'),
  draft: () => frame('draft'),
  pending: () => frame('waitingOne'),
  private: () => frame('private'),
  trash: () => t('inTrash'),
  canceled: () => frame('canceled'),
  postponed: () => frame('postponed'),
  rescheduled: () => frame('rescheduled'),
  moved_online: () => frame('movedOnline'),
  scheduled: () => t('takesPlace'),
  in_person: () => frame('atPlace'),
  online: () => frame('online'),
  mixed: () => frame('both'),
}

/** A value as people read it; empty for none. */
export function shownValue(field: string, value: unknown, names: Names): string {
  const own = ownIn(field)
  if (own !== undefined) return value === null || value === undefined ? '' : ownSays(own, value)
  const declared = declaredField(field)
  if (value === null || value === undefined || value === '')
    // What nobody knows is something that was said (D77).
    return declared?.type === 'fact' && value !== '' ? t('notKnown') : ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  // Whether its values are ids, the service knows: what these are called it has told.
  if (Object.keys(names).some((name) => name.startsWith(`${field} `))) return namedValue(field, value, names)
  if (Array.isArray(value)) return value.map((each) => memberText(each, declared)).join(', ')
  return memberText(value, declared)
}

function namedValue(field: string, value: unknown, names: Names): string {
  const ids = Array.isArray(value) ? value : [value]
  const named = ids
    .filter((id) => id !== 0)
    .map((id) => plain(names[`${field} ${String(id)}`] ?? `#${String(id)}`))
  return named.join(', ')
}

function memberText(value: unknown, declared: Field | undefined): string {
  if (typeof value === 'object' && value !== null) return objectText(value)
  return valueText(String(value), declared)
}

/** A text, as a field of its type has it, as people read it. */
export function valueText(value: string, declared: Field | undefined): string {
  switch (declared?.type) {
    case 'moment':
      // What is kept as text is a wall clock; moments are in UTC.
      return declared.shape === 'text' ? `${dayText(value)}, ${timeText(value)}` : momentText(value)
    case 'choice':
      return words[value]?.() ?? value
    default:
      return plain(value)
  }
}

/** What an object says, without its names. */
function objectText(value: object): string {
  return Object.values(value)
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map((each) => plain(String(each)))
    .join(' ')
}

/** A piece of a text, and whether it was taken out of it, put into it, or stayed. */
export interface Piece {
  readonly is: 'same' | 'gone' | 'come'
  readonly text: string
}

/** Longer texts are compared at their beginnings and ends alone, in words. */
const mostWords = 600

/** How two texts differ, by whole words. */
export function piecesOf(from: string, to: string): readonly Piece[] {
  const { head, gone, come, tail } = apart(from, to)
  const isShort = gone.length <= mostWords && come.length <= mostWords
  return joined([
    ...head.map((text): Piece => ({ is: 'same', text })),
    ...(isShort ? compared(gone, come) : replaced(gone, come)),
    ...tail.map((text): Piece => ({ is: 'same', text })),
  ])
}

/** What two texts have in common at their beginnings and their ends, and what is between that, by whole words. */
export function apart(from: string, to: string) {
  const [left, right] = [wordsOf(from), wordsOf(to)]
  let [start, end] = [0, 0]
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1
  return {
    head: left.slice(0, start),
    gone: left.slice(start, left.length - end),
    come: right.slice(start, right.length - end),
    tail: left.slice(left.length - end),
  }
}

function wordsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\s)/)
}

function replaced(left: readonly string[], right: readonly string[]): readonly Piece[] {
  return [{ is: 'gone', text: left.join('') } as const, { is: 'come', text: right.join('') } as const]
}

/** By the longest common sequence of words. */
function compared(left: readonly string[], right: readonly string[]): readonly Piece[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const [here, below] = [lengths[i], lengths[i + 1]]
      if (!here || !below) continue
      here[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, here[j + 1] ?? 0)
    }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [gone, come] = [left[i], right[j]]
    if (gone !== undefined && gone === come) {
      pieces.push({ is: 'same', text: gone })
      i += 1
      j += 1
    } else if (
      come === undefined ||
      (gone !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      pieces.push({ is: 'gone', text: gone ?? '' })
      i += 1
    } else {
      pieces.push({ is: 'come', text: come })
      j += 1
    }
  }
  return pieces
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last?.is === piece.is) whole[whole.length - 1] = { is: last.is, text: last.text + piece.text }
    else if (piece.text !== '') whole.push(piece)
  }
  return whole
}
