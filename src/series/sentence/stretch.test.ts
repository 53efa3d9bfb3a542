import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOf, type PeriodName } from '../../calendar/period.ts'
import { runs } from '../../../test/support/runs.ts'
import { type Language, languages } from '../../text/language.ts'
import { catalogues } from '../../web/locale.ts'
import { periodTexts } from '../../web/period.texts.ts'
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

const weekend = '2026-11-28 – 2026-11-29'
const nextWeekend = '2026-12-05 – 2026-12-06'
const nextWeek = '2026-11-30 – 2026-12-06'
const december = '2026-12-01 – 2026-12-31'
const june = '2027-06-01 – 2027-06-30'
const friday = '2026-11-27 –'
const saturdayEvening = '2026-11-28 17:00 –'
const tonight = '2026-11-25 17:00 –'
const days = '2027-05-03 – 2027-05-12'
const fridayToSunday = '2026-11-27 – 2026-11-29'
const threeDays = '2026-11-25 – 2026-11-28'
const summer = '2027-06-01 – 2027-08-31'
const summerOf2031 = '2031-06-01 – 2031-08-31'
const sinceJune = '2027-06-01 –'
const untilAugust = '2026-11-25 – 2027-08-31'

const said: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['June through August', summer],
    ['from June to August', summer],
    ['from June through August', summer],
    ['between June and August', summer],
    ['June - August', summer],
    ['Jun–Aug', summer],
    ['from June to August 2031', summerOf2031],
    ['December 2031 to January', '2031-12-01 – 2032-01-31'],
    ['from June', sinceJune],
    ['until August', untilAugust],
    ['between Friday and Sunday', fridayToSunday],
    ['today', '2026-11-25 –'],
    ['tomorrow', '2026-11-26 –'],
    ['the day after tomorrow', '2026-11-27 –'],
    ['yesterday', '2026-11-24 –'],
    ['tonight', tonight],
    ['this evening', tonight],
    ['Tomorrow morning', '2026-11-26 05:00 – 2026-11-26 12:00'],
    ['tomorrow night', '2026-11-26 20:00 – 2026-11-26 05:00'],
    ['Friday evening', '2026-11-27 17:00 –'],
    ['on Saturday afternoon', '2026-11-28 12:00 – 2026-11-28 18:00'],
    ['at the weekend', weekend],
    ['This weekend', weekend],
    ['over the weekend', weekend],
    ['next weekend', nextWeekend],
    ['last weekend', '2026-11-21 – 2026-11-22'],
    ['this week', '2026-11-25 – 2026-11-29'],
    ['next week', nextWeek],
    ['last week', '2026-11-16 – 2026-11-22'],
    ['this month', '2026-11-25 – 2026-11-30'],
    ['next month', december],
    ['next year', '2027-01-01 – 2027-12-31'],
    ['in 2031', '2031-01-01 – 2031-12-31'],
    ['next Friday', friday],
    ['on friday', friday],
    ['Friday next week', '2026-12-04 –'],
    ['the next 3 days', threeDays],
    ['the next two weeks', '2026-11-25 – 2026-12-09'],
    ['in June', june],
    ['june 2031', '2031-06-01 – 2031-06-30'],
    ['November', '2026-11-01 – 2026-11-30'],
    ['next November', '2027-11-01 – 2027-11-30'],
    ['2031-06', '2031-06-01 – 2031-06-30'],
    ['2031-06-07', '2031-06-07 –'],
    ['June to August', summer],
    ['from June until August 2031', '2031-06-01 – 2031-08-31'],
    ['December to January', '2026-12-01 – 2027-01-31'],
    ['from 3 to 12 May', days],
    ['May 3 to 12', days],
    ['3 May 2031', '2031-05-03 –'],
    ['until 5 December', '2026-11-25 – 2026-12-05'],
    ['from 5 December', '2026-12-05 –'],
    ['friday to sunday', fridayToSunday],
    ['until Sunday', '2026-11-25 – 2026-11-29'],
    ['tomorrow 7pm', '2026-11-26 19:00 –'],
    ['tomorrow 7pm to 9pm', '2026-11-26 19:00 – 2026-11-26 21:00'],
    ['3/4', 'ambiguous'],
    ['31 June', 'no_such_day'],
    ['Monday 1 December', 'other_weekday'],
    ['someday', 'not understood'],
    ['every Tuesday', 'not understood'],
    ['from 12 May 2031 to 3 May 2031', 'wrong_order'],
    ['the weekend of my dreams', 'not understood'],
  ],
  de: [
    ['von Juni bis August', summer],
    ['vom Juni bis zum August', summer],
    ['Juni – August', summer],
    ['zwischen Juni und August', summer],
    ['Juni bis einschließlich August', summer],
    ['von Juni bis August 2031', summerOf2031],
    ['Dezember 2031 bis Januar', '2031-12-01 – 2032-01-31'],
    ['ab Juni', sinceJune],
    ['bis August', untilAugust],
    ['zwischen Freitag und Sonntag', fridayToSunday],
    ['heute', '2026-11-25 –'],
    ['heute Abend', tonight],
    ['am Samstag', '2026-11-28 –'],
    ['Samstagabend', saturdayEvening],
    ['am Samstag Abend', saturdayEvening],
    ['morgen früh', '2026-11-26 05:00 – 2026-11-26 12:00'],
    ['am Wochenende', weekend],
    ['dieses Wochenende', weekend],
    ['am kommenden Wochenende', weekend],
    ['nächstes Wochenende', nextWeekend],
    ['nächste Woche', nextWeek],
    ['nächsten Monat', december],
    ['nächsten Freitag', friday],
    ['im Juni', june],
    ['Juni bis August', summer],
    ['die nächsten 3 Tage', threeDays],
    ['vom 3. bis 12. Mai', days],
    ['Freitag bis Sonntag', fridayToSunday],
    ['bis Sonntag', '2026-11-25 – 2026-11-29'],
    ['ab Freitag', '2026-11-27 –'],
  ],
  fr: [
    ['juin à août', summer],
    ['de juin jusqu’en août', summer],
    ['entre juin et août', summer],
    ['juin-août', summer],
    ['de juin à août 2031', summerOf2031],
    ['de décembre 2031 à janvier', '2031-12-01 – 2032-01-31'],
    ['à partir de juin', sinceJune],
    ['jusqu’en août', untilAugust],
    ['entre vendredi et dimanche', fridayToSunday],
    ['aujourd’hui', '2026-11-25 –'],
    ['ce soir', tonight],
    ['samedi soir', saturdayEvening],
    ['ce week-end', weekend],
    ['le week-end prochain', nextWeekend],
    ['la semaine prochaine', nextWeek],
    ['le mois prochain', december],
    ['vendredi prochain', friday],
    ['en juin', june],
    ['de juin à août', summer],
    ['les 3 prochains jours', threeDays],
    ['du 3 au 12 mai', days],
    ['de vendredi à dimanche', fridayToSunday],
  ],
  es: [
    ['junio a agosto', summer],
    ['desde junio hasta agosto', summer],
    ['entre junio y agosto', summer],
    ['de junio hasta agosto', summer],
    ['de junio a agosto de 2031', summerOf2031],
    ['de diciembre de 2031 a enero', '2031-12-01 – 2032-01-31'],
    ['desde junio', sinceJune],
    ['hasta agosto', untilAugust],
    ['entre viernes y domingo', fridayToSunday],
    ['hoy', '2026-11-25 –'],
    ['esta noche', tonight],
    ['el sábado por la noche', saturdayEvening],
    ['mañana por la mañana', '2026-11-26 05:00 – 2026-11-26 12:00'],
    ['este fin de semana', weekend],
    ['el próximo fin de semana', nextWeekend],
    ['la próxima semana', nextWeek],
    ['el mes que viene', december],
    ['el próximo viernes', friday],
    ['en junio', june],
    ['de junio a agosto', summer],
    ['los próximos 3 días', threeDays],
    ['del 3 al 12 de mayo', days],
    ['de viernes a domingo', fridayToSunday],
  ],
  it: [
    ['giugno ad agosto', summer],
    ['da giugno fino ad agosto', summer],
    ['tra giugno e agosto', summer],
    ['fra giugno ed agosto', summer],
    ['giugno-agosto', summer],
    ['da giugno ad agosto 2031', summerOf2031],
    ['da dicembre 2031 a gennaio', '2031-12-01 – 2032-01-31'],
    ['a partire da giugno', sinceJune],
    ['fino ad agosto', untilAugust],
    ['tra venerdì e domenica', fridayToSunday],
    ['oggi', '2026-11-25 –'],
    ['stasera', tonight],
    ['sabato sera', saturdayEvening],
    ['nel fine settimana', weekend],
    ['il prossimo fine settimana', nextWeekend],
    ['la prossima settimana', nextWeek],
    ['il mese prossimo', december],
    ['venerdì prossimo', friday],
    ['a giugno', june],
    ['da giugno ad agosto', summer],
    ['da giugno a agosto', summer],
    ['i prossimi 3 giorni', threeDays],
    ['dal 3 al 12 maggio', days],
    ['da venerdì a domenica', fridayToSunday],
  ],
  nl: [
    ['van juni tot augustus', summer],
    ['van juni tot en met augustus', summer],
    ['tussen juni en augustus', summer],
    ['juni t/m augustus', summer],
    ['van juni tot augustus 2031', summerOf2031],
    ['december 2031 tot januari', '2031-12-01 – 2032-01-31'],
    ['vanaf juni', sinceJune],
    ['tot augustus', untilAugust],
    ['tussen vrijdag en zondag', fridayToSunday],
    ['vandaag', '2026-11-25 –'],
    ['vanavond', tonight],
    ['zaterdagavond', saturdayEvening],
    ['in het weekend', weekend],
    ['komend weekend', weekend],
    ['volgend weekend', nextWeekend],
    ['volgende week', nextWeek],
    ['volgende maand', december],
    ['volgende vrijdag', friday],
    ['in juni', june],
    ['juni tot augustus', summer],
    ['de komende 3 dagen', threeDays],
    ['van 3 tot en met 12 mei', days],
    ['vrijdag tot en met zondag', fridayToSunday],
  ],
  pt: [
    ['junho a agosto', summer],
    ['desde junho até agosto', summer],
    ['de junho até agosto', summer],
    ['entre junho e agosto', summer],
    ['de junho a agosto de 2031', summerOf2031],
    ['de dezembro de 2031 a janeiro', '2031-12-01 – 2032-01-31'],
    ['a partir de junho', sinceJune],
    ['até agosto', untilAugust],
    ['entre sexta e domingo', fridayToSunday],
    ['hoje', '2026-11-25 –'],
    ['hoje à noite', tonight],
    ['sábado à noite', saturdayEvening],
    ['este fim de semana', weekend],
    ['no próximo fim de semana', nextWeekend],
    ['na próxima semana', nextWeek],
    ['no próximo mês', december],
    ['próxima sexta', friday],
    ['em junho', june],
    ['de junho a agosto', summer],
    ['os próximos 3 dias', threeDays],
    ['de 3 a 12 de maio', days],
    ['de sexta a domingo', fridayToSunday],
  ],
  ja: [
    ['6月から8月まで', summer],
    ['6月から8月', summer],
    ['6月〜8月', summer],
    ['６月から８月まで', summer],
    ['2031年6月から8月まで', summerOf2031],
    ['2031年12月から1月まで', '2031-12-01 – 2032-01-31'],
    ['6月から', sinceJune],
    ['8月まで', untilAugust],
    ['今日', '2026-11-25 –'],
    ['今夜', tonight],
    ['土曜日の夜', saturdayEvening],
    ['今週末', weekend],
    ['来週末', nextWeekend],
    ['来週', nextWeek],
    ['来月', december],
    ['次の金曜日', friday],
    ['6月', june],
    ['2031年6月', '2031-06-01 – 2031-06-30'],
    ['今後3日間', threeDays],
    ['5月3日から12日まで', days],
    ['金曜日から日曜日', fridayToSunday],
  ],
  ar: [
    ['من يونيو حتى أغسطس', summer],
    ['يونيو - أغسطس', summer],
    ['بين يونيو وأغسطس', summer],
    ['بين يونيو و أغسطس', summer],
    ['من يونيو إلى أغسطس 2031', summerOf2031],
    ['من ديسمبر 2031 إلى يناير', '2031-12-01 – 2032-01-31'],
    ['ابتداء من يونيو', sinceJune],
    ['حتى أغسطس', untilAugust],
    ['بين الجمعة والأحد', fridayToSunday],
    ['اليوم', '2026-11-25 –'],
    ['الليلة', tonight],
    ['مساء السبت', saturdayEvening],
    ['نهاية هذا الأسبوع', weekend],
    ['نهاية الأسبوع القادم', nextWeekend],
    ['الأسبوع القادم', nextWeek],
    ['الشهر القادم', december],
    ['يوم الجمعة القادم', friday],
    ['في يونيو', june],
    ['من يونيو إلى أغسطس', summer],
    ['من 3 إلى 12 مايو', days],
    ['من الجمعة إلى الأحد', fridayToSunday],
  ],
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
