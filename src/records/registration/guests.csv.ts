import { utcText } from '../../pure/calendar/text.ts'
import { type Answers, answersOf } from './guests.answers.ts'
import type { GuestRow } from './guests.query.ts'
import type { Question } from './registration.row.ts'

/** A cell that a program for tables could take for a formula is told to be a text (OWASP). */
function cell(value: string | number): string {
  const text = String(value)
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** An answer in a cell. */
function told(answer: Answers[string] | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  return typeof answer === 'string' ? answer : answer.join(', ')
}

/** Guests as a table, with a column for each question: UTF-8 with a byte order mark, as programs for tables need it. */
export function guestsCsv(rows: readonly GuestRow[], questions: readonly Question[]): string {
  const head = ['number', 'state', 'name', 'email', 'party', 'code', 'arrived', 'note', 'created_utc']
  const lines = rows.map((row) => {
    const answers = answersOf(row)
    const { number, state, name, email, party, code, arrived, note, created_at } = row
    const own = [number, state, name, email, party, code, arrived, note, utcText(created_at)]
    return [...own, ...questions.map(({ key }) => told(answers[key]))].map(cell).join(',')
  })
  const names = [...head, ...questions.map(({ label }) => label)].map(cell).join(',')
  return `\u{FEFF}${[names, ...lines].join('\r\n')}\r\n`
}
