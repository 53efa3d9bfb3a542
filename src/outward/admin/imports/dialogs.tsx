import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText, fieldFaults } from '../faults.ts'
import { Field } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { settle } from '../settle.ts'
import {
  type FieldChange,
  type Import,
  lookAhead,
  removeSource,
  saveSource,
  type Source,
  undoRun,
} from './asks.ts'
import { WhatHappens } from './happening.tsx'
import { untaken } from './taken.ts'
import { t } from './texts.ts'
import { rhythmOf, rhythms, wordsOf } from './words.ts'

/** Chooses how often a source is imported. */
export function RhythmSelect(props: {
  readonly value: string
  readonly onChange: (rhythm: string) => void
  readonly label?: string | undefined
  readonly tied?: object
  readonly isQuiet?: boolean
}) {
  const { value, onChange, label, tied = {}, isQuiet = false } = props
  const isUsual = rhythms.some(([rhythm]) => rhythm === value)
  return (
    <select
      {...tied}
      class={isQuiet ? 'fit quiet-select' : undefined}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {!isUsual && <option value={value}>{t('everyOther', { every: value })}</option>}
      {rhythms.map(([rhythm, name]) => (
        <option key={rhythm} value={rhythm}>
          {t(name)}
        </option>
      ))}
    </select>
  )
}

/** Asks for the address of a source, its name, and how often it is imported. */
export function EditSource(props: {
  readonly source: Source | undefined
  readonly onClose: () => void
  readonly onDone: (source: Source) => void
}) {
  const { source, onClose, onDone } = props
  const url = useSignal(source?.url ?? '')
  const name = useSignal(source?.name ?? '')
  const rhythm = useSignal(source ? rhythmOf(source) : '6h')
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const isFile = typeof source?.file === 'string'
  const tried = useSignal<Import | undefined>(undefined)
  const left = useSignal<readonly FieldChange[]>([])
  const isLooking = useSignal(false)
  const looking = useRef(new AbortController())
  useEffect(() => () => looking.current.abort(), [])
  const forget = () => {
    looking.current.abort()
    isLooking.value = false
    tried.value = undefined
    left.value = []
  }
  // What is new is looked at before it is kept.
  const look = () => {
    forget()
    const { signal } = (looking.current = new AbortController())
    isLooking.value = true
    faults.value = {}
    void settle(
      lookAhead(webAddress(url.value), signal),
      (found) => {
        if (signal.aborted) return
        isLooking.value = false
        if (found.status === 'done') {
          tried.value = found
          left.value = untaken(found)
        } else faults.value = { url: sourceText(found.message ?? '') }
      },
      (error) => {
        if (signal.aborted) return
        isLooking.value = false
        faults.value = fieldFaults(error)
      },
    )
  }
  const isAhead = source === undefined && tried.value === undefined
  const save = () =>
    void settle(
      saveSource(source?.id, {
        ...(name.value.trim() === '' ? {} : { name: name.value.trim() }),
        ...(isFile ? {} : { url: webAddress(url.value), ...wordsOf(rhythm.value) }),
        ...(left.value.length === 0 ? {} : { leave: left.value }),
      }),
      onDone,
      (error) => {
        faults.value = fieldFaults(error, { rest_import_source_exists: 'url' })
      },
    )
  return (
    <Dialog
      title={source ? source.name : t('newSource')}
      onClose={onClose}
      onAnswer={(answer) => {
        if (answer !== 'yes') onClose()
        else if (!isAhead) save()
        else if (!isLooking.value) look()
      }}
      foot={<Answers no={t('notNow')} yes={source ? t('save') : isAhead ? t('lookFirst') : t('import')} />}
    >
      {faults.value[''] && (
        <p class="fault" role="alert" dir="auto">
          {faults.value['']}
        </p>
      )}
      {!isFile && (
        <Field label={t('address')} hint={t('addressHint')} fault={faults.value['url']}>
          {(tied) => (
            <input
              {...tied}
              required
              autofocus
              inputMode="url"
              autocomplete="off"
              dir="ltr"
              placeholder="https://"
              value={url.value}
              onInput={({ currentTarget }) => {
                url.value = currentTarget.value
                forget()
              }}
            />
          )}
        </Field>
      )}
      <Field label={t('name')} fault={faults.value['name']}>
        {(tied) => (
          <input
            {...tied}
            dir="auto"
            autocomplete="off"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
        )}
      </Field>
      {!isFile && (
        <Field label={t('howOften')} fault={faults.value['every'] ?? faults.value['at']}>
          {(tied) => (
            <RhythmSelect
              tied={tied}
              value={rhythm.value}
              onChange={(chosen) => {
                rhythm.value = chosen
              }}
            />
          )}
        </Field>
      )}
      {(isLooking.value || tried.value) && (
        <WhatHappens
          tried={tried.value}
          left={left.value}
          isTrying={isLooking.value}
          onLeave={(next) => {
            left.value = next
          }}
        />
      )}
    </Dialog>
  )
}

/** Asks before a source is forgotten, or before what it brought last is taken back. */
export function Ask(props: {
  readonly does: 'remove' | 'undo'
  readonly source: Source
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { does, source, onClose, onDone } = props
  const fault = useSignal('')
  const { name } = source
  const carryOut = () => {
    const [last] = source.runs
    void settle(does === 'remove' ? removeSource(source) : undoRun(last?.id ?? 0), onDone, (error) => {
      fault.value = faultText(error)
    })
  }
  return (
    <Dialog
      title={does === 'remove' ? t('removeTitle', { name }) : t('undoTitle', { name })}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? carryOut() : onClose())}
      foot={
        <Answers
          no={does === 'remove' ? t('keep') : t('notNow')}
          yes={does === 'remove' ? t('remove') : t('undo')}
          isDanger
        />
      }
    >
      <p>{does === 'remove' ? t('removeHint') : t('undoHint')}</p>
      {fault.value !== '' && (
        <p class="fault" role="alert" dir="auto">
          {fault.value}
        </p>
      )}
    </Dialog>
  )
}
