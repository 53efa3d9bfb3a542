/** Words around times of the day, in the languages of the public pages and in the form of `plainForm`. */

/** A time without digits: the hour that it is. */
export const namedHours: ReadonlyMap<string, number> = new Map([
  ...['noon', 'midday', 'mittag', 'mittags', 'midi', 'mediodia', 'middag', 'twaalf uur', 'mezzogiorno'].map(
    (word) => [word, 12] as const,
  ),
  ...['meio-dia', 'meio dia', '正午', 'ظهرا', 'الظهر', 'منتصف النهار'].map((word) => [word, 12] as const),
  ...['midnight', 'mitternacht', 'mitternachts', 'minuit', 'medianoche', 'middernacht', 'mezzanotte'].map(
    (word) => [word, 0] as const,
  ),
  ...['meia-noite', 'meia noite', '真夜中', '零時', 'منتصف الليل'].map((word) => [word, 0] as const),
])

/** Articles in front of a time without digits: before digits some of them are of days. */
export const nameLeads = 'del|al|do|ao|du|au|dal|dalla|vom|zum|den|de'

/** The half of the day that a word says. */
export type Half = 'am' | 'pm' | 'night'

/** Words behind an hour, or in front of it, that say its half of the day; the hours of a night are of both. */
export const halves: ReadonlyMap<string, Half> = new Map<string, Half>([
  ...asWords(
    'am',
    'in the morning|morning|morgens|fruh|vormittags|am morgen|am vormittag|du matin|de la manana|de la madrugada',
    "'s ochtends|'s morgens|ochtend|di mattina|del mattino|da manha|da madrugada|午前|ص|صباحا",
  ),
  ...asWords(
    'pm',
    'in the afternoon|in the evening|afternoon|evening|nachmittags|abends|am nachmittag|am abend|mittags',
    "de l'apres-midi|du soir|de la tarde|del mediodia|'s middags|'s avonds|di pomeriggio|del pomeriggio|di sera",
    'della sera|da tarde|午後|夜|م|مساء|ظهرا|بعد الظهر|عصرا',
  ),
  ...asWords(
    'night',
    "at night|nachts|in der nacht|de la nuit|de la noche|'s nachts|di notte|della notte|da noite|ليلا",
  ),
])

function asWords(half: Half, ...lists: string[]): (readonly [string, Half])[] {
  return lists.flatMap((list) => list.split('|')).map((word) => [word, half] as const)
}

/** Units of hours: `18h`, `20 Uhr`, `19 uur`, `8 o'clock`, `19時`. */
export const hourUnits =
  "o'clock|uhr|uur|heures?|horas?|hours?|hrs|hr|hs|ore|ora|h(?![a-z])|u(?![a-z])|時|الساعة|ساعة"

/** Words in front of a time that add nothing to it. */
export const leads =
  'starting|starts?|begins?|beginning|beginn|debut|inicio|inizio|aanvang|開演|開始|at|from|between|around|about|approx|circa|' +
  'ca|etwa|gegen|um|ab|von|zwischen|a partir des|a partir de|a partir das|a partire dalle|des|de|du|entre|vers|desde las|' +
  'desde|de las|a las|a la|las|sobre las|om|van|vanaf|tussen|rond|dalle ore|dalla|dalle|dal|alle ore|alle|verso le|le|ore|' +
  'tra le|tra|fra|das|da|as|a|pelas|من|الساعة|في|kl|h'

/** Words between the two times of a range. */
export const rangeWords =
  "-|to|until|till?|bis um|bis zu|bis|jusqu'a|a las|a la|hasta las|hasta la|hasta|tot|fino alle|alle ore|alle|ate as|ate|as|a|から|الى|حتى"

/** Words between the two times of a range that begins with `between`. */
export const andWords = 'and|und|et|en|y|e|و'

/** In front of a range of two times that are joined by {@link andWords}. */
export const betweenWords = /^(?:between|zwischen|entre|tussen|tra|fra) /

/** The texts that say that something goes on all day, in plain form. */
export const allDayTexts: readonly string[] = [
  'all day|all-day|allday|all day long|all day event|whole day|entire day|full day|24h|24 h|24 hours',
  'ganztagig|ganztags|ganzer tag|den ganzen tag|ganztagiges ereignis|24 stunden',
  'toute la journee|journee entiere|journee complete|journee',
  'todo el dia|dia completo|todo dia',
  'hele dag|de hele dag|heel de dag|hele dagen',
  'tutto il giorno|giornata intera|intera giornata|tutta la giornata|giorno intero',
  'o dia todo|dia inteiro|o dia inteiro|todo o dia',
  '終日|一日中|全日|終日イベント',
  'طوال اليوم|كل اليوم|يوم كامل|اليوم كله|اليوم كامل',
].flatMap((list) => list.split('|'))

const allDay: ReadonlySet<string> = new Set(allDayTexts)

/** Whether a text in plain form says that something goes on all day. */
export function saysAllDay(text: string): boolean {
  return allDay.has(text.replaceAll(/[().!]/g, '').trim())
}
