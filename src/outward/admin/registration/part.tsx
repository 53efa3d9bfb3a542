import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { Icon } from '../icons.tsx'
import { Field, type Tied } from '../parts.tsx'
import { useTyped } from '../record/typed.ts'
import { Segments } from '../segments.tsx'
import { t as tFrame } from '../texts.ts'
import { Counted, type Counts } from './counted.tsx'
import { describe } from './describe.ts'
import { EdgeField } from './edge.tsx'
import { described, type Registration as Form, type Typed } from './form.ts'
import { Questions } from './questions.tsx'
import { t } from './texts.ts'

described.value = describe

/** What is entered of who may come to an event, and where it goes. */
interface Entering {
  readonly form: Form
  readonly faults: Readonly<Record<string, string>>
  /** Whether it is of all dates of a series. */
  readonly isSeries: boolean
  readonly onSet: (change: Partial<Form>) => void
}

/** What holds as long as nothing else is said. */
const blank: Form = {
  mode: 'open',
  url: '',
  capacity: null,
  waiting_list: true,
  party_max: 1,
  opens: null,
  opens_before: null,
  closes: null,
  closes_before: null,
  offer_hours: 24,
  questions: [],
  consent: '',
  note: '',
  reply_to: '',
  reminder: true,
}

type Way = 'none' | 'here' | 'elsewhere'

const wayOf = (form: Form | null): Way =>
  form === null ? 'none' : form.mode === 'external' ? 'elsewhere' : 'here'

/** Whether people register for an event, and how. */
export function Registration(
  props: Omit<Entering, 'form' | 'onSet'> & {
    /** Null where nobody registers. */
    readonly form: Form | null
    /** Who comes already, where the event is stored and people register. */
    readonly counts: Counts | undefined
    readonly onSet: (form: Form | null) => void
  },
) {
  const { form, faults, isSeries, counts, onSet } = props
  const way = wayOf(form)
  /** What was entered for another way comes back with it. */
  const left = useRef<Partial<Record<Way, Form | null>>>({})
  const choose = (next: Way) => {
    left.current[way] = form
    if (next === 'none') return onSet(null)
    const before = left.current[next] ?? form ?? blank
    onSet(next === 'elsewhere' ? { ...before, mode: 'external' } : { ...before, ...hereOf(before) })
  }
  const entering = form && {
    form,
    faults,
    isSeries,
    onSet: (change: Partial<Form>) => onSet({ ...form, ...change }),
  }
  return (
    <div class="stack">
      <Segments
        name="registration"
        label={t('peopleRegister')}
        value={way}
        options={[
          ['none', t('none')],
          ['here', t('here')],
          ['elsewhere', t('elsewhere')],
        ]}
        onChange={choose}
      />
      {counts && way === 'here' && <Counted {...counts} />}
      {entering && way === 'here' && <Here {...entering} />}
      {entering && way === 'elsewhere' && <Elsewhere {...entering} />}
    </div>
  )
}

/** One registers here: there is no other page. */
const hereOf = ({ mode }: Form): Partial<Form> => ({ mode: mode === 'approval' ? mode : 'open', url: '' })

const nameOf = (member: string) => `registration.${member}`

/** A line that is typed. */
function Line(props: {
  readonly member: string
  readonly label: ComponentChildren
  readonly hint?: string
  readonly faults: Entering['faults']
  readonly children: (tied: Tied) => ComponentChildren
}) {
  const { member, label, hint, faults, children } = props
  return (
    <Field id={`e-${nameOf(member)}`} label={label} hint={hint} fault={faults[nameOf(member)]}>
      {children}
    </Field>
  )
}

function NumberLine(props: {
  readonly member: string
  readonly label: string
  readonly hint?: string
  readonly faults: Entering['faults']
  readonly value: Typed
  readonly onEnter: (value: string) => void
}) {
  const { value, onEnter, ...line } = props
  return (
    <Line {...line}>
      {(tied) => (
        <input
          {...tied}
          inputMode="numeric"
          dir="ltr"
          value={String(value)}
          onInput={({ currentTarget }) => onEnter(currentTarget.value)}
        />
      )}
    </Line>
  )
}

function Box(props: { readonly says: string; readonly is: boolean; readonly onTick: (is: boolean) => void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.is}
        onChange={({ currentTarget: { checked } }) => props.onTick(checked)}
      />
      <span>{props.says}</span>
    </label>
  )
}

function Edges({ form, faults, isSeries, onSet }: Entering) {
  return (
    <div class="pair">
      <EdgeField name="opens" form={form} faults={faults} isSeries={isSeries} onSet={onSet} />
      <EdgeField name="closes" form={form} faults={faults} isSeries={isSeries} onSet={onSet} />
    </div>
  )
}

function Elsewhere(props: Entering) {
  const { form, faults, onSet } = props
  const name = nameOf('url')
  useTyped(`e-${name}`, name, () => (form.url.trim() === '' ? t('sayWhere') : undefined))
  return (
    <>
      <Line member="url" label={t('url')} faults={faults}>
        {(tied) => (
          <input
            {...tied}
            inputMode="url"
            dir="ltr"
            placeholder="https://"
            value={form.url}
            onInput={({ currentTarget: { value } }) => onSet({ url: value })}
            onBlur={({ currentTarget: { value } }) => value !== '' && onSet({ url: webAddress(value) })}
          />
        )}
      </Line>
      <Edges {...props} />
    </>
  )
}

function Here(props: Entering) {
  const { form, faults, isSeries, onSet } = props
  return (
    <>
      <div class="pair">
        <NumberLine
          member="capacity"
          label={t('places')}
          hint={t('placesHint')}
          faults={faults}
          value={form.capacity ?? ''}
          onEnter={(typed) => onSet({ capacity: typed.trim() === '' ? null : typed })}
        />
        <NumberLine
          member="party_max"
          label={t('partyMax')}
          hint={t('partyHint')}
          faults={faults}
          value={form.party_max}
          onEnter={(party_max) => onSet({ party_max })}
        />
      </div>
      {form.capacity !== null && (
        <Box
          says={t('keepsList')}
          is={form.waiting_list}
          onTick={(waiting_list) => onSet({ waiting_list })}
        />
      )}
      <Edges {...props} />
      {isSeries && <p class="hint">{t('ofSeries')}</p>}
      <More {...props} />
    </>
  )
}

/** What few need. */
function More({ form, faults, onSet }: Entering) {
  const isUsed =
    form.mode === 'approval' ||
    form.questions.length > 0 ||
    [form.consent, form.note, form.reply_to].some(Boolean)
  return (
    <details class="more" open={isUsed}>
      <summary>
        {t('more')}
        <Icon name="down" />
      </summary>
      <div class="stack">
        <Box
          says={t('approval')}
          is={form.mode === 'approval'}
          onTick={(is) => onSet({ mode: is ? 'approval' : 'open' })}
        />
        <Questions questions={form.questions} faults={faults} onSet={(questions) => onSet({ questions })} />
        <Line member="consent" label={optional('consent')} hint={t('consentHint')} faults={faults}>
          {(tied) => (
            <textarea
              {...tied}
              rows={2}
              dir="auto"
              maxLength={500}
              value={form.consent}
              onInput={({ currentTarget: { value } }) => onSet({ consent: value })}
            />
          )}
        </Line>
        <Line member="note" label={optional('note')} hint={t('noteHint')} faults={faults}>
          {(tied) => (
            <textarea
              {...tied}
              rows={2}
              dir="auto"
              maxLength={500}
              value={form.note}
              onInput={({ currentTarget: { value } }) => onSet({ note: value })}
            />
          )}
        </Line>
        <div class="pair">
          <Line member="reply_to" label={optional('replyTo')} hint={t('replyHint')} faults={faults}>
            {(tied) => (
              <input
                {...tied}
                inputMode="email"
                dir="ltr"
                value={form.reply_to}
                onInput={({ currentTarget: { value } }) => onSet({ reply_to: value.trim() })}
              />
            )}
          </Line>
          {form.capacity !== null && form.waiting_list && (
            <NumberLine
              member="offer_hours"
              label={t('offerHours')}
              hint={t('offerHint')}
              faults={faults}
              value={form.offer_hours}
              onEnter={(offer_hours) => onSet({ offer_hours })}
            />
          )}
        </div>
        <Box says={t('reminder')} is={form.reminder} onTick={(reminder) => onSet({ reminder })} />
      </div>
    </details>
  )
}

function optional(name: 'consent' | 'note' | 'replyTo'): ComponentChildren {
  return (
    <>
      {t(name)} <span class="dim">{tFrame('optional')}</span>
    </>
  )
}
