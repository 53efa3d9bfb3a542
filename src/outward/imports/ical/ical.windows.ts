import { findIana } from 'windows-iana'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'

/**
 * What Windows, and so Outlook and Exchange, shows for its zones: behind an offset such as `(UTC+01:00)`. What earlier versions
 * showed stands behind a bar.
 */
const shownNames: Readonly<Record<string, string>> = {
  'Dateline Standard Time': 'International Date Line West',
  'UTC-11': 'Coordinated Universal Time-11',
  'Aleutian Standard Time': 'Aleutian Islands',
  'Hawaiian Standard Time': 'Hawaii',
  'Marquesas Standard Time': 'Marquesas Islands',
  'Alaskan Standard Time': 'Alaska',
  'UTC-09': 'Coordinated Universal Time-09',
  'Pacific Standard Time (Mexico)': 'Baja California | Tijuana, Baja California',
  'UTC-08': 'Coordinated Universal Time-08',
  'Pacific Standard Time': 'Pacific Time (US & Canada) | Pacific Time (US & Canada); Tijuana',
  'US Mountain Standard Time': 'Arizona',
  'Mountain Standard Time (Mexico)': 'La Paz, Mazatlan | Chihuahua, La Paz, Mazatlan',
  'Mountain Standard Time': 'Mountain Time (US & Canada)',
  'Yukon Standard Time': 'Yukon',
  'Central America Standard Time': 'Central America',
  'Central Standard Time': 'Central Time (US & Canada)',
  'Easter Island Standard Time': 'Easter Island',
  'Central Standard Time (Mexico)': 'Guadalajara, Mexico City, Monterrey | Mexico City',
  'Canada Central Standard Time': 'Saskatchewan',
  'SA Pacific Standard Time': 'Bogota, Lima, Quito, Rio Branco',
  'Eastern Standard Time (Mexico)': 'Chetumal',
  'Eastern Standard Time': 'Eastern Time (US & Canada)',
  'Haiti Standard Time': 'Haiti',
  'Cuba Standard Time': 'Havana',
  'US Eastern Standard Time': 'Indiana (East)',
  'Turks And Caicos Standard Time': 'Turks and Caicos',
  'Paraguay Standard Time': 'Asuncion',
  'Atlantic Standard Time': 'Atlantic Time (Canada)',
  'Venezuela Standard Time': 'Caracas',
  'Central Brazilian Standard Time': 'Cuiaba | Manaus',
  'SA Western Standard Time': 'Georgetown, La Paz, Manaus, San Juan',
  'Pacific SA Standard Time': 'Santiago',
  'Newfoundland Standard Time': 'Newfoundland',
  'Tocantins Standard Time': 'Araguaina',
  'E. South America Standard Time': 'Brasilia',
  'SA Eastern Standard Time': 'Cayenne, Fortaleza | Georgetown, Cayenne',
  'Argentina Standard Time': 'City of Buenos Aires | Buenos Aires, Georgetown',
  'Greenland Standard Time': 'Greenland',
  'Montevideo Standard Time': 'Montevideo',
  'Magallanes Standard Time': 'Punta Arenas',
  'Saint Pierre Standard Time': 'Saint Pierre and Miquelon',
  'Bahia Standard Time': 'Salvador',
  'UTC-02': 'Coordinated Universal Time-02 | Mid-Atlantic',
  'Azores Standard Time': 'Azores',
  'Cape Verde Standard Time': 'Cabo Verde Is. | Cape Verde Is.',
  UTC: 'Coordinated Universal Time',
  'GMT Standard Time':
    'Dublin, Edinburgh, Lisbon, London | Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London',
  'Greenwich Standard Time': 'Monrovia, Reykjavik | Casablanca, Monrovia, Reykjavik',
  'Sao Tome Standard Time': 'Sao Tome',
  'Morocco Standard Time': 'Casablanca',
  'W. Europe Standard Time': 'Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  'Central Europe Standard Time': 'Belgrade, Bratislava, Budapest, Ljubljana, Prague',
  'Romance Standard Time': 'Brussels, Copenhagen, Madrid, Paris',
  'Central European Standard Time': 'Sarajevo, Skopje, Warsaw, Zagreb',
  'W. Central Africa Standard Time': 'West Central Africa',
  'GTB Standard Time': 'Athens, Bucharest | Athens, Bucharest, Istanbul | Athens, Istanbul, Minsk',
  'Middle East Standard Time': 'Beirut',
  'Egypt Standard Time': 'Cairo',
  'E. Europe Standard Time': 'Chisinau | E. Europe | Bucharest',
  'West Bank Standard Time': 'Gaza, Hebron',
  'South Africa Standard Time': 'Harare, Pretoria',
  'FLE Standard Time':
    'Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius | Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius',
  'Israel Standard Time': 'Jerusalem',
  'South Sudan Standard Time': 'Juba',
  'Kaliningrad Standard Time': 'Kaliningrad | Kaliningrad, Minsk',
  'Sudan Standard Time': 'Khartoum',
  'Libya Standard Time': 'Tripoli',
  'Namibia Standard Time': 'Windhoek',
  'Jordan Standard Time': 'Amman',
  'Arabic Standard Time': 'Baghdad',
  'Syria Standard Time': 'Damascus',
  'Turkey Standard Time': 'Istanbul',
  'Arab Standard Time': 'Kuwait, Riyadh',
  'Belarus Standard Time': 'Minsk',
  'Russian Standard Time': 'Moscow, St. Petersburg | Moscow, St. Petersburg, Volgograd',
  'E. Africa Standard Time': 'Nairobi',
  'Volgograd Standard Time': 'Volgograd',
  'Iran Standard Time': 'Tehran',
  'Arabian Standard Time': 'Abu Dhabi, Muscat',
  'Astrakhan Standard Time': 'Astrakhan, Ulyanovsk',
  'Azerbaijan Standard Time': 'Baku',
  'Russia Time Zone 3': 'Izhevsk, Samara',
  'Mauritius Standard Time': 'Port Louis',
  'Saratov Standard Time': 'Saratov',
  'Georgian Standard Time': 'Tbilisi',
  'Caucasus Standard Time': 'Yerevan',
  'Afghanistan Standard Time': 'Kabul',
  'West Asia Standard Time': 'Ashgabat, Tashkent',
  'Qyzylorda Standard Time': 'Astana',
  'Ekaterinburg Standard Time': 'Ekaterinburg',
  'Pakistan Standard Time': 'Islamabad, Karachi',
  'India Standard Time': 'Chennai, Kolkata, Mumbai, New Delhi',
  'Sri Lanka Standard Time': 'Sri Jayawardenepura',
  'Nepal Standard Time': 'Kathmandu',
  'Central Asia Standard Time': 'Bishkek | Nur-Sultan | Astana, Dhaka',
  'Bangladesh Standard Time': 'Dhaka',
  'Omsk Standard Time': 'Omsk',
  'Myanmar Standard Time': 'Yangon (Rangoon)',
  'SE Asia Standard Time': 'Bangkok, Hanoi, Jakarta',
  'Altai Standard Time': 'Barnaul, Gorno-Altaysk',
  'W. Mongolia Standard Time': 'Hovd',
  'North Asia Standard Time': 'Krasnoyarsk',
  'N. Central Asia Standard Time': 'Novosibirsk',
  'Tomsk Standard Time': 'Tomsk',
  'China Standard Time': 'Beijing, Chongqing, Hong Kong, Urumqi',
  'North Asia East Standard Time': 'Irkutsk | Irkutsk, Ulaan Bataar',
  'Singapore Standard Time': 'Kuala Lumpur, Singapore',
  'W. Australia Standard Time': 'Perth',
  'Taipei Standard Time': 'Taipei',
  'Ulaanbaatar Standard Time': 'Ulaanbaatar',
  'Aus Central W. Standard Time': 'Eucla',
  'Transbaikal Standard Time': 'Chita',
  'Tokyo Standard Time': 'Osaka, Sapporo, Tokyo',
  'North Korea Standard Time': 'Pyongyang',
  'Korea Standard Time': 'Seoul',
  'Yakutsk Standard Time': 'Yakutsk',
  'Cen. Australia Standard Time': 'Adelaide',
  'AUS Central Standard Time': 'Darwin',
  'E. Australia Standard Time': 'Brisbane',
  'AUS Eastern Standard Time': 'Canberra, Melbourne, Sydney',
  'West Pacific Standard Time': 'Guam, Port Moresby',
  'Tasmania Standard Time': 'Hobart',
  'Vladivostok Standard Time': 'Vladivostok',
  'Lord Howe Standard Time': 'Lord Howe Island',
  'Bougainville Standard Time': 'Bougainville Island',
  'Russia Time Zone 10': 'Chokurdakh',
  'Magadan Standard Time': 'Magadan',
  'Norfolk Standard Time': 'Norfolk Island',
  'Sakhalin Standard Time': 'Sakhalin',
  'Central Pacific Standard Time': 'Solomon Is., New Caledonia',
  'Russia Time Zone 11': 'Anadyr, Petropavlovsk-Kamchatsky',
  'New Zealand Standard Time': 'Auckland, Wellington',
  'UTC+12': 'Coordinated Universal Time+12',
  'Fiji Standard Time': 'Fiji | Fiji, Kamchatka, Marshall Is.',
  'Chatham Islands Standard Time': 'Chatham Islands',
  'UTC+13': 'Coordinated Universal Time+13',
  'Tonga Standard Time': "Nuku'alofa",
  'Samoa Standard Time': 'Samoa',
  'Line Islands Standard Time': 'Kiritimati Island',
}

interface Names {
  readonly whole: ReadonlyMap<string, string>
  readonly cities: ReadonlyMap<string, readonly string[]>
}

/** Made when it is first needed: few calendars need it. */
let names: Names | undefined

/** `(UTC+01:00) Amsterdam, …`, `(GMT-05.00) Eastern Time …` */
const behindOffset = /^\((?:UTC|GMT)(?:\s*([+-])\s*(\d{1,2})[:.]?(\d\d))?\)\s*(.*)$/is

/**
 * The zone of a name of Windows: the one by which it is known (`W. Europe Standard Time`), also without its ending or with a
 * number behind it, or the one that it shows, in whatever language the cities in it are written.
 */
export function zoneOfWindows(tzid: string): Zone | undefined {
  const bare = tzid.trim().replace(/ \d{1,3}$/, '')
  const standard = bare.replace(/ (?:daylight|summer) time$/i, ' Standard Time')
  for (const name of [tzid, bare, standard, `${bare} Standard Time`]) {
    const known = ianaOf(name)
    if (known) return known
  }
  const [, sign, hours, minutes, shown = bare] = behindOffset.exec(bare) ?? []
  const offset = sign === undefined ? undefined : `${sign}${hours?.padStart(2, '0')}:${minutes}`
  const { whole, cities } = (names ??= readNames())
  const same = whole.get(folded(shown))
  if (same !== undefined) return ianaOf(same)
  if (offset === undefined) return undefined
  const near = shown.split(',').flatMap((city) => cities.get(folded(city)) ?? [])
  return (
    near.flatMap((name) => ianaOf(name) ?? []).find((zone) => isWithOffset(zone, offset)) ??
    (shown === '' ? findZone(offset) : undefined)
  )
}

function readNames(): Names {
  const whole = new Map<string, string>()
  const cities = new Map<string, string[]>()
  for (const [name, shown] of Object.entries(shownNames)) {
    for (const text of shown.split('|')) {
      if (!whole.has(folded(text))) whole.set(folded(text), name)
      for (const city of text.split(','))
        cities.set(folded(city), [...(cities.get(folded(city)) ?? []), name])
    }
  }
  return { whole, cities }
}

function ianaOf(name: string): Zone | undefined {
  const [iana] = findIana(name)
  return iana === undefined ? undefined : findZone(iana)
}

/** Whether the offset is the zone’s in winter or summer of any recent year: Windows shows that of standard time. */
function isWithOffset({ id }: Zone, offset: string): boolean {
  return ['2010-01-15', '2010-07-15', '2026-01-15', '2026-07-15'].some(
    (day) => Temporal.PlainDate.from(day).toZonedDateTime(id).offset === offset,
  )
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(' and ', ' & ')
    .replaceAll(/[^\p{L}\p{N}+-]/gu, '')
}
