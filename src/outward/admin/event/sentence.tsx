import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import { longDay, timeText, wallNow } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { locale } from '../place.ts'
import { useTyped } from '../record/typed.ts'
import { datesOf, type Form, isWhole } from './form.ts'
import { faultOf } from './parts.tsx'
import { linesOf, once, readRepeat } from './repeat.ts'
import type { Store } from './store.ts'
import { t } from './texts.ts'

/** How long typing rests before the sentence is read, in milliseconds. */
const rest_ms = 350

interface Read {
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly recurrence: readonly string[]
  readonly text: string
}

interface SentenceFault {
  readonly code: string
  readonly text: string
  readonly choices?: readonly string[]
}

/** What a sentence means, or what is wrong with it. */
interface Meaning {
  readonly read?: Read
  readonly faults: readonly SentenceFault[]
  /** What else is wrong than its words. */
  readonly other: string
}

const nothing: Meaning = { faults: [], other: '' }

/** Reads the words once typing rests, and fills the fields with what they say. */
function useMeaning(store: Store, words: string): Meaning {
  const meaning = useSignal(nothing)
  // What the sentence does not say is as it was before the sentence.
  const before = useRef<Pick<Form, 'when' | 'repeat'> | undefined>(undefined)
  /** How the sentence is being read: what is wrong with it, in the end. */
  const reading = useRef<() => Promise<string | undefined>>(() => Promise.resolve(undefined))
  useTyped('e-words', 'words', () => reading.current())

  // Before anything else is pressed: whoever saves at once means these words.
  useLayoutEffect(() => {
    const { read: _old, ...held } = meaning.peek()
    meaning.value = words.trim() === '' ? nothing : held
    reading.current = () => Promise.resolve(undefined)
    // What was wrong with other words is not wrong with these.
    const { words: told, ...others } = store.faults.peek()
    if (told !== undefined) store.faults.value = others
    if (words.trim() === '') {
      before.current = undefined
      return () => {}
    }
    const { when, repeat } = (before.current ??= store.form.peek())
    const asking = new AbortController()
    let asked: Promise<string | undefined> | undefined
    const readNow = async (): Promise<string | undefined> => {
      try {
        const read = await readSentence(words, when, asking.signal)
        meaning.value = { ...nothing, read }
        // One date of a series is said to be at another time: how the series repeats is something else.
        const isOfDate = store.hasSeries() && read.recurrence.length === 0
        store.set({ when: whenOf(read, when.zone), repeat: isOfDate ? repeat : repeatOf(read) })
        return undefined
      } catch (error) {
        if (asking.signal.aborted) return undefined
        const faults = error instanceof Refusal ? faultsOf(error) : []
        meaning.value = { faults, other: faults.length > 0 ? '' : faultText(error) }
        return faults.map(faultSentence).join(' ') || meaning.peek().other
      }
    }
    // Whoever saves waits for what it means.
    reading.current = () => (asked ??= readNow())
    const timer = setTimeout(() => void reading.current(), rest_ms)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [words])
  return meaning.value
}

/** When the event is, as a sentence: it is read back, and fills the fields. What is not understood leaves them as they are. */
export function Sentence({ store }: { readonly store: Store }) {
  const words = useSignal('')
  const { read, faults, other } = useMeaning(store, words.value)
  const shown = read ?? (words.value === '' ? heldIn(store) : undefined)
  const said = faults.length > 0 ? '' : other || faultOf(store, 'words')
  return (
    <div class="field sentence">
      <label for="e-words">{t('inWords')}</label>
      <textarea
        id="e-words"
        class="growing"
        rows={1}
        maxLength={500}
        dir="auto"
        value={words.value}
        placeholder={t('example')}
        aria-invalid={faults.length > 0 || said !== ''}
        aria-describedby="e-words-read"
        onKeyDown={(event) => {
          // It is one sentence.
          if (event.key === 'Enter') event.preventDefault()
        }}
        onInput={({ currentTarget: { value } }) => {
          words.value = value.replaceAll(/\s*\n\s*/g, ' ')
        }}
      />
      <div id="e-words-read" role="status">
        {shown && <ReadBack read={shown} />}
        {words.value === '' && !shown && <p class="hint">{t('sentenceHint')}</p>}
        {faults.map((fault) => (
          <FaultOf
            key={`${fault.code} ${fault.text}`}
            fault={fault}
            words={words.value}
            onWords={(next) => (words.value = next)}
          />
        ))}
        {said !== '' && (
          <p class="fault" dir="auto">
            <Icon name="warning" />
            <span>{said}</span>
          </p>
        )}
      </div>
    </div>
  )
}

function ReadBack({ read }: { readonly read: Read }) {
  const isPast = read.recurrence.length === 0 && read.end_date < wallNow()
  return (
    <p class={isPast ? 'asks' : 'reads'} dir="auto">
      <Icon name={isPast ? 'warning' : 'check'} />
      <span>{[readingText(read), isPast && t('isOver')].filter(Boolean).join('. ')}</span>
    </p>
  )
}

/** What is wrong with some words, and what may stand in their place. */
function FaultOf(props: {
  readonly fault: SentenceFault
  readonly words: string
  readonly onWords: (words: string) => void
}) {
  const { fault, words, onWords } = props
  const { choices } = fault
  return (
    <div class="fault">
      <Icon name="warning" />
      <div>
        <p dir="auto">{faultSentence(fault)}</p>
        {choices?.some((choice) => choice.includes('24:00')) && <p class="hint">{t('whichMidnight')}</p>}
        {fault.code === 'no_time' && (
          <p class="acts">
            <button class="plain" type="button" onClick={() => onWords(`${words.trim()}, ${t('allDay')}`)}>
              {t('allDay')}
            </button>
          </p>
        )}
        {choices && (
          <p class="acts">
            {choices.map((choice) => (
              <button
                class="plain"
                type="button"
                key={choice}
                onClick={() => onWords(words.replace(fault.text, () => choice))}
              >
                {choice}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

/** Reads a sentence; what it does not say is as it is by the fields, where these have a day. Throws what {@link ask} throws. */
async function readSentence(words: string, when: Form['when'], signal: AbortSignal): Promise<Read> {
  const { timezone, ...dates } = datesOf({ when })
  const known = when.startDay === '' || !isWhole({ title: words, when }) ? {} : dates
  const json = { ...known, timezone, words, language: locale.split('-')[0] }
  return (await ask<Read>('series/preview', { method: 'POST', json, signal })).body
}

/** What the fields hold of an event that repeats, as it is read back. */
function heldIn({ form, schedule }: Store): Read | undefined {
  const { when, repeat } = form.value
  const text = schedule.value?.text ?? ''
  if (text === '') return undefined
  const { start_date, end_date, all_day } = datesOf({ when })
  return { start_date, end_date, all_day, recurrence: linesOf(repeat), text }
}

function whenOf({ start_date: start, end_date: end, all_day }: Read, zone: string): Form['when'] {
  return {
    startDay: start.slice(0, 10),
    startTime: all_day ? '' : start.slice(11, 16),
    endDay: end.slice(0, 10),
    endTime: all_day ? '' : end.slice(11, 16),
    isAllDay: all_day,
    zone,
  }
}

function repeatOf({ recurrence }: Read): Form['repeat'] {
  return recurrence.length > 0 ? readRepeat(recurrence) : once
}

/** “Every Tuesday until 29 June 2027, from Tuesday 1 December 2026, 10:30 – 11:15”. */
function readingText({ start_date: start, end_date: end, all_day, text, recurrence }: Read): string {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  const times = all_day
    ? t('allDay')
    : start === end
      ? timeText(start)
      : `${timeText(start)} – ${timeText(end)}`
  const first = isOneDay
    ? `${longDay(start)}, ${times}`
    : all_day
      ? `${longDay(start)} – ${longDay(end)}, ${times}`
      : `${longDay(start)}, ${timeText(start)} – ${longDay(end)}, ${timeText(end)}`
  if (recurrence.length === 0) return first
  return text === '' ? t('andMore', { first }) : t('readAs', { rule: text, first })
}

function faultsOf({ details }: Refusal): readonly SentenceFault[] {
  const { data } = (details['words'] ?? {}) as { data?: { faults?: readonly SentenceFault[] } }
  return (data?.faults ?? []).filter(({ code }) => code !== 'no_dates')
}

function faultSentence({ code, text }: SentenceFault): string {
  switch (code) {
    case 'ambiguous':
      return t('ambiguous', { text })
    case 'ambiguous_time':
      return t('ambiguousTime', { text })
    case 'no_such_day':
      return t('noSuchDay', { text })
    case 'other_weekday':
      return t('otherWeekday', { text })
    case 'twice':
      return t('twice', { text })
    case 'beside_rule':
      return t('besideRule', { text })
    case 'no_rule':
      return t('noRule')
    case 'no_day':
      return t('noDay')
    case 'no_time':
      return t('noTime')
    case 'no_end':
      return t('noEnd')
    case 'wrong_order':
      return t('wrongOrder', { text })
    default:
      return t('notUnderstood', { text })
  }
}
