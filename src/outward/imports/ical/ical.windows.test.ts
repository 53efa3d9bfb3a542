import { expect, test } from 'vitest'
import { zoneNamed } from '../../../pure/calendar/zone.ts'
import { createZones } from './ical.zones.ts'

const zones = createZones([], {
  siteZone: zoneNamed('America/New_York'),
  now: Temporal.Instant.from('2031-01-01T00:00:00Z'),
})

test.each([
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien', 'Europe/Berlin'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern', 'Europe/Berlin'],
  ['Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(UTC+01:00) Brüssel, Kopenhagen, Madrid, Paris', 'Europe/Paris'],
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05.00) Eastern Time (US & Canada)', 'America/New_York'],
  ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Calcutta'],
  ['(UTC+10:00) Canberra, Melbourne, Sydney', 'Australia/Sydney'],
  ['(UTC+12:00) Auckland, Wellington', 'Pacific/Auckland'],
  ['(UTC) Coordinated Universal Time', 'Etc/UTC'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['W. Europe Daylight Time', 'Europe/Berlin'],
  ['W. Europe Standard Time 1', 'Europe/Berlin'],
  ['W. Europe', 'Europe/Berlin'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['GMT+0100', '+01:00'],
  ['(UTC-03:30)', '-03:30'],
])('%s stands for %s', (shown, id) => {
  const zone = zones.find(shown)
  expect(zone && zoneNamed(zone.id).id).toBe(zoneNamed(id).id)
})

test.each(['tzone://Microsoft/Custom', '(UTC+09:00) Berlin', 'Customized Time Zone', 'Springfield', ''])(
  '%j stands for none',
  (shown) => {
    expect(zones.find(shown)).toBeUndefined()
  },
)
