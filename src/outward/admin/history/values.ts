import { namesWhere } from '../../../fields/declare.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import { dayText, timeText } from '../dates.ts'
import { momentText } from '../moments.ts'
import { plain, t as frame } from '../texts.ts'
import type { Names } from './asks.ts'
import { t } from './texts.ts'

const statuses: Readonly<Record<string, () => string>> = {
  publish: () => t('isPublic'),
  future: () => t('isScheduled'),
  draft: () => frame('draft'),
  pending: () => frame('waitingOne'),
  private: () => frame('private'),
  trash: () => t('inTrash'),
  canceled: () => frame('canceled'),
  postponed: () => frame('postponed'),
  rescheduled: () => frame('rescheduled'),
  movedOnline: () => frame('movedOnline'),
  'moved-online': () => frame('movedOnline'),
  scheduled: () => t('takesPlace'),
}

/** What is there, or not, or not known: none is something that was said. */
const facts: ReadonlySet<string> = new Set(namesWhere(venueFields, ({ type }) => type === 'fact'))

/** A value as people read it; empty for none. */
export function shownValue(field: string, value: unknown, names: Names): string {
  if (facts.has(field) && (value === null || value === undefined)) return t('notKnown')
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  // Whether its values are ids, the service knows: what these are called it has told.
  if (Object.keys(names).some((name) => name.startsWith(`${field} `))) return namedValue(field, value, names)
  if (Array.isArray(value)) return value.map((each) => memberText(field, each)).join(', ')
  return memberText(field, value)
}

function namedValue(field: string, value: unknown, names: Names): string {
  const ids = Array.isArray(value) ? value : [value]
  const named = ids
    .filter((id) => id !== 0)
    .map((id) => plain(names[`${field} ${String(id)}`] ?? `#${String(id)}`))
  return named.join(', ')
}

function memberText(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return objectText(value)
  const text = String(value)
  switch (field) {
    case 'start_date':
    case 'end_date':
      return `${dayText(text)}, ${timeText(text)}`
    case 'date_utc':
      return momentText(text)
    case 'status':
    case 'event_status':
      return statuses[text]?.() ?? text
    default:
      return plain(text)
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
  const [left, right] = [wordsOf(from), wordsOf(to)]
  let [start, end] = [0, 0]
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const
  const isShort = middle[0].length <= mostWords && middle[1].length <= mostWords
  return joined([
    ...left.slice(0, start).map((text): Piece => ({ is: 'same', text })),
    ...(isShort ? compared(...middle) : replaced(...middle)),
    ...left.slice(left.length - end).map((text): Piece => ({ is: 'same', text })),
  ])
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
