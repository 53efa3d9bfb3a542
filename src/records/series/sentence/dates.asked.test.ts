import { expect, test } from 'vitest'
import type { Language } from '../../../pure/text/language.ts'
import { datesOfSentence } from './dates.ts'
import { tongueOf } from './tongue.ts'

/** A Wednesday. */
const today = Temporal.PlainDate.from('2026-11-25')

function read(language: Language, words: string) {
  const found = datesOfSentence(words, { tongue: tongueOf(language), today, before: undefined })
  if ('faults' in found) return found.faults
  const { start, end, isAllDay } = found.dates
  const text = (wall: Temporal.PlainDateTime) =>
    isAllDay ? wall.toPlainDate().toString() : wall.toString({ smallestUnit: 'minute' })
  return [`${text(start)} – ${text(end)}`]
}

const holidays = ['2026-12-24 – 2026-12-26']
const lunch = ['2026-12-31T12:00 – 2026-12-31T14:00']

test.each([
  ['en', '24 to 26 December', holidays],
  ['de', '24. bis 26. Dezember', holidays],
  ['fr', 'du 24 au 26 décembre', holidays],
  ['es', 'del 24 al 26 de diciembre', holidays],
  ['it', 'dal 24 al 26 dicembre', holidays],
  ['nl', '24 tot en met 26 december', holidays],
  ['pt', 'de 24 a 26 de dezembro', holidays],
  ['ja', '12月24日から26日まで', holidays],
  ['ar', 'من 24 إلى 26 ديسمبر', holidays],
  ['en', '31 Dec noon to 2', lunch],
  ['en', '31 Dec from midday until 2:00', lunch],
  ['de', '31. Dezember von Mittag bis 2 Uhr', lunch],
  ['fr', '31 décembre de midi à 2h', lunch],
  ['es', '31 de diciembre del mediodía a las 2', lunch],
  ['it', '31 dicembre da mezzogiorno alle 2', lunch],
  ['nl', '31 december van middag tot 2 uur', lunch],
  ['pt', '31 de dezembro do meio-dia às 2', lunch],
  ['ja', '12月31日正午から2時', lunch],
  ['ar', '31 ديسمبر من الظهر حتى 2', lunch],
] as const)(
  'days alone are whole, and noon is followed by an afternoon, %s: “%s” (D70)',
  (language, words, dates) => {
    expect(read(language, words)).toEqual(dates)
  },
)

test.each([
  ['en', '31 Dec at midnight', 'at midnight'],
  ['en', 'every Friday at midnight', 'at midnight'],
  ['de', '31. Dezember um Mitternacht', 'um Mitternacht'],
  ['de', '31. Dezember 12 Uhr nachts', '12 Uhr nachts'],
  ['fr', '31 décembre à minuit', 'à minuit'],
  ['es', '31 de diciembre a medianoche', 'a medianoche'],
  ['it', '31 dicembre a mezzanotte', 'a mezzanotte'],
  ['nl', '31 december om middernacht', 'om middernacht'],
  ['pt', '31 de dezembro à meia-noite', 'à meia-noite'],
  ['ja', '12月31日真夜中', '真夜中'],
  ['ar', '31 ديسمبر في منتصف الليل', 'في منتصف الليل'],
  ['en', '31 Dec, 12:00 to 2', '12:00 to 2'],
  ['en', '31 Dec, 10 to midnight', '10 to midnight'],
] as const)(
  'which of two times is meant is asked, and each answer is read, %s: “%s” (D70)',
  (language, words, text) => {
    const [fault, ...others] = read(language, words) as { code: string; text: string; choices: string[] }[]
    expect(others).toEqual([])
    expect(fault).toMatchObject({ code: 'ambiguous_time', text })
    const meant = fault?.choices.map((choice) => read(language, words.replace(text, choice))[0])
    expect(meant).toHaveLength(2)
    for (const dates of meant ?? []) expect(dates).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d – 20/)
    expect(new Set(meant).size).toBe(2)
  },
)

test('what has one meaning is not asked about', () => {
  expect(read('en', '31 Dec 8pm to midnight')).toEqual(['2026-12-31T20:00 – 2027-01-01T00:00'])
  expect(read('en', '31 Dec 22:00 to 2')).toEqual(['2026-12-31T22:00 – 2027-01-01T02:00'])
  expect(read('en', '31 Dec 12:00 to 02:00')).toEqual(['2026-12-31T12:00 – 2027-01-01T02:00'])
  expect(read('en', '24 to 26 December 10:00 to 18:00')).toEqual(['2026-12-24T10:00 – 2026-12-26T18:00'])
})
