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

const yesterday = ['2026-11-24T19:00 – 2026-11-24T20:00']
const beforeYesterday = ['2026-11-23T19:00 – 2026-11-23T20:00']
const lastFriday = ['2026-11-20T19:00 – 2026-11-20T20:00']
const lastWednesday = ['2026-11-18T19:00 – 2026-11-18T20:00']

test.each([
  ['en', 'yesterday 7pm to 8pm', yesterday],
  ['en', '7pm to 8pm yesterday', yesterday],
  ['en', 'the day before yesterday 7 to 8pm', beforeYesterday],
  ['en', 'last Friday 7pm to 8pm', lastFriday],
  ['en', '7pm to 8pm last friday', lastFriday],
  ['en', 'last Wednesday 7pm to 8pm', lastWednesday],
  ['en', 'Friday last week, 7pm to 8pm', lastFriday],
  ['en', 'today 7pm to 8pm', ['2026-11-25T19:00 – 2026-11-25T20:00']],
  ['de', 'gestern 19 bis 20 Uhr', yesterday],
  ['de', '19 bis 20 Uhr gestern', yesterday],
  ['de', 'vorgestern 19:00 - 20:00', beforeYesterday],
  ['de', 'letzten Freitag 19 bis 20 Uhr', lastFriday],
  ['de', 'Freitag letzter Woche 19 bis 20 Uhr', lastFriday],
  ['fr', 'hier de 19h à 20h', yesterday],
  ['fr', 'avant-hier de 19h à 20h', beforeYesterday],
  ['fr', 'vendredi dernier de 19h à 20h', lastFriday],
  ['es', 'ayer de 19:00 a 20:00', yesterday],
  ['es', 'anteayer de 19:00 a 20:00', beforeYesterday],
  ['es', 'el viernes pasado de 19:00 a 20:00', lastFriday],
  ['it', 'ieri dalle 19 alle 20', yesterday],
  ['it', 'l’altro ieri dalle 19 alle 20', beforeYesterday],
  ['it', 'venerdì scorso dalle 19 alle 20', lastFriday],
  ['nl', 'gisteren van 19:00 tot 20:00', yesterday],
  ['nl', 'eergisteren van 19:00 tot 20:00', beforeYesterday],
  ['nl', 'afgelopen vrijdag van 19 tot 20 uur', lastFriday],
  ['pt', 'ontem das 19h às 20h', yesterday],
  ['pt', 'anteontem das 19h às 20h', beforeYesterday],
  ['pt', 'sexta-feira passada das 19h às 20h', lastFriday],
  ['pt', 'na última sexta das 19h às 20h', lastFriday],
  ['ja', '昨日19時から20時', yesterday],
  ['ja', '一昨日19時から20時', beforeYesterday],
  ['ja', '先週の金曜日19時から20時', lastFriday],
  ['ar', 'أمس من 19:00 إلى 20:00', yesterday],
  ['ar', 'أول أمس من 19:00 إلى 20:00', beforeYesterday],
  ['ar', 'الجمعة الماضي من 19:00 إلى 20:00', lastFriday],
] as const)('days that are over are understood, %s: “%s”', (language, words, dates) => {
  expect(read(language, words)).toEqual(dates)
})

const long = '2026-11-26T19:00 – 2026-11-27T18:00'

test.each([
  ['en', 'tomorrow 7pm to 6pm', '7pm to 6pm', long],
  ['en', 'every Friday 7pm to 6pm', '7pm to 6pm', '2026-11-27T19:00 – 2026-11-28T18:00'],
  ['de', 'morgen 19 bis 18 Uhr', '19 bis 18 Uhr', long],
  ['fr', 'demain de 19h à 18h', 'de 19h à 18h', long],
  ['es', 'mañana de 19:00 a 18:00', 'de 19:00 a 18:00', long],
  ['it', 'domani dalle 19 alle 18', 'dalle 19 alle 18', long],
  ['nl', 'morgen van 19:00 tot 18:00', 'van 19:00 tot 18:00', long],
  ['pt', 'amanhã das 19h às 18h', 'das 19h às 18h', long],
  ['ja', '明日19時から18時', '19時から18時', long],
  ['ar', 'غدا من 19:00 إلى 18:00', 'من 19:00 إلى 18:00', long],
] as const)(
  'an end before the start that would make a night of more than fourteen hours is asked about, %s: “%s” (D70)',
  (language, words, text, meant) => {
    const [fault, ...others] = read(language, words) as { code: string; text: string; choices: string[] }[]
    expect(others).toEqual([])
    expect(fault).toMatchObject({ code: 'ambiguous_time', text })
    const answers = fault?.choices.map((choice) => read(language, words.replace(text, choice))[0])
    const day = meant.slice(0, 10)
    const [from = '', until = ''] = meant.split(' – ').map((wall) => wall.slice(11))
    expect(answers).toEqual([`${day}T${until} – ${day}T${from}`, meant])
  },
)

test('nights of up to fourteen hours are not asked about, nor what was said outright', () => {
  expect(read('en', 'tomorrow 8pm to 8am')).toEqual(['2026-11-26T20:00 – 2026-11-27T08:00'])
  expect(read('en', 'tomorrow 10pm to 4am the next day')).toEqual(['2026-11-26T22:00 – 2026-11-27T04:00'])
  expect(read('en', 'tomorrow 10:00 to 11:00 the next day')).toEqual(['2026-11-26T10:00 – 2026-11-27T11:00'])
  expect(read('en', '26 to 27 November 19:00 to 18:00')).toEqual([long])
})

test('a length of more than fourteen hours that was not said is not kept for another start without a question', () => {
  const keeping = (hours: number) =>
    datesOfSentence('tomorrow 7pm', {
      tongue: tongueOf('en'),
      today,
      before: {
        start: Temporal.PlainDateTime.from('2026-11-26T19:00'),
        end: Temporal.PlainDateTime.from('2026-11-26T19:00').add({ hours }),
        isAllDay: false,
      },
    })
  expect(keeping(2)).toMatchObject({ dates: { isAllDay: false } })
  const asked = keeping(23)
  expect(asked).toMatchObject({ faults: [{ code: 'no_end', text: '7pm' }] })
  const [choice = ''] = 'faults' in asked ? (asked.faults[0]?.choices ?? []) : []
  expect(read('en', `tomorrow ${choice}`)).toEqual([long])
  expect(keeping(72)).toMatchObject({ faults: [{ code: 'no_end' }] })
})
