import type { Weekday } from '../../pure/calendar/recurrence.rule.ts'

/** How a language says how often something is. */
export interface Phrases {
  daily(interval: number): string
  weekly(interval: number, days: string): string
  /** On the n-th weekday of the month, -1 for the last one. */
  monthNth(interval: number, nth: number, day: string, weekday: Weekday): string
  monthDay(interval: number, days: string): string
  monthEnd(interval: number): string
  yearly(interval: number, date: string): string
  times(text: string, count: number): string
  until(text: string, date: string): string
  on(dates: string): string
  andOn(text: string, dates: string): string
  except(text: string, dates: string): string
  /** But for some months of each year. */
  exceptMonths(text: string, months: string): string
}

/** A choice of words by the number. */
const every = (one: string, several: string) => (interval: number) =>
  interval === 1 ? one : several.replace('{n}', String(interval))

const nthOf = (words: readonly string[], last: string) => (nth: number) =>
  nth === -1 ? last : (words[nth - 1] ?? String(nth))

const en = {
  day: every('Every day', 'Every {n} days'),
  week: every('Every', 'Every {n} weeks on'),
  month: every('Every month', 'Every {n} months'),
  year: every('Every year', 'Every {n} years'),
  nth: nthOf(['first', 'second', 'third', 'fourth', 'fifth'], 'last'),
}

/** English. */
export const english: Phrases = {
  daily: (interval) => en.day(interval),
  weekly: (interval, days) => `${en.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${en.month(interval)} on the ${en.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${en.month(interval)} on day ${days}`,
  monthEnd: (interval) => `${en.month(interval)} on the last day`,
  yearly: (interval, date) => `${en.year(interval)} on ${date}`,
  times: (text, count) => (count === 1 ? `${text}, once` : `${text}, ${count} times`),
  until: (text, date) => `${text} until ${date}`,
  on: (dates) => `On ${dates}`,
  andOn: (text, dates) => `${text}, and on ${dates}`,
  except: (text, dates) => `${text}, except ${dates}`,
  exceptMonths: (text, months) => `${text}, except in ${months}`,
}

const feminine: ReadonlySet<Weekday> = new Set(['MO', 'TU', 'WE', 'TH', 'FR'])

const de = {
  week: every('Jeden', 'Alle {n} Wochen am'),
  month: every('Jeden Monat', 'Alle {n} Monate'),
  year: every('Jedes Jahr', 'Alle {n} Jahre'),
  nth: nthOf(['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'], 'letzten'),
}
const german: Phrases = {
  daily: every('Jeden Tag', 'Alle {n} Tage'),
  weekly: (interval, days) => `${de.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${de.month(interval)} am ${de.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${de.month(interval)} am ${days.replaceAll(/\d+/g, '$&.')}`,
  monthEnd: (interval) => `${de.month(interval)} am letzten Tag`,
  yearly: (interval, date) => `${de.year(interval)} am ${date}`,
  times: (text, count) => `${text}, ${count}-mal`,
  until: (text, date) => `${text}, bis ${date}`,
  on: (dates) => `Am ${dates}`,
  andOn: (text, dates) => `${text}, und am ${dates}`,
  except: (text, dates) => `${text}, außer am ${dates}`,
  exceptMonths: (text, months) => `${text}, außer im ${months}`,
}

const fr = {
  week: every('Chaque', 'Toutes les {n} semaines :'),
  month: every('Chaque mois', 'Tous les {n} mois'),
  year: every('Chaque année', 'Tous les {n} ans'),
  nth: nthOf(['premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'], 'dernier'),
}
const french: Phrases = {
  daily: every('Tous les jours', 'Tous les {n} jours'),
  weekly: (interval, days) => `${fr.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${fr.month(interval)}, le ${fr.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${fr.month(interval)}, le ${days}`,
  monthEnd: (interval) => `${fr.month(interval)}, le dernier jour`,
  yearly: (interval, date) => `${fr.year(interval)}, le ${date}`,
  times: (text, count) => `${text}, ${count} fois`,
  until: (text, date) => `${text}, jusqu’au ${date}`,
  on: (dates) => `Le ${dates}`,
  andOn: (text, dates) => `${text}, et le ${dates}`,
  except: (text, dates) => `${text}, sauf le ${dates}`,
  exceptMonths: (text, months) => `${text}, sauf en ${months}`,
}

const es = {
  week: every('Cada', 'Cada {n} semanas:'),
  month: every('Cada mes', 'Cada {n} meses'),
  year: every('Cada año', 'Cada {n} años'),
  nth: nthOf(['primer', 'segundo', 'tercer', 'cuarto', 'quinto'], 'último'),
}
const spanish: Phrases = {
  daily: every('Todos los días', 'Cada {n} días'),
  weekly: (interval, days) => `${es.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${es.month(interval)}, el ${es.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${es.month(interval)}, el día ${days}`,
  monthEnd: (interval) => `${es.month(interval)}, el último día`,
  yearly: (interval, date) => `${es.year(interval)}, el ${date}`,
  times: (text, count) => `${text}, ${count} ${count === 1 ? 'vez' : 'veces'}`,
  until: (text, date) => `${text}, hasta el ${date}`,
  on: (dates) => `El ${dates}`,
  andOn: (text, dates) => `${text}, y el ${dates}`,
  except: (text, dates) => `${text}, excepto el ${dates}`,
  exceptMonths: (text, months) => `${text}, excepto en ${months}`,
}

const it = {
  week: every('Ogni', 'Ogni {n} settimane:'),
  month: every('Ogni mese', 'Ogni {n} mesi'),
  year: every('Ogni anno', 'Ogni {n} anni'),
}
const italian: Phrases = {
  daily: every('Ogni giorno', 'Ogni {n} giorni'),
  weekly: (interval, days) => `${it.week(interval)} ${days}`,
  monthNth: (interval, nth, day, weekday) => {
    const isSunday = weekday === 'SU'
    const word = nth === -1 ? (isSunday ? 'ultima' : 'ultimo') : `${nth}${isSunday ? 'ª' : 'º'}`
    return `${it.month(interval)}: ${word} ${day}`
  },
  monthDay: (interval, days) => `${it.month(interval)}, il giorno ${days}`,
  monthEnd: (interval) => `${it.month(interval)}, l’ultimo giorno`,
  yearly: (interval, date) => `${it.year(interval)}: ${date}`,
  times: (text, count) => `${text}, ${count} ${count === 1 ? 'volta' : 'volte'}`,
  until: (text, date) => `${text}, fino al ${date}`,
  on: (dates) => `Date: ${dates}`,
  andOn: (text, dates) => `${text}, e inoltre: ${dates}`,
  except: (text, dates) => `${text}, tranne: ${dates}`,
  exceptMonths: (text, months) => `${text}, tranne in ${months}`,
}

const nl = {
  week: every('Elke', 'Elke {n} weken op'),
  month: every('Elke maand', 'Elke {n} maanden'),
  year: every('Elk jaar', 'Elke {n} jaar'),
  nth: nthOf(['eerste', 'tweede', 'derde', 'vierde', 'vijfde'], 'laatste'),
}
const dutch: Phrases = {
  daily: every('Elke dag', 'Elke {n} dagen'),
  weekly: (interval, days) => `${nl.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${nl.month(interval)} op de ${nl.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${nl.month(interval)} op dag ${days}`,
  monthEnd: (interval) => `${nl.month(interval)} op de laatste dag`,
  yearly: (interval, date) => `${nl.year(interval)} op ${date}`,
  times: (text, count) => `${text}, ${count} keer`,
  // The comma tells it from a range: “op dag 1, tot en met 5 februari”.
  until: (text, date) => `${text}, tot en met ${date}`,
  on: (dates) => `Op ${dates}`,
  andOn: (text, dates) => `${text}, en op ${dates}`,
  except: (text, dates) => `${text}, behalve op ${dates}`,
  exceptMonths: (text, months) => `${text}, behalve in ${months}`,
}

const pt = {
  week: every('Todas as semanas:', 'A cada {n} semanas:'),
  month: every('Todos os meses', 'A cada {n} meses'),
  year: every('Todos os anos', 'A cada {n} anos'),
}
const portuguese: Phrases = {
  daily: every('Todos os dias', 'A cada {n} dias'),
  weekly: (interval, days) => `${pt.week(interval)} ${days}`,
  monthNth: (interval, nth, day, weekday) => {
    const isFeminine = feminine.has(weekday)
    const word = nth === -1 ? (isFeminine ? 'última' : 'último') : `${nth}${isFeminine ? 'ª' : 'º'}`
    return `${pt.month(interval)}: ${word} ${day}`
  },
  monthDay: (interval, days) => `${pt.month(interval)}, no dia ${days}`,
  monthEnd: (interval) => `${pt.month(interval)}, no último dia`,
  yearly: (interval, date) => `${pt.year(interval)}: ${date}`,
  times: (text, count) => `${text}, ${count} ${count === 1 ? 'vez' : 'vezes'}`,
  until: (text, date) => `${text}, até ${date}`,
  on: (dates) => `Datas: ${dates}`,
  andOn: (text, dates) => `${text}, e também: ${dates}`,
  except: (text, dates) => `${text}, exceto: ${dates}`,
  exceptMonths: (text, months) => `${text}, exceto em ${months}`,
}

const ja = {
  week: every('毎週', '{n}週間ごとの'),
  month: every('毎月', '{n}か月ごとの'),
  year: every('毎年', '{n}年ごとの'),
}
const japanese: Phrases = {
  daily: every('毎日', '{n}日ごと'),
  weekly: (interval, days) => `${ja.week(interval)}${days}`,
  monthNth: (interval, nth, day) => `${ja.month(interval)}${nth === -1 ? '最終' : `第${nth}`}${day}`,
  monthDay: (interval, days) => `${ja.month(interval)}${days.replaceAll(/\d+/g, '$&日')}`,
  monthEnd: (interval) => `${ja.month(interval)}末日`,
  yearly: (interval, date) => `${ja.year(interval)}${date}`,
  times: (text, count) => `${text}、全${count}回`,
  until: (text, date) => `${text}、${date}まで`,
  on: (dates) => dates,
  andOn: (text, dates) => `${text}、ほかに${dates}`,
  except: (text, dates) => `${text}（${dates}を除く）`,
  exceptMonths: (text, months) => `${text}（${months}を除く）`,
}

const ar = {
  week: every('كل أسبوع:', 'كل {n} أسابيع:'),
  month: every('كل شهر', 'كل {n} أشهر'),
  year: every('كل سنة', 'كل {n} سنوات'),
  nth: nthOf(['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس'], 'الأخير'),
}
const arabic: Phrases = {
  daily: every('كل يوم', 'كل {n} أيام'),
  weekly: (interval, days) => `${ar.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${ar.month(interval)}: ${day} ${ar.nth(nth)}`,
  monthDay: (interval, days) => `${ar.month(interval)}، اليوم ${days}`,
  monthEnd: (interval) => `${ar.month(interval)}، اليوم الأخير`,
  yearly: (interval, date) => `${ar.year(interval)}: ${date}`,
  times: (text, count) => `${text}، عدد المرات: ${count}`,
  until: (text, date) => `${text}، حتى ${date}`,
  on: (dates) => dates,
  andOn: (text, dates) => `${text}، وكذلك ${dates}`,
  except: (text, dates) => `${text}، باستثناء ${dates}`,
  exceptMonths: (text, months) => `${text}، ما عدا ${months}`,
}

/** The phrases by language. */
export const phrasesBy: Readonly<Record<string, Phrases>> = {
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
