import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOf, type PeriodName } from '../../../pure/calendar/period.ts'
import { runs } from '../../../../test/support/runs.ts'
import { type Language, languages } from '../../../pure/text/language.ts'
import { catalogues } from '../../../pure/locale/messages.ts'
import { periodTexts } from '../../../outward/web/period.texts.ts'
import { said } from './stretch.fixture.ts'
import { readStretch, type SaidStretch } from './stretch.ts'

/** A Wednesday. */
const today = Temporal.PlainDate.from('2026-11-25')
const week = { firstDay: 1, weekend: [6, 7] }

function read(language: Language, words: string): string {
  const found = readStretch(words, { language, today, week })
  if (!found) return 'not understood'
  if ('fault' in found) return found.fault.code
  return 'choices' in found ? found.choices.map(told).join(' | ') : told(found.stretch)
}

function told({ from, until, fromTime, untilTime }: SaidStretch): string {
  const hour = (time: Temporal.PlainTime | undefined) =>
    time === undefined ? '' : ` ${time.toString({ smallestUnit: 'minute' })}`
  const end = until === undefined ? '' : from.equals(until) && !untilTime ? '' : ` ${until}${hour(untilTime)}`
  return `${from}${hour(fromTime)} –${end}`
}

test.each(
  languages.flatMap((language) => said[language].map(([words, what]) => [language, words, what] as const)),
)('%s: “%s” is %s', (language, words, what) => {
  expect(read(language, words)).toBe(what)
})

test('what is said in another language than that of the site is understood, too, unless it means several things', () => {
  for (const language of languages)
    for (const [words, what] of said[language]) {
      if (!what.startsWith('2') || words === 'de 3 a 12 de maio') continue
      expect([words, read(language === 'en' ? 'de' : 'en', words)]).toEqual([words, what])
    }
  // “3 a” is a time, and a part of “from 3 to 12”.
  expect(read('en', 'de 3 a 12 de maio')).toBe('2027-05-12 03:00 – | 2027-05-03 – 2027-05-12')
  // Tuesday in French, Spanish and Italian, and March in all languages.
  expect(read('fr', 'mar')).toBe('2026-12-01 –')
  expect(read('en', 'mar')).toBe('2027-03-01 – 2027-03-31')
})

test('what the pages call their periods means the same', () => {
  for (const language of languages)
    for (const [period, text] of Object.entries(periodTexts) as [
      PeriodName,
      (typeof periodTexts)[PeriodName],
    ][]) {
      if (period === 'past') continue
      const label = catalogues[language][text]
      const { from, until } = periodOf(period, today, week)
      const found = readStretch(label, { language, today, week })
      expect([
        label,
        found && 'stretch' in found ? [String(found.stretch.from), String(found.stretch.until)] : found,
      ]).toEqual([label, [String(from), String(until)]])
    }
})

test('weeks and weekends are those of the place', () => {
  const arabic = { firstDay: 6, weekend: [5, 6] }
  const readHere = (words: string) => {
    const found = readStretch(words, { language: 'en', today, week: arabic })
    return found && 'stretch' in found ? told(found.stretch) : undefined
  }
  expect(readHere('this weekend')).toBe('2026-11-27 – 2026-11-28')
  expect(readHere('last weekend')).toBe('2026-11-20 – 2026-11-21')
  expect(readHere('next week')).toBe('2026-11-28 – 2026-12-04')
})

test('whatever is written is a stretch that does not end before it begins, or none, and never fails', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...languages.flatMap((language) => said[language].flatMap(([words]) => words.split(' '))),
    ),
    fc.string({ maxLength: 8 }),
    fc.nat({ max: 3000 }).map(String),
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
      fc.constantFrom(...languages),
      (words, language) => {
        const found = readStretch(words, { language, today, week })
        if (!found || !('stretch' in found) || found.stretch.until === undefined) return
        const { from, until } = found.stretch
        expect(Temporal.PlainDate.compare(from, until), `${words} (${language})`).toBeLessThanOrEqual(0)
      },
    ),
    { numRuns: runs(300) },
  )
})
