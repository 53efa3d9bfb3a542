import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { questionTypes } from '../../../pure/params/guests.ts'
import { Icon } from '../icons.tsx'
import { Handle, moved, useMoves } from '../kit/moves.tsx'
import { Field } from '../parts.tsx'
import { numberText } from '../texts.ts'
import type { Question } from './form.ts'
import { t } from './texts.ts'

/** The most questions of an event, as the service takes them. */
const most = 10

/** What is asked of who registers: a row each, which can be moved. */
export function Questions(props: {
  readonly questions: readonly Question[]
  readonly faults: Readonly<Record<string, string>>
  readonly onSet: (questions: readonly Question[]) => void
}) {
  const { questions, faults, onSet } = props
  /** Which row was added last: it gets the focus. */
  const added = useSignal<number | undefined>(undefined)
  const told = useSignal('')
  const add = () => {
    const row = Math.max(-1, ...questions.map((one) => one.row)) + 1
    added.value = row
    onSet([...questions, { row, label: '', type: 'text', options: [], required: false }])
  }
  const moves = useMoves(
    questions.map(({ row }) => String(row)),
    (id, to) => {
      const question = questions.find(({ row }) => String(row) === id)
      if (!question) return
      onSet(moved(questions, question, to))
      told.value = t('movedTo', {
        name: question.label,
        number: numberText(to + 1),
        count: numberText(questions.length),
      })
    },
  )
  const fault = faults['registration.questions']
  return (
    <fieldset class="reg-questions">
      <legend>{t('questions')}</legend>
      <ol {...moves}>
        {questions.map((question, at) => (
          <QuestionRow
            key={question.row}
            question={question}
            at={at}
            faults={faults}
            isNew={added.value === question.row}
            onPut={(change) =>
              onSet(questions.map((one) => (one === question ? { ...one, ...change } : one)))
            }
            onRemove={() => {
              onSet(questions.filter((one) => one !== question))
              document.getElementById('e-registration.questions')?.focus()
            }}
          />
        ))}
      </ol>
      <button
        class="plain"
        type="button"
        id="e-registration.questions"
        aria-disabled={questions.length >= most}
        onClick={() => questions.length < most && add()}
      >
        <Icon name="plus" />
        {t('addQuestion')}
      </button>
      {fault && (
        <p class="fault" dir="auto">
          {fault}
        </p>
      )}
      {questions.length > 1 && <p class="hint">{t('movesHint')}</p>}
      <p class="hidden" role="status">
        {told.value}
      </p>
    </fieldset>
  )
}

function QuestionRow(props: {
  readonly question: Question
  readonly at: number
  readonly faults: Readonly<Record<string, string>>
  readonly isNew: boolean
  readonly onPut: (change: Partial<Question>) => void
  readonly onRemove: () => void
}) {
  const { question, at, faults, isNew, onPut, onRemove } = props
  const row = useRef<HTMLLIElement>(null)
  // At once: who has added it types on.
  useLayoutEffect(() => {
    if (isNew) row.current?.querySelector('input')?.focus()
  }, [])
  const path = `registration.questions.${at}`
  const number = numberText(at + 1)
  return (
    <li data-id={question.row} ref={row}>
      <Handle title={t('move')} />
      <div class="reg-question">
        <Field
          id={`e-${path}.label`}
          label={t('question', { number })}
          fault={faults[`${path}.label`] ?? faults[path]}
        >
          {(tied) => (
            <input
              {...tied}
              dir="auto"
              maxLength={200}
              value={question.label}
              onInput={({ currentTarget: { value } }) => onPut({ label: value })}
            />
          )}
        </Field>
        <Field label={t('answer')}>
          {(tied) => (
            <select
              {...tied}
              value={question.type}
              onChange={({ currentTarget: { value } }) =>
                onPut({ type: questionTypes.find((type) => type === value) ?? 'text' })
              }
            >
              {questionTypes.map((type) => (
                <option key={type} value={type}>
                  {t(type)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {question.type.startsWith('choice') && (
          <Field id={`e-${path}.options`} label={t('options')} fault={faults[`${path}.options`]}>
            {(tied) => (
              <textarea
                {...tied}
                rows={3}
                dir="auto"
                value={question.options.join('\n')}
                onInput={({ currentTarget: { value } }) => onPut({ options: value.split('\n') })}
              />
            )}
          </Field>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={question.required}
            onChange={({ currentTarget: { checked } }) => onPut({ required: checked })}
          />
          <span>{t('required')}</span>
        </label>
      </div>
      <button
        class="quiet square"
        type="button"
        aria-label={t('removeQuestion', { number })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
