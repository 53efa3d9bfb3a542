import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datesUntil } from '../../../pure/calendar/recurrence.dates.ts'
import { weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import { readRecurrence, settleRecurrence } from '../../../pure/calendar/recurrence.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import { type Language, languages } from '../../../pure/text/language.ts'
import { runs } from '../../../../test/support/runs.ts'
import { english, phrasesBy } from '../../schedules/schedules.phrases.ts'
import type { Schedule } from '../../schedules/schedules.row.ts'
import { ruleWords } from '../../schedules/schedules.words.ts'
import { datesOfSentence } from './dates.ts'
import { tongueOf } from './tongue.ts'

const zone = zoneOf('Europe/Berlin')

function zoneOf(name: string): Zone {
  const found = findZone(name)
  if (!found) throw new Error(`There is no zone ${name}.`)
  return found
}

/** A Wednesday. */
const today = Temporal.PlainDate.from('2026-11-25')

function read(language: Language, words: string) {
  const found = datesOfSentence(words, { tongue: tongueOf(language), today, before: undefined })
  if ('faults' in found) return found.faults
  const { start, end, isAllDay, recurrence } = found.dates
  const text = (wall: Temporal.PlainDateTime) =>
    isAllDay ? wall.toPlainDate().toString() : wall.toString({ smallestUnit: 'minute' })
  return [`${text(start)} – ${text(end)}`, ...recurrence]
}

const story = [
  '2026-12-01T10:30 – 2026-12-01T11:15',
  'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629',
  'EXDATE;VALUE=DATE:20261222',
]
const friday = ['2026-11-27T19:00 – 2026-11-27T19:00']
const fair = ['2027-05-03 – 2027-05-12']

test.each([
  ['en', 'every Tuesday 10:30 to 11:15 until 29 June, not on 22 December', story],
  ['en', 'Tuesdays, 10.30 am – 11.15 am until Tuesday 29 June 2027 except Dec 22', story],
  ['de', 'jeden Dienstag 10:30 bis 11:15 Uhr bis 29. Juni, aber nicht am 22. Dezember', story],
  ['fr', 'tous les mardis de 10h30 à 11h15 jusqu’au 29 juin, sauf le 22 décembre', story],
  ['es', 'todos los martes de 10:30 a 11:15 hasta el 29 de junio, excepto el 22 de diciembre', story],
  ['it', 'ogni martedì dalle 10:30 alle 11:15 fino al 29 giugno, ma non il 22 dicembre', story],
  ['nl', 'elke dinsdag van 10:30 tot 11:15 tot en met 29 juni, niet op 22 december', story],
  ['pt', 'todas as terças das 10:30 às 11:15 até 29 de junho, exceto 22 de dezembro', story],
  ['ja', '毎週火曜日10時30分から11時15分、6月29日まで（12月22日を除く）', story],
  ['ar', 'كل ثلاثاء من 10:30 إلى 11:15، حتى ٢٩ يونيو، ما عدا ٢٢ ديسمبر', story],
  ['en', 'next Friday 7pm', friday],
  ['de', 'nächsten Freitag um 19', friday],
  ['fr', 'vendredi prochain à 19h', friday],
  ['es', 'el próximo viernes a las 19:00', friday],
  ['it', 'venerdì prossimo alle 19', friday],
  ['nl', 'volgende vrijdag om 19 uur', friday],
  ['pt', 'próxima sexta às 19h', friday],
  ['ja', '次の金曜日19時', friday],
  ['ar', 'يوم الجمعة القادم الساعة 19:00', friday],
  ['en', 'from 3 to 12 May, all day', fair],
  ['de', 'vom 3. bis 12. Mai, ganztägig', fair],
  ['fr', 'du 3 au 12 mai, toute la journée', fair],
  ['es', 'del 3 al 12 de mayo, todo el día', fair],
  ['it', 'dal 3 al 12 maggio, tutto il giorno', fair],
  ['nl', 'van 3 tot en met 12 mei, de hele dag', fair],
  ['pt', 'de 3 a 12 de maio, o dia inteiro', fair],
  ['ja', '5月3日から12日まで、終日', fair],
  ['ar', 'من 3 إلى 12 مايو، طوال اليوم', fair],
] as const)('%s: “%s”', (language, words, dates) => {
  expect(read(language, words)).toEqual(dates)
})

test('an hour after noon is one by itself, also of a range', () => {
  const sunday = ['2026-12-06T14:00 – 2026-12-06T16:00', 'RRULE:FREQ=MONTHLY;BYDAY=1SU']
  expect(read('it', 'ogni prima domenica del mese dalle 14 alle 16')).toEqual(sunday)
  expect(read('it', 'ogni mese la prima domenica dalle 14 alle 16')).toEqual(sunday)
  expect(read('pt', 'todo primeiro domingo do mês das 14 às 16')).toEqual(sunday)
  expect(read('pt', 'todos os meses no primeiro domingo das 14h às 16h')).toEqual(sunday)
  expect(read('de', 'jeden ersten Sonntag im Monat von 14 bis 16')).toEqual(sunday)
  expect(read('en', 'first Sunday of the month from 14 to 16')).toEqual(sunday)
  expect(read('en', 'from 14 to 16 December, all day')).toEqual(['2026-12-14 – 2026-12-16'])
})

const noAugust = [
  '2026-12-06T14:00 – 2026-12-06T16:00',
  'RRULE:FREQ=MONTHLY;BYDAY=1SU;BYMONTH=1,2,3,4,5,6,7,9,10,11,12',
]
const noSummer = [
  '2026-12-01T19:30 – 2026-12-01T19:30',
  'RRULE:FREQ=WEEKLY;BYDAY=TU;BYMONTH=1,2,3,4,5,6,9,10,11,12',
]

test.each([
  ['en', 'first Sunday of the month 14:00 to 16:00, not in August', noAugust],
  ['en', 'every Tuesday 19:30, except in July and August', noSummer],
  ['en', 'every Tuesday 19:30 but not in July or August', noSummer],
  ['en', 'Tuesdays 7:30pm, not in Aug., and not during the month of July', noSummer],
  ['en', 'every Tuesday 19:30 except July–August', noSummer],
  ['de', 'am ersten Sonntag im Monat 14:00 bis 16:00 Uhr, nicht im August', noAugust],
  ['de', 'jeden Dienstag 19:30 Uhr, außer im Juli und August', noSummer],
  ['de', 'jeden Dienstag 19:30 Uhr, aber nicht von Juli bis August', noSummer],
  ['de', 'jeden Dienstag, ohne Juli und August, 19:30 Uhr', noSummer],
  ['fr', 'tous les mardis à 19h30, sauf en juillet et en août', noSummer],
  ['fr', 'tous les mardis à 19h30, mais pas au mois de juillet ni au mois d’août', noSummer],
  ['fr', 'le premier dimanche du mois de 14h à 16h, pas en août', noAugust],
  ['es', 'todos los martes a las 19:30, excepto en julio y agosto', noSummer],
  ['es', 'el primer domingo de cada mes de 14:00 a 16:00, pero no en agosto', noAugust],
  ['it', 'ogni martedì alle 19:30, tranne a luglio e ad agosto', noSummer],
  ['it', 'la prima domenica del mese dalle 14 alle 16, non in agosto', noAugust],
  ['nl', 'elke dinsdag om 19:30, behalve in juli en augustus', noSummer],
  ['nl', 'de eerste zondag van de maand van 14:00 tot 16:00, niet in augustus', noAugust],
  ['pt', 'todas as terças às 19:30, exceto em julho e agosto', noSummer],
  ['pt', 'no primeiro domingo do mês das 14:00 às 16:00, mas não em agosto', noAugust],
  ['ja', '毎週火曜日19時30分、7月と8月を除く', noSummer],
  ['ja', '毎月第1日曜日14時から16時（8月は休み）', noAugust],
  ['ar', 'كل ثلاثاء الساعة 19:30، ما عدا في يوليو وأغسطس', noSummer],
  ['ar', 'أول أحد من كل شهر من 14:00 إلى 16:00، ليس في شهر أغسطس', noAugust],
] as const)('months are left out, %s: “%s”', (language, words, dates) => {
  expect(read(language, words)).toEqual(dates)
})

test('months and days are left out together, and the first date is in none of them', () => {
  const words = 'every Tuesday 19:30 until 29 June, not in December to February, not on 9 March'
  expect(read('en', words)).toEqual([
    '2027-03-02T19:30 – 2027-03-02T19:30',
    'RRULE:FREQ=WEEKLY;BYDAY=TU;BYMONTH=3,4,5,6,7,8,9,10,11;UNTIL=20270629',
    'EXDATE;VALUE=DATE:20270309',
  ])
  expect(read('en', 'weekly 19:30 from 24 November 2026, not in December, 10 times')).toEqual([
    '2026-11-24T19:30 – 2026-11-24T19:30',
    'RRULE:FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11;COUNT=10',
  ])
  // It stays on its day of the week.
  expect(read('en', 'weekly 19:30 from 1 December 2026, not in December')).toEqual([
    '2027-01-05T19:30 – 2027-01-05T19:30',
    'RRULE:FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11',
  ])
})

test.each([
  ['en', 'every Tuesday 7pm, not in August 2027', [{ code: 'not_understood', text: 'not in August 2027' }]],
  ['en', '3 May 7pm, not in August', [{ code: 'no_rule', text: 'not in August' }]],
  ['en', 'every year on 3 August 7pm, not in August', [{ code: 'not_understood', text: 'not in August' }]],
  ['en', 'every day 7pm, not in January to December', [{ code: 'no_day', text: '' }]],
  ['en', 'every day 7pm, not in summer', [{ code: 'not_understood', text: 'not in summer' }]],
  ['en', 'every day 7pm, not in August and on 9 May', [{ code: 'beside_rule', text: '9 May' }]],
  // It may be Tuesdays.
  ['es', 'todos los días a las 19:00, menos mar', [{ code: 'not_understood', text: 'menos' }]],
] as const)('months that are left out are not guessed, %s: “%s”', (language, words, faults) => {
  expect(read(language, words)).toEqual(faults)
})

test('sentences as people write them', () => {
  expect(read('en', 'Tuesdays and Thursdays 7-9pm, 10 times')).toEqual([
    '2026-11-26T19:00 – 2026-11-26T21:00',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=10',
  ])
  expect(read('en', 'Mon to Fri 9:00–17:00 from 7 to 18 December')).toEqual([
    '2026-12-07T09:00 – 2026-12-07T17:00',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261218',
  ])
  expect(read('en', 'first Tuesday of every month 7pm')).toEqual([
    '2026-12-01T19:00 – 2026-12-01T19:00',
    'RRULE:FREQ=MONTHLY;BYDAY=1TU',
  ])
  expect(read('de', 'alle zwei Wochen am Montag von 18 bis 20 Uhr, 6-mal')).toEqual([
    '2026-11-30T18:00 – 2026-11-30T20:00',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=6',
  ])
  expect(read('en', 'Dec 22 and 29, 22:00 to 02:00')).toEqual([
    '2026-12-22T22:00 – 2026-12-23T02:00',
    'RDATE;VALUE=DATE:20261229',
  ])
  expect(read('en', 'every Tuesday and every Friday at noon until 31/12/2026')).toEqual([
    '2026-11-27T12:00 – 2026-11-27T12:00',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20261231',
  ])
  expect(read('en', 'tomorrow 19:30')).toEqual(['2026-11-26T19:30 – 2026-11-26T19:30'])
})

test.each([
  ['en', 'every Tuesday at seven', [{ code: 'not_understood', text: 'at seven' }]],
  [
    'en',
    'Every Tuesday 7pm except in the holidays',
    [{ code: 'not_understood', text: 'except in the holidays' }],
  ],
  ['en', 'every Tuesday at 7', [{ code: 'ambiguous_time', text: 'at 7', choices: ['at 7:00', 'at 19:00'] }]],
  ['de', 'morgen Um 12', [{ code: 'ambiguous_time', text: 'Um 12', choices: ['Um 0:00', 'Um 12:00'] }]],
  [
    'es',
    'mañana a las 8',
    [{ code: 'ambiguous_time', text: 'a las 8', choices: ['a las 8:00', 'a las 20:00'] }],
  ],
  ['en', 'jeden Dienstag 19:00', [{ code: 'not_understood', text: 'jeden Dienstag' }]],
  ['en', '3/4 7pm', [{ code: 'ambiguous', text: '3/4', choices: ['--04-03', '--03-04'] }]],
  [
    'de',
    '03/04/2027 19 Uhr',
    [{ code: 'ambiguous', text: '03/04/2027', choices: ['2027-04-03', '2027-03-04'] }],
  ],
  ['en', '31 June 7pm', [{ code: 'no_such_day', text: '31 June' }]],
  ['en', 'Monday 1 December 10am', [{ code: 'other_weekday', text: 'Monday 1 December' }]],
  ['en', 'every Tuesday 7pm, 8 December', [{ code: 'beside_rule', text: '8 December' }]],
  ['en', 'every Tuesday 7pm every month', [{ code: 'twice', text: 'every month' }]],
  ['en', '3 May 7pm, not on 10 May', [{ code: 'no_rule', text: '10 May' }]],
  ['en', 'every Tuesday', [{ code: 'no_time', text: '' }]],
  ['en', '7pm', [{ code: 'no_day', text: '' }]],
  ['en', 'from 3 May 10:00', [{ code: 'no_end', text: '3 May' }]],
  [
    'en',
    'every Tuesday 7pm from 1 March 2027 until 1 February 2027',
    [{ code: 'wrong_order', text: '1 February 2027' }],
  ],
  ['en', '', [{ code: 'no_day', text: '' }]],
  ['en', 'Every day, except 8 May, 9 May … 7pm', [{ code: 'not_understood', text: '…' }]],
  ['en', 'every Tuesday 7pm 🎉', [{ code: 'not_understood', text: '🎉' }]],
] as const)('%s: “%s” is not guessed', (language, words, faults) => {
  expect(read(language, words)).toEqual(faults)
})

test('what is not said stays', () => {
  const before = {
    start: Temporal.PlainDateTime.from('2026-12-03T18:00'),
    end: Temporal.PlainDateTime.from('2026-12-03T19:30'),
    isAllDay: false,
  }
  const found = datesOfSentence('every Friday 20:00', { tongue: tongueOf('en'), today, before })
  expect('dates' in found && [String(found.dates.start), String(found.dates.end)]).toEqual([
    '2026-12-04T20:00:00',
    '2026-12-04T21:30:00',
  ])
})

const someDay = fc
  .integer({ min: 0, max: 900 })
  .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }))

/** Rules that have words. Starts are dates of their rule, as the first date is always one. */
const someRule = fc.record({
  day: someDay,
  interval: fc.constantFrom(1, 1, 2, 3, 11),
  is: fc.constantFrom('daily', 'weekly', 'monthDay', 'monthNth', 'monthEnd', 'yearly', 'dates'),
  days: fc.subarray([...weekdays], { minLength: 1 }),
  monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom('never', 'count', 'until'),
  count: fc.integer({ min: 1, max: 40 }),
  excluded: fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 5 }),
  added: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }),
  monthsOut: fc.oneof(
    fc.constant<number[]>([]),
    fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
  ),
  language: fc.constantFrom(...languages, 'en-US', 'de-AT', 'fr-CA', 'es-MX', 'pt-BR'),
})
type SomeRule = typeof someRule extends fc.Arbitrary<infer Rule> ? Rule : never

function scheduleOf(rule: SomeRule): Schedule {
  const { interval, is, monthDays, end, count } = rule
  let { day } = rule
  const name = () => weekdays[day.dayOfWeek - 1] ?? 'MO'
  if (is === 'monthEnd') day = day.with({ day: day.daysInMonth })
  const nth = day.day + 7 > day.daysInMonth ? -1 : Math.ceil(day.day / 7)
  const parts = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${[...new Set([...rule.days, name()])].join(',')}`,
    monthDay: `FREQ=MONTHLY;BYMONTHDAY=${[...new Set([...monthDays, day.day])].join(',')}`,
    monthNth: `FREQ=MONTHLY;BYDAY=${nth}${name()}`,
    monthEnd: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    yearly: 'FREQ=YEARLY',
    dates: '',
  }[is]
  const basic = (days: number) => day.add({ days }).toString().replaceAll('-', '')
  const ended = { never: '', count: `;COUNT=${count}`, until: `;UNTIL=${basic(count * 7)}` }[end]
  // A rule has the month of its first date.
  const months = Array.from({ length: 12 }, (_, at) => at + 1).filter(
    (month) => month === day.month || !rule.monthsOut.includes(month),
  )
  const inMonths = is === 'yearly' || months.length === 12 ? '' : `;BYMONTH=${months.join(',')}`
  const added = is === 'dates' ? [...rule.added, 14] : rule.added
  const lines = [
    ...(parts === '' ? [] : [`RRULE:${parts};INTERVAL=${interval}${inMonths}${ended}`]),
    ...(added.length > 0 ? [`RDATE;VALUE=DATE:${added.map(basic).join(',')}`] : []),
    ...(rule.excluded.length > 0 && parts !== ''
      ? [`EXDATE;VALUE=DATE:${rule.excluded.map(basic).join(',')}`]
      : []),
  ]
  const start = day.toPlainDateTime('18:00')
  return {
    zone,
    isAllDay: false,
    start,
    duration: 3600,
    recurrence: settleRecurrence(readRecurrence(lines), { wall: start, isAllDay: false, zone }),
  }
}

function firstDates({ recurrence, start }: Pick<Schedule, 'recurrence' | 'start'>): string[] {
  return datesUntil(recurrence, start, start.add({ years: 4 }))
    .dates.slice(0, 60)
    .map(String)
}

test('the words of a rule are read as the rule, in every language', () => {
  fc.assert(
    fc.property(someRule, (rule) => {
      const schedule = scheduleOf(rule)
      const [language] = rule.language.split('-') as [Language]
      const words = ruleWords(schedule, { tag: rule.language, phrases: phrasesBy[language] ?? english })
      // What is said of more dates than have a place ends with dots.
      fc.pre(words !== undefined && !words.includes('…') && firstDates(schedule).length > 0)
      const before = { start: schedule.start, end: schedule.start.add({ hours: 1 }), isAllDay: false }
      const found = datesOfSentence(words, {
        tongue: tongueOf(language),
        today: schedule.start.toPlainDate(),
        before,
      })
      if ('faults' in found) throw new Error(`${words}: ${JSON.stringify(found.faults)}`)
      const { start, recurrence } = found.dates
      const again = {
        start,
        recurrence: settleRecurrence(readRecurrence(recurrence), { wall: start, isAllDay: false, zone }),
      }
      expect(firstDates(again), words).toEqual(firstDates(schedule))
    }),
    { numRuns: runs(800) },
  )
})
