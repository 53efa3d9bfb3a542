import { ApiError } from '../../../pure/errors/errors.ts'
import type { Faults } from '../../../http/resource.ts'
import type { Language } from '../../../pure/text/language.ts'
import type { FaultCode, SentenceFault } from './days.ts'

/** What is wrong with a sentence: as it was read, or with the dates that it says, by their parameters. */
type Wrong = Faults | { readonly language: Language; readonly faults: readonly SentenceFault[] }

/** 400 for a sentence that does not say when something is: which of its words, and what they may mean. */
export function sentenceRefusal(wrong: Wrong): ApiError {
  const faults = isRead(wrong)
    ? wrong.faults.map((fault) => asTold(fault, wrong.language))
    : Object.values(wrong).map((says) => ({ code: 'no_dates', text: '', says }))
  const message = `words ${faults.map(({ says }) => says).join('; ')}.`
  return new ApiError(
    'rest_invalid_param',
    { reasons: message },
    {
      data: {
        params: { words: message },
        details: {
          words: {
            code: faults[0]?.code ?? 'not_understood',
            message,
            data: { param: 'words', faults: faults.map(({ says: _says, ...fault }) => fault) },
          },
        },
      },
    },
  )
}

function isRead(wrong: Wrong): wrong is Exclude<Wrong, Faults> {
  return Array.isArray(wrong['faults'])
}

/** What is wrong, in a clause that follows the name of the parameter. */
export function faultSaid(fault: SentenceFault, language: Language): string {
  return asTold(fault, language).says
}

function asTold({ code, text, choices }: SentenceFault, language: Language) {
  const named = code === 'ambiguous' ? choices?.map((iso) => dayText(iso, language)) : choices
  const says = sentences[code](text, named?.join(' or ') ?? '')
  return { code, text, says, ...(named ? { choices: named } : {}) }
}

const sentences: Readonly<Record<FaultCode, (text: string, choices: string) => string>> = {
  not_understood: (text) => `must say when it is; “${text}” is not understood`,
  ambiguous: (text, choices) => `must say which day is meant: “${text}” may be ${choices}`,
  ambiguous_time: (text, choices) => `must say which time is meant: “${text}” may be ${choices}`,
  no_such_day: (text) => `must name days that exist, not “${text}”`,
  other_weekday: (text) => `must not contradict the calendar: “${text}” is another day of the week`,
  twice: (text) => `must say each thing once; “${text}” is said beside another one`,
  beside_rule: (text) =>
    `must say what “${text}” is beside how often it is: write “from”, “also on” or “not on” before it`,
  no_rule: (text) => `must say how often it is, if there are exceptions or a number of times (“${text}”)`,
  no_day: () => 'must name a day, such as “next Friday” or “every Tuesday”',
  no_time: () => 'must name a time, such as “19:00 to 21:00” or “all day”',
  no_end: (text) => `must say until when it goes on (“${text}”)`,
  wrong_order: (text) => `must not end before it begins (“${text}”)`,
}

/** A day in the words of a language, which are read as no other day; ISO without a year is `--04-03`. */
function dayText(iso: string, language: Language): string {
  const hasYear = !iso.startsWith('-')
  const date = new Date(`${hasYear ? iso : `2024${iso.slice(1)}`}T12:00Z`)
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    ...(hasYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(date)
}
