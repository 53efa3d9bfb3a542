import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findZone, zoneAbbreviation } from './zone.ts'

const july = Temporal.Instant.from('2031-07-01T10:00:00Z')
const january = Temporal.Instant.from('2031-01-15T10:00:00Z')

describe('names of zones', () => {
  test.each([
    ['America/New_York', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['US/Eastern', 'US/Eastern'],
    ['EST', 'EST'],
    ['EST5EDT', 'EST5EDT'],
    ['PST', '-08:00'],
    ['GMT', 'GMT'],
    ['UTC', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['UTC+3', '+03:00'],
    ['UTC+0', '+00:00'],
    ['UTC-0', '+00:00'],
    ['UTC+5:30', '+05:30'],
    ['UTC+5.5', '+05:30'],
    ['UTC+5.75', '+05:45'],
    ['UTC-9.5', '-09:30'],
    ['UTC-12', '-12:00'],
    ['UTC+14', '+14:00'],
    ['+03:00', '+03:00'],
    ['-0500', '-05:00'],
  ])('%s is %s', (name, id) => {
    expect(findZone(name)).toEqual({ name, id })
  })

  test.each([
    '',
    ' ',
    'Mars/Phobos',
    'America/Nowhere',
    'XYZ',
    'UTCfoo',
    'UTC+99',
    'UTC-13',
    'UTC+14:30',
    'UTC+5:60',
    'UTC+3.33',
    'utc+3',
    '+14:01',
    '-12:30',
    '+3',
    '5',
    'Z',
    'localtime',
    '2031-05-01T10:00Z',
    '2031-05-01[Europe/Rome]',
    'constructor',
    '__proto__',
    'UTC'.padStart(65, 'x'),
  ])('%j is none', (text) => {
    expect(findZone(text)).toBeUndefined()
  })

  test('blanks around a name are not part of it', () => {
    expect(findZone(' Europe/Paris\n')).toEqual({ name: 'Europe/Paris', id: 'Europe/Paris' })
  })

  test('any text is answered', () => {
    const zoneLike = fc.string({ unit: fc.constantFrom(...'UTCGMT+-.:/0123459z') })
    fc.assert(
      fc.property(fc.oneof(fc.string(), zoneLike), (text) => {
        const zone = findZone(text)
        if (zone) expect(july.toZonedDateTimeISO(zone.id).timeZoneId).toBe(zone.id)
      }),
    )
  })
})

describe('abbreviations in July and January', () => {
  test.each([
    ['America/New_York', 'EDT', 'EST'],
    ['america/new_york', 'EDT', 'EST'],
    ['America/Chicago', 'CDT', 'CST'],
    ['America/Phoenix', 'MST', 'MST'],
    ['America/Los_Angeles', 'PDT', 'PST'],
    ['America/Halifax', 'ADT', 'AST'],
    ['America/St_Johns', 'NDT', 'NST'],
    ['America/Anchorage', 'AKDT', 'AKST'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['America/Havana', 'CDT', 'CST'],
    ['America/Mexico_City', 'CST', 'CST'],
    ['America/Whitehorse', 'MST', 'MST'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['America/Bogota', '-05', '-05'],
    ['America/Santiago', '-04', '-03'],
    ['Atlantic/Azores', '+00', '-01'],
    ['Europe/London', 'BST', 'GMT'],
    ['Europe/Jersey', 'BST', 'GMT'],
    ['Europe/Dublin', 'IST', 'GMT'],
    ['Europe/Lisbon', 'WEST', 'WET'],
    ['Europe/Paris', 'CEST', 'CET'],
    ['Europe/Athens', 'EEST', 'EET'],
    ['Europe/Moscow', 'MSK', 'MSK'],
    ['Europe/Minsk', '+03', '+03'],
    ['Europe/Istanbul', '+03', '+03'],
    ['Africa/Lagos', 'WAT', 'WAT'],
    ['Africa/Maputo', 'CAT', 'CAT'],
    ['Africa/Nairobi', 'EAT', 'EAT'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Africa/Cairo', 'EEST', 'EET'],
    ['Asia/Jerusalem', 'IDT', 'IST'],
    ['Asia/Dubai', '+04', '+04'],
    ['Asia/Tehran', '+0330', '+0330'],
    ['Asia/Karachi', 'PKT', 'PKT'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Calcutta', 'IST', 'IST'],
    ['Asia/Colombo', '+0530', '+0530'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Asia/Jakarta', 'WIB', 'WIB'],
    ['Asia/Makassar', 'WITA', 'WITA'],
    ['Asia/Jayapura', 'WIT', 'WIT'],
    ['Asia/Singapore', '+08', '+08'],
    ['Asia/Shanghai', 'CST', 'CST'],
    ['Asia/Hong_Kong', 'HKT', 'HKT'],
    ['Asia/Manila', 'PST', 'PST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Seoul', 'KST', 'KST'],
    ['Australia/Perth', 'AWST', 'AWST'],
    ['Antarctica/Casey', '+08', '+08'],
    ['Australia/Adelaide', 'ACST', 'ACDT'],
    ['Australia/Sydney', 'AEST', 'AEDT'],
    ['Australia/Lord_Howe', '+1030', '+11'],
    ['Pacific/Auckland', 'NZST', 'NZDT'],
    ['Pacific/Guam', 'ChST', 'ChST'],
    ['Pacific/Pago_Pago', 'SST', 'SST'],
    ['Pacific/Marquesas', '-0930', '-0930'],
    ['MET', 'MEST', 'MET'],
    ['GMT', 'GMT', 'GMT'],
    ['Etc/GMT', 'GMT', 'GMT'],
    ['UTC', 'UTC', 'UTC'],
    ['Zulu', 'UTC', 'UTC'],
    ['Etc/GMT+5', '-05', '-05'],
    ['EST', 'EST', 'EST'],
    ['EST5EDT', 'EDT', 'EST'],
    ['PST', 'PST', 'PST'],
    ['UTC+3', 'UTC+3', 'UTC+3'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
    ['+03:00', 'GMT+0300', 'GMT+0300'],
    ['-0500', 'GMT-0500', 'GMT-0500'],
  ])('%s: %s and %s', (name, summer, winter) => {
    const zone = findZone(name) ?? { name: 'unknown', id: 'UTC' }
    expect([zoneAbbreviation(zone, july), zoneAbbreviation(zone, january)]).toEqual([summer, winter])
  })

  test('every zone of the world has letters, or its offset in digits', () => {
    for (const id of Intl.supportedValuesOf('timeZone')) {
      for (const instant of [july, january]) {
        const said = zoneAbbreviation({ name: id, id }, instant)
        expect(said, id).toMatch(/^([A-Z]{3,4}|ChST|[+-]\d\d(\d\d)?)$/)
        const digits = instant.toZonedDateTimeISO(id).offset.replace(':', '')
        if (/\d/.test(said)) expect(said.padEnd(5, '0'), id).toBe(digits)
      }
    }
  })

  test('history is followed', () => {
    const at = (text: string, id: string) => zoneAbbreviation({ name: id, id }, Temporal.Instant.from(text))
    expect(at('2005-07-01T00:00Z', 'Europe/Moscow')).toBe('MSD')
    expect(at('1944-12-01T00:00Z', 'Europe/Berlin')).toBe('CET')
    expect(at('1960-07-01T00:00Z', 'America/New_York')).toBe('EDT')
    expect(at('1850-07-01T00:00Z', 'America/New_York')).toBe('-0456')
    expect(at('1999-07-01T00:00Z', 'America/Sao_Paulo')).toBe('-03')
    expect(at('2010-12-01T00:00Z', 'America/Sao_Paulo')).toBe('-02')
  })
})
