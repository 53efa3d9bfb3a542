import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Handle, moved, useMoves } from '../kit/moves.tsx'
import { languageName, languages } from '../languages.ts'
import { numberText } from '../texts.ts'
import { type Line, valueOf } from './form.ts'
import { ownLanguage } from './names.ts'
import { t } from './texts.ts'

/** The most options of a field, as the service takes them. */
const most = 100

/** What may be chosen: a line each, with its label in one of the languages, and its value for programs. */
export function Options(props: {
  readonly lines: readonly Line[]
  readonly onLines: (lines: readonly Line[]) => void
}) {
  const { lines, onLines } = props
  const language = useSignal<string>(languageAtFirst(lines))
  /** Which line was added last: it gets the focus. */
  const added = useSignal<number | undefined>(undefined)
  const add = (after: number) => {
    if (lines.length >= most) return
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1
    added.value = key
    onLines(lines.toSpliced(after + 1, 0, { key, value: '', label: {}, is: 'new' }))
  }
  const moves = useMoves(
    lines.map(({ key }) => String(key)),
    (id, to) => {
      const line = lines.find(({ key }) => String(key) === id)
      if (line) onLines(moved(lines, line, to))
    },
  )
  const put = (line: Line, change: Partial<Line>) =>
    onLines(lines.map((one) => (one === line ? { ...one, ...change } : one)))
  return (
    <>
      <label class="own-in">
        <span>{t('optionsIn')}</span>
        <select
          value={language.value}
          onChange={({ currentTarget }) => (language.value = currentTarget.value)}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageName(one)}
            </option>
          ))}
        </select>
      </label>
      <ul class="own-options" {...moves}>
        {lines.map((line, at) => (
          <OptionLine
            key={line.key}
            line={line}
            number={at + 1}
            value={valueOf(line, lines)}
            language={language.value}
            isNew={added.value === line.key}
            onPut={(change) => put(line, change)}
            onEnter={() => add(at)}
            onRemove={() => onLines(lines.filter((one) => one !== line))}
          />
        ))}
      </ul>
      <p>
        <button class="plain" type="button" disabled={lines.length >= most} onClick={() => add(lines.length)}>
          <Icon name="plus" />
          {t('addOption')}
        </button>
      </p>
      <p class="hint">{t('optionsHint')}</p>
    </>
  )
}

/** That of the reader, unless the labels are in others alone. */
function languageAtFirst(lines: readonly Line[]): string {
  const all = lines.map(({ label }) => label)
  if (all.length === 0 || all.some((label) => label[ownLanguage] !== undefined)) return ownLanguage
  return Object.keys(all[0] ?? {})[0] ?? ownLanguage
}

function OptionLine(props: {
  readonly line: Line
  readonly number: number
  readonly value: string
  readonly language: string
  readonly isNew: boolean
  readonly onPut: (change: Partial<Line>) => void
  readonly onEnter: () => void
  readonly onRemove: () => void
}) {
  const { line, value, language, isNew, onPut, onEnter, onRemove } = props
  const field = useRef<HTMLInputElement>(null)
  // At once: who has pressed Enter types on.
  useLayoutEffect(() => {
    if (isNew) field.current?.focus()
  }, [])
  const number = numberText(props.number)
  return (
    <li
      data-id={line.key}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        onEnter()
      }}
    >
      <Handle title={t('move')} />
      <input
        ref={field}
        dir="auto"
        lang={language}
        maxLength={80}
        aria-label={t('optionLabel', { number })}
        value={line.label[language] ?? ''}
        onInput={({ currentTarget }) => onPut({ label: { ...line.label, [language]: currentTarget.value } })}
      />
      <input
        class="own-value"
        dir="ltr"
        maxLength={40}
        aria-label={t('optionValue', { number })}
        readOnly={line.is === 'stored'}
        value={value}
        onInput={({ currentTarget }) => onPut({ value: currentTarget.value, is: 'typed' })}
      />
      <button
        class="quiet square"
        type="button"
        aria-label={t('removeOption', { number })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
