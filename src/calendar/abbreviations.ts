/**
 * The letters that the IANA time zone database gives to the clocks of the world, keyed by the English long name under
 * which Intl knows them. Intl itself answers `GMT+2` where the database says `CEST`, but its long names follow the same
 * history, summer time included. A name that is missing here has no letters in the database: `+04`, `-03`, `+0545`.
 */
export const lettersOfClock: Readonly<Record<string, string>> = {
  'Alaska Standard Time': 'AKST',
  'Alaska Daylight Time': 'AKDT',
  'American Samoa Standard Time': 'SST',
  'Atlantic Standard Time': 'AST',
  'Atlantic Daylight Time': 'ADT',
  'Australian Central Standard Time': 'ACST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Western Standard Time': 'AWST',
  'Australian Western Daylight Time': 'AWDT',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central Standard Time': 'CST',
  'Central Daylight Time': 'CDT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Indonesia Time': 'WITA',
  'Chamorro Standard Time': 'ChST',
  'China Standard Time': 'CST',
  'China Daylight Time': 'CDT',
  'Coordinated Universal Time': 'UTC',
  'Cuba Standard Time': 'CST',
  'Cuba Daylight Time': 'CDT',
  'East Africa Time': 'EAT',
  'Eastern Standard Time': 'EST',
  'Eastern Daylight Time': 'EDT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Indonesia Time': 'WIT',
  'Greenwich Mean Time': 'GMT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Hong Kong Standard Time': 'HKT',
  'Hong Kong Summer Time': 'HKST',
  'India Standard Time': 'IST',
  'Irish Standard Time': 'IST',
  'Israel Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Japan Standard Time': 'JST',
  'Japan Daylight Time': 'JDT',
  'Korean Standard Time': 'KST',
  'Korean Daylight Time': 'KDT',
  'Mexican Pacific Standard Time': 'MST',
  'Mexican Pacific Daylight Time': 'MDT',
  'Moscow Standard Time': 'MSK',
  'Moscow Summer Time': 'MSD',
  'Mountain Standard Time': 'MST',
  'Mountain Daylight Time': 'MDT',
  'New Zealand Standard Time': 'NZST',
  'New Zealand Daylight Time': 'NZDT',
  'Newfoundland Standard Time': 'NST',
  'Newfoundland Daylight Time': 'NDT',
  'Pacific Standard Time': 'PST',
  'Pacific Daylight Time': 'PDT',
  'Pakistan Standard Time': 'PKT',
  'Pakistan Summer Time': 'PKST',
  'Philippine Standard Time': 'PST',
  'Philippine Summer Time': 'PDT',
  'South Africa Standard Time': 'SAST',
  'Taiwan Standard Time': 'CST',
  'Taiwan Daylight Time': 'CDT',
  'West Africa Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Yukon Time': 'MST',
}

/** Zones without letters in the database that share their clock's long name with zones that have them. */
export const letterless: ReadonlySet<string> = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Colombo',
  'Europe/Minsk',
])

/** Zones whose clock Intl does not name, and the zone that has kept the same clock since 1972 and is named. */
export const namedLike: Readonly<Record<string, string>> = {
  'Europe/Guernsey': 'Europe/London',
  'Europe/Isle_of_Man': 'Europe/London',
  'Europe/Jersey': 'Europe/London',
}

/** Zones that keep the clock of another one under letters of their own. */
export const ownLetters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GMT': { UTC: 'GMT' },
  'GMT0': { UTC: 'GMT' },
  'GMT+0': { UTC: 'GMT' },
  'GMT-0': { UTC: 'GMT' },
  'Etc/GMT': { UTC: 'GMT' },
  'Etc/GMT0': { UTC: 'GMT' },
  'Etc/GMT+0': { UTC: 'GMT' },
  'Etc/GMT-0': { UTC: 'GMT' },
  'MET': { CET: 'MET', CEST: 'MEST' },
}

/**
 * What letters after a time of day denote, as an offset (D10). Only letters of one common meaning: `IST` is heard as
 * Ireland, Israel and India. A map, since it is asked with words that strangers send.
 */
export const offsetOfLetters: ReadonlyMap<string, string> = new Map(Object.entries({
  ut: '+00:00', utc: '+00:00', gmt: '+00:00',
  hst: '-10:00', akst: '-09:00', akdt: '-08:00', pst: '-08:00', pdt: '-07:00', mst: '-07:00', mdt: '-06:00',
  cst: '-06:00', cdt: '-05:00', est: '-05:00', edt: '-04:00', adt: '-03:00', nst: '-03:30', ndt: '-02:30',
  wet: '+00:00', west: '+01:00', bst: '+01:00', cet: '+01:00', cest: '+02:00', eet: '+02:00', eest: '+03:00',
  msk: '+03:00', wat: '+01:00', cat: '+02:00', sast: '+02:00', eat: '+03:00', pkt: '+05:00', wib: '+07:00',
  hkt: '+08:00', awst: '+08:00', jst: '+09:00', kst: '+09:00', acst: '+09:30', acdt: '+10:30', aest: '+10:00',
  aedt: '+11:00', nzst: '+12:00', nzdt: '+13:00',
}))
