import { useSignal } from '@preact/signals'
import { languageName, languages } from '../languages.ts'
import type { Tied } from '../parts.tsx'
import { numberText } from '../texts.ts'
import type { Texts } from './asks.ts'
import { ownLanguage } from './names.ts'
import { filled } from './filled.ts'
import { t } from './texts.ts'

/** A text in the language of the reader, and below it in the others, where they are wanted. */
export function Translated(props: {
  readonly texts: Texts
  readonly tied: Tied
  /** The most characters. */
  readonly longest: number
  readonly says: 'labelIn' | 'helpIn'
  readonly autofocus?: boolean
  readonly onEnter: (texts: Texts) => void
}) {
  const { texts, tied, longest, says, autofocus = false, onEnter } = props
  // A text that is not in the reader's language is edited in the one that it has.
  const first = useSignal(
    texts[ownLanguage] === undefined ? (Object.keys(texts)[0] ?? ownLanguage) : ownLanguage,
  )
  const input = (language: string) => ({
    dir: 'auto' as const,
    lang: language,
    maxLength: longest,
    value: texts[language] ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onEnter({ ...texts, [language]: currentTarget.value }),
  })
  const count = numberText(Object.keys(filled(texts)).length)
  return (
    <>
      <input {...tied} {...input(first.value)} autofocus={autofocus} />
      <details class="own-languages">
        <summary>{t('otherLanguages', { count, all: numberText(languages.length) })}</summary>
        {languages
          .filter((language) => language !== first.value)
          .map((language) => (
            <label key={language} class="own-language">
              <span lang={language} aria-hidden="true">
                {languageName(language)}
              </span>
              <input {...input(language)} aria-label={t(says, { language: languageName(language) })} />
            </label>
          ))}
      </details>
    </>
  )
}
