import type { Language } from '../../../pure/text/language.ts'

/**
 * How people name stretches of time, beside days (`spoken.ts`), in plain form: patterns, in which {n} is a number. What stands in front of
 * all of them and adds nothing is `fill`.
 */
export interface StretchWords {
  readonly fill: string
  readonly stretches: Readonly<Record<StretchName, string>>
  /** Parts of a day, before or behind it, or alone. */
  readonly parts: Readonly<Partial<Record<DayPart, string>>>
  /** What is put to the name of a month that is the next of its name. */
  readonly next: string
  /** Before the first and the last day of a stretch. */
  readonly from: string
  readonly until: string
  /** Before and between the two ends of a range that lies between both. */
  readonly both: readonly [string, string]
  /** Numbers as words, beside those of sentences. */
  readonly numbers?: Readonly<Record<string, number>>
}

export type StretchName =
  | 'yesterday'
  | 'weekend'
  | 'nextWeekend'
  | 'lastWeekend'
  | 'week'
  | 'nextWeek'
  | 'lastWeek'
  | 'month'
  | 'nextMonth'
  | 'lastMonth'
  | 'year'
  | 'nextYear'
  | 'days'
  | 'weeks'

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night'

const english: StretchWords = {
  fill: 'at|on|in|for|during|over|the|this|these|current|of|rest of',
  stretches: {
    yesterday: 'yesterday',
    weekend: '(?:coming )?weekend',
    nextWeekend: 'next weekend',
    lastWeekend: '(?:last|past) weekend',
    week: 'week',
    nextWeek: '(?:next|coming) week',
    lastWeek: '(?:last|past) week',
    month: 'month',
    nextMonth: '(?:next|coming) month',
    lastMonth: '(?:last|past) month',
    year: 'year',
    nextYear: '(?:next|coming) year',
    days: '(?:next|coming) {n} days?',
    weeks: '(?:next|coming) {n} weeks?',
  },
  parts: {
    evening: 'tonight|(?:in the |this )?evening',
    morning: '(?:in the |this )?morning',
    afternoon: '(?:in the |this )?afternoon',
    night: '(?:at )?night',
  },
  next: 'next|coming',
  from: 'from|starting|beginning',
  until: 'until|till|to|through|up to',
  both: ['between', 'and'],
}

const german: StretchWords = {
  fill: 'am|an|im|in|für|der|die|das|den|dem|diese[mnrs]?|über|während|zum|zur',
  stretches: {
    yesterday: 'gestern',
    weekend: '(?:kommende[mnrs]? )?wochenende',
    nextWeekend: 'nächste[mnrs]? wochenende',
    lastWeekend: '(?:letzte|vergangene|vorige)[mnrs]? wochenende',
    week: '(?:laufende[nr]? )?woche',
    nextWeek: '(?:nächste|kommende)[nr]? woche',
    lastWeek: '(?:letzte|vergangene|vorige)[nr]? woche',
    month: '(?:laufende[mn]? )?monat',
    nextMonth: '(?:nächste|kommende)[mnrs]? monat',
    lastMonth: '(?:letzte|vergangene|vorige)[mnrs]? monat',
    year: 'jahr',
    nextYear: '(?:nächste|kommende)[mnrs]? jahr',
    days: '(?:nächste|kommende)n? {n} tagen?',
    weeks: '(?:nächste|kommende)n? {n} wochen',
  },
  parts: {
    evening: '(?:am )?abends?',
    morning: '(?:am )?vormittags?|am morgen|morgens|früh',
    afternoon: '(?:am )?nachmittags?',
    night: '(?:in der )?nachts?',
  },
  next: '(?:nächste|kommende)[mnrs]?',
  from: 'von|vom|ab|seit',
  until: 'bis(?: zum)?(?: einschließlich)?',
  both: ['zwischen', 'und'],
}

const dutch: StretchWords = {
  fill: 'op|in|aan|tijdens|voor|de|het|dit|deze',
  stretches: {
    yesterday: 'gisteren',
    weekend: '(?:komend )?week(?:end|einde)',
    nextWeekend: 'volgend week(?:end|einde)',
    lastWeekend: '(?:vorig|afgelopen) week(?:end|einde)',
    week: 'week',
    nextWeek: '(?:volgende|komende) week',
    lastWeek: '(?:vorige|afgelopen) week',
    month: 'maand',
    nextMonth: '(?:volgende|komende) maand',
    lastMonth: '(?:vorige|afgelopen) maand',
    year: 'jaar',
    nextYear: '(?:volgend|komend) jaar',
    days: '(?:komende|volgende) {n} dagen',
    weeks: '(?:komende|volgende) {n} weken',
  },
  parts: {
    evening: "vanavond|(?:in de )?avond|'?s avonds",
    morning: "vanochtend|(?:in de )?ochtend|'?s ochtends|'?s morgens",
    afternoon: "vanmiddag|(?:in de )?middag|'?s middags",
    night: "vannacht|(?:in de )?nacht|'?s nachts",
  },
  next: 'volgende|komende',
  from: 'van|vanaf',
  until: 'tot en met|tot|t/m',
  both: ['tussen', 'en'],
}

const french: StretchWords = {
  fill: "à|au|aux|en|dans|pendant|durant|pour|le|la|les|l'|ce|cet|cette|ces|du|de",
  stretches: {
    yesterday: 'hier',
    weekend: 'week-?end(?:-ci)?',
    nextWeekend: '(?:prochain week-?end|week-?end prochain)',
    lastWeekend: 'week-?end (?:dernier|passé)',
    week: 'semaine(?:-ci| en cours)?',
    nextWeek: '(?:prochaine semaine|semaine prochaine)',
    lastWeek: 'semaine (?:dernière|passée)',
    month: 'mois(?:-ci| en cours)?',
    nextMonth: '(?:prochain mois|mois prochain)',
    lastMonth: 'mois (?:dernier|passé)',
    year: 'année',
    nextYear: '(?:année prochaine|an prochain)',
    days: '(?:{n} prochains|prochains {n}) jours',
    weeks: '(?:{n} prochaines|prochaines {n}) semaines',
  },
  parts: {
    evening: '(?:ce |dans la )?soir(?:ée)?',
    morning: '(?:ce )?matin(?:ée)?',
    afternoon: "(?:cet |dans l')?après-midi",
    night: '(?:cette |dans la )?nuit',
  },
  next: 'prochain',
  from: 'de|du|à partir de|dès',
  until: "jusqu'(?:à|au|en)|au|à",
  both: ['entre', 'et'],
}

const spanish: StretchWords = {
  fill: 'a|al|en|durante|para|por|el|la|los|las|este|esta|estos|estas|de|del',
  stretches: {
    yesterday: 'ayer',
    weekend: '(?:fin de semana|finde)',
    nextWeekend: '(?:próximo (?:fin de semana|finde)|(?:fin de semana|finde) (?:próximo|que viene))',
    lastWeekend: '(?:(?:fin de semana|finde) pasado|pasado fin de semana)',
    week: 'semana',
    nextWeek: '(?:próxima semana|semana próxima|semana que viene)',
    lastWeek: '(?:semana pasada|pasada semana)',
    month: 'mes',
    nextMonth: '(?:próximo mes|mes próximo|mes que viene)',
    lastMonth: '(?:mes pasado|pasado mes)',
    year: 'año',
    nextYear: '(?:próximo año|año próximo|año que viene)',
    days: '(?:próximos {n}|{n} próximos) días',
    weeks: '(?:próximas {n}|{n} próximas) semanas',
  },
  parts: {
    evening: '(?:por la |esta |de la )?noche',
    morning: '(?:por la|de la|esta) mañana',
    afternoon: '(?:por la |esta |de la )?tarde',
  },
  next: 'próximo',
  from: 'de|del|desde(?: el)?|a partir de(?:l)?',
  until: 'hasta(?: el)?|al?',
  both: ['entre', '(?:y|e)'],
}

const italian: StretchWords = {
  fill: "a|al|allo|alla|in|nel|nello|nella|nei|nelle|nell'|durante|per|il|lo|la|i|le|l'|questo|questa|quest'|di|del|della",
  stretches: {
    yesterday: 'ieri',
    weekend: '(?:week-?end|fine settimana)',
    nextWeekend: '(?:prossimo (?:week-?end|fine settimana)|(?:week-?end|fine settimana) prossimo)',
    lastWeekend: '(?:scorso (?:week-?end|fine settimana)|(?:week-?end|fine settimana) scorso)',
    week: 'settimana',
    nextWeek: '(?:prossima settimana|settimana prossima)',
    lastWeek: '(?:scorsa settimana|settimana scorsa)',
    month: 'mese',
    nextMonth: '(?:prossimo mese|mese prossimo)',
    lastMonth: '(?:scorso mese|mese scorso)',
    year: 'anno',
    nextYear: '(?:prossimo anno|anno prossimo)',
    days: '(?:prossimi {n}|{n} prossimi) giorni',
    weeks: '(?:prossime {n}|{n} prossime) settimane',
  },
  parts: {
    evening: 'stasera|(?:di |questa )?sera',
    morning: 'stamattina|(?:di |questa )?mattin[ao]',
    afternoon: '(?:nel |questo )?pomeriggio',
    night: 'stanotte|(?:di |questa )?notte',
  },
  next: 'prossimo',
  from: "da|dal|dall'|a partire da(?:l)?",
  until: "fino a(?:[dl]|ll')?|a[dl]?",
  both: ['tra|fra', 'ed?'],
}

const portuguese: StretchWords = {
  fill: 'a|ao|aos|às|em|no|na|nos|nas|durante|para|por|o|os|as|este|esta|neste|nesta|deste|desta|de|do|da|dos|das',
  stretches: {
    yesterday: 'ontem',
    weekend: 'fim[ -]de[ -]semana',
    nextWeekend: '(?:próximo fim[ -]de[ -]semana|fim[ -]de[ -]semana (?:próximo|que vem|seguinte))',
    lastWeekend: '(?:último fim[ -]de[ -]semana|fim[ -]de[ -]semana passado)',
    week: 'semana',
    nextWeek: '(?:próxima semana|semana que vem|semana próxima)',
    lastWeek: '(?:semana passada|última semana)',
    month: 'mês',
    nextMonth: '(?:próximo mês|mês que vem|mês próximo)',
    lastMonth: '(?:mês passado|último mês)',
    year: 'ano',
    nextYear: '(?:próximo ano|ano que vem)',
    days: '(?:próximos {n}|{n} próximos) dias',
    weeks: '(?:próximas {n}|{n} próximas) semanas',
  },
  parts: {
    evening: '(?:[aà] |de |pela |esta |hoje à )?noite',
    morning: '(?:de|pela|esta|da) manhã|(?<=feira )manhã',
    afternoon: '(?:[aà] |de |pela |esta |da )?tarde',
  },
  next: 'próximo',
  from: 'de|desde(?: o)?|a partir de',
  until: 'até(?: ao?)?|a',
  both: ['entre', 'e'],
}

const japanese: StretchWords = {
  fill: '',
  stretches: {
    yesterday: '昨日',
    weekend: '(?:今週末|週末|この週末|今度の週末|今週の週末)',
    nextWeekend: '(?:来週末|来週の週末|次の週末)',
    lastWeekend: '(?:先週末|先週の週末)',
    week: '今週',
    nextWeek: '来週',
    lastWeek: '先週',
    month: '今月',
    nextMonth: '来月',
    lastMonth: '先月',
    year: '今年',
    nextYear: '来年',
    days: '(?:今後|これから|次の)?{n}日間',
    weeks: '(?:今後|これから|次の)?{n}週間',
  },
  parts: {
    evening: '今夜|今晩|の?夕方|の?夜|の?晩',
    morning: 'の?朝|の?午前中?',
    afternoon: 'の?午後',
  },
  next: '次の|今度の',
  from: '',
  until: '',
  both: ['', ''],
}

const arabic: StretchWords = {
  fill: 'في|خلال|هذا|هذه|يوم',
  stretches: {
    yesterday: 'أمس|البارحة',
    weekend: '(?:نهاية|عطلة|عطلة نهاية) (?:هذا )?الأسبوع(?: الحالي)?',
    nextWeekend: '(?:نهاية|عطلة|عطلة نهاية) الأسبوع (?:القادمة?|المقبلة?)',
    lastWeekend: '(?:نهاية|عطلة|عطلة نهاية) الأسبوع الماضية?',
    week: 'الأسبوع(?: الحالي)?',
    nextWeek: 'الأسبوع (?:القادم|المقبل)',
    lastWeek: 'الأسبوع الماضي',
    month: 'الشهر(?: الحالي)?',
    nextMonth: 'الشهر (?:القادم|المقبل)',
    lastMonth: 'الشهر الماضي',
    year: '(?:العام|السنة)(?: الحالية?)?',
    nextYear: '(?:العام|السنة) (?:القادمة?|المقبلة?)',
    days: 'الأيام (?:ال)?{n} (?:القادمة|المقبلة)|{n} (?:أيام|يوما)(?: القادمة| المقبلة)?',
    weeks: '(?:الأسابيع) (?:ال)?{n} (?:القادمة|المقبلة)|{n} أسابيع(?: القادمة| المقبلة)?',
  },
  parts: {
    evening: 'الليلة|(?:هذا )?المساء|مساء|ليلا',
    morning: '(?:هذا )?الصباح|صباحا?',
    afternoon: 'بعد الظهر|بعد ظهر|عصرا?',
  },
  next: 'القادم|المقبل',
  from: 'من|ابتداء من',
  until: 'حتى|إلى|لغاية',
  both: ['بين', 'و'],
  numbers: { الثلاثون: 30, الثلاثين: 30 },
}

/** The words of all languages. */
export const stretchWords: Readonly<Record<Language, StretchWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ja: japanese,
  ar: arabic,
}
