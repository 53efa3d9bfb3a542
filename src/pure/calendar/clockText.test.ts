import { describe, expect, test } from 'vitest'
import { readClock } from './clockText.ts'
import { plainForm } from './dayNames.ts'

const read = (text: string, alone = true) => readClock(plainForm(text), { alone })

/** `19:30`, or `19:30-21:00`. */
function said(text: string): string | undefined {
  const clock = read(text)
  if (clock?.isAllDay) return 'all day'
  const [start, end] = [clock?.start, clock?.end].map((time) => time?.toString().replace(/:00$/, ''))
  return end === undefined ? start : `${start}-${end}`
}

describe('a time of the day', () => {
  test.each([
    ['19:30', '19:30'],
    ['19:30:15', '19:30:15'],
    ['9:05', '09:05'],
    ['19.30', '19:30'],
    ['19,30', '19:30'],
    ['19.30 Uhr', '19:30'],
    ['19:30h', '19:30'],
    ['19 : 30', '19:30'],
    ['20 Uhr', '20:00'],
    ['19 Uhr 30', '19:30'],
    ['ab 19 Uhr', '19:00'],
    ['18h30', '18:30'],
    ['18 h 30', '18:30'],
    ['9h', '09:00'],
    ['18h', '18:00'],
    ['19u30', '19:30'],
    ['20 uur', '20:00'],
    ['19 heures 30', '19:30'],
    ['ore 20.30', '20:30'],
    ['às 19h', '19:00'],
    ['a las 19:00', '19:00'],
    ['dès 18h', '18:00'],
    ['7pm', '19:00'],
    ['7 PM', '19:00'],
    ['7 p', '19:00'],
    ['7.30 p.m.', '19:30'],
    ['7:30 p. m.', '19:30'],
    ['6:30:00\u202fPM', '18:30'],
    ['12:00:00 AM', '00:00'],
    ['12am', '00:00'],
    ['12pm', '12:00'],
    ['7 o’clock', '07:00'],
    ['8 Uhr abends', '20:00'],
    ['7 du soir', '19:00'],
    ['8 de la noche', '20:00'],
    ['9 de la mañana', '09:00'],
    ['8 uur ’s avonds', '20:00'],
    ['9 di sera', '21:00'],
    ['12 Uhr nachts', '00:00'],
    ['2 at night', '02:00'],
    ['1400', '14:00'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['1400 hrs', '14:00'],
    ['1400h', '14:00'],
    ['14', '14:00'],
    ['24:00', '00:00'],
    ['0:00', '00:00'],
    ['0.8125', '19:30'],
    ['0,5', '12:00'],
    ['0.30', '00:30'],
    ['午後7時30分', '19:30'],
    ['19時半', '19:30'],
    ['19時', '19:00'],
    ['１９：３０', '19:30'],
    ['٧:٣٠ م', '19:30'],
    ['الساعة ٧ مساءً', '19:00'],
    ['19:30 Uhr.', '19:30'],
  ])('%j is %s', (text, expected) => expect(said(text)).toBe(expected))

  test.each([
    ['noon', 'midday', '12 noon', 'Mittag', '12 Uhr mittags', 'midi', 'mediodía', 'middag', 'mezzogiorno'],
    ['meio-dia', '正午', 'ظهرًا', 'منتصف النهار', 'at noon', 'Noon'],
  ])('noon in every language: %j …', (...texts) => {
    for (const text of texts) expect(said(text), text).toBe('12:00')
  })

  test.each([
    ['midnight', '12 midnight', 'Mitternacht', 'minuit', 'medianoche', 'middernacht', 'mezzanotte'],
    ['meia-noite', '真夜中', 'منتصف الليل'],
  ])('midnight in every language: %j …', (...texts) => {
    for (const text of texts) expect(said(text), text).toBe('00:00')
  })

  test.each([
    ['All Day', 'all-day', 'ganztägig', 'Toute la journée', 'todo el día', 'hele dag', 'tutto il giorno'],
    ['o dia todo', '終日', 'طوال اليوم', '(all day)'],
  ])('all day in every language: %j …', (...texts) => {
    for (const text of texts) expect(said(text), text).toBe('all day')
  })

  test.each([
    ['15:00 - 17:00', '15:00-17:00'],
    ['15:00–17:00', '15:00-17:00'],
    ['15—17', '15:00-17:00'],
    ['12 - 2pm', '12:00-14:00'],
    ['10-11am', '10:00-11:00'],
    ['11-1pm', '11:00-13:00'],
    ['9-5pm', '09:00-17:00'],
    ['7–9 p.m.', '19:00-21:00'],
    ['11pm-2', '23:00-02:00'],
    ['7pm - 9', '19:00-21:00'],
    ['7pm to midnight', '19:00-00:00'],
    ['10 - 12am', '22:00-00:00'],
    ['noon to 2pm', '12:00-14:00'],
    ['between 3 and 5pm', '15:00-17:00'],
    ['von 15 bis 17 Uhr', '15:00-17:00'],
    ['15 bis 17 Uhr', '15:00-17:00'],
    ['19.30 Uhr bis 21 Uhr', '19:30-21:00'],
    ['zwischen 15 und 17 Uhr', '15:00-17:00'],
    ['de 18h à 20h30', '18:00-20:30'],
    ['18h00 à 20h00', '18:00-20:00'],
    ['de 19:00 a 21:00', '19:00-21:00'],
    ['de 7 a las 9 de la noche', '19:00-21:00'],
    ['van 19 tot 21 uur', '19:00-21:00'],
    ['dalle 18 alle 20', '18:00-20:00'],
    ['das 19h às 21h', '19:00-21:00'],
    ['19時から21時まで', '19:00-21:00'],
    ['19:00〜21:00', '19:00-21:00'],
    ['من ٧ مساءً إلى ٩ مساءً', '19:00-21:00'],
    ['1400-1600', '14:00-16:00'],
    ['22:00-02:00', '22:00-02:00'],
  ])('%j is the range %s', (text, expected) => expect(said(text)).toBe(expected))

  test('may say its zone', () => {
    expect(read('7pm EST')).toMatchObject({ zone: '-05:00', rest: '' })
    expect(read('19:00 (Europe/Rome)')).toMatchObject({ zone: 'Europe/Rome', rest: '' })
    expect(read('19:00+01:00')).toMatchObject({ zone: '+01:00', rest: '' })
    expect(read('19:00 UTC')?.zone).toBeDefined()
    expect(read('20 Uhr MEZ')).toMatchObject({ zone: '+01:00', rest: '' })
  })

  test('leaves over what is no time, and 24:00 ends the day', () => {
    expect(read('19:30 (doors 19:00)')).toMatchObject({ rest: '(doors 19:00)' })
    expect(read('19:00 / 21:00')?.rest).toBe('/ 21:00')
    expect(read('24:00')).toMatchObject({ endsDay: true })
  })

  test.each(['', 'TBA', 'evening', 'x', '25:00', '19:75', '13', '-', 'nach Vereinbarung', '2026', 'Hall 5'])(
    '%j is none, or none where more is said',
    (text) => expect(read(text, false)).toBeUndefined(),
  )

  test('is not read in the time of a long text squared', () => {
    expect(read(`${'at '.repeat(50_000)}x`)).toBeUndefined()
    expect(read('7 - '.repeat(50_000))?.start).toBeDefined()
  })
})
