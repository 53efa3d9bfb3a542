import type { Answer } from '../../http/resource.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { tableText } from '../../pure/text/csv.ts'
import { type Answers, answersOf } from './guests.answers.ts'
import { unkept } from './guests.parts.ts'
import type { GuestRow } from './guests.query.ts'
import type { Question } from './registration.row.ts'

/** An answer in a cell. */
function told(answer: Answers[string] | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  return typeof answer === 'string' ? answer : answer.join(', ')
}

/** Guests as a table, with a column for each question. */
export function guestsCsv(rows: readonly GuestRow[], questions: readonly Question[]): string {
  const head = ['number', 'state', 'name', 'email', 'party', 'code', 'arrived', 'note', 'created_utc']
  const lines = rows.map((row) => {
    const answers = answersOf(row)
    const { number, state, name, email, party, code, arrived, note, created_at } = row
    const own = [number, state, name, email, party, code, arrived, note, utcText(created_at)]
    return [...own, ...questions.map(({ key }) => told(answers[key]))]
  })
  return tableText([[...head, ...questions.map(({ label }) => label)], ...lines])
}

/** Answers a table as a file, which nobody between keeps. */
export function tableAnswer(text: string, name: string, now: Temporal.Instant): Answer {
  return {
    body: undefined,
    stream: {
      contentType: 'text/csv; charset=utf-8',
      etag: `"table-${now.epochMilliseconds}"`,
      headers: { ...unkept, 'Content-Disposition': `attachment; filename="${name}"` },
      open: async () => oneText(text),
    },
  }
}

async function* oneText(text: string): AsyncIterable<string> {
  yield text
}
