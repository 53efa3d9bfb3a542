import { allDayTexts } from '../../../pure/calendar/clockWords.ts'
import type { Language } from '../../../pure/text/language.ts'
import { dutch, english, german } from './spoken.germanic.ts'
import { arabic, japanese } from './spoken.others.ts'
import { french, italian, portuguese, spanish } from './spoken.romance.ts'
import type { Spoken } from './forms.ts'

const byLanguage: Readonly<Record<Language, Spoken>> = {
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

/** What is said in a language, and in any of them that something goes on all day. */
export function spokenIn(language: Language): Spoken {
  const spoken = byLanguage[language]
  return { ...spoken, forms: { ...spoken.forms, allDay: allDayTexts } }
}
