import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Question } from '../kit/question.tsx'
import { type Reading, useRead } from '../kit/read.ts'
import type { Deed } from '../kit/rowMenu.tsx'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { settle } from '../settle.ts'
import { numberText, t as frame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { changeField, type OwnField, readFields, removeField } from './asks.ts'
import { columns } from './columns.tsx'
import { EditField } from './dialog.tsx'
import { moved, useMoves } from '../kit/moves.tsx'
import { nameOf } from './names.ts'
import { Sets, SetsDialog } from './sets.tsx'
import { t, tn } from './texts.ts'

/** What stands before the list; a field that is edited is a new one where there is none. */
type Open =
  | { readonly is: 'edit'; readonly field: OwnField | undefined }
  | { readonly is: 'remove'; readonly field: OwnField }
  | { readonly is: 'sets' }

/** The fields that a calendar has declared for itself: which there are, in which order, and what can be done with each. */
export function OwnFields() {
  const read = useRead(readFields)
  const open = useSignal<Open | undefined>(undefined)
  const opens = (now: Open | undefined) => {
    open.value = now
  }
  const all = read.value ?? []
  const place = usePlacing(read)
  const moves = useMoves(
    all.map(({ id }) => String(id)),
    (id, to) => place(Number(id), to),
  )
  const done = (said: string) => {
    opens(undefined)
    say(said)
    read.again()
  }
  const isEmpty = read.value?.length === 0
  return (
    <Screen
      title={frame('ownFields')}
      says={t('says')}
      acts={
        all.length > 0 && (
          <button class="plain" type="button" onClick={() => opens({ is: 'sets' })}>
            {t('readyMade')}
          </button>
        )
      }
      begin={read.value && [t('newOne'), () => opens({ is: 'edit', field: undefined })]}
      read={read}
    >
      {isEmpty && (
        <>
          <p class="dim">{t('nothingYet')}</p>
          <Sets fields={all} onAdded={done} />
        </>
      )}
      {all.length > 0 && (
        <div {...moves}>
          <Table
            rows={all}
            name={nameOf}
            columns={columns()}
            class="list cards no-pick own-fields"
            deeds={deedsOf(all, opens, place)}
          />
          <p class="hint move-hint">{t('moveHint')}</p>
        </div>
      )}
      <Opened open={open.value} fields={all} onClose={() => opens(undefined)} onDone={done} />
    </Screen>
  )
}

/** Puts fields elsewhere, at once for the eye, and one after the other in the service. */
function usePlacing({ value, change, again }: Reading<readonly OwnField[]>) {
  const last = useRef(Promise.resolve())
  return (id: number, to: number) => {
    const field = value?.find((one) => one.id === id)
    if (!value || !field) return
    change((now) => moved(now, field, to))
    const placed = last.current.then(() => changeField(field.name, { position: to + 1 }))
    last.current = placed.catch(() => {})
    const words = { title: nameOf(field), position: numberText(to + 1), all: numberText(value.length) }
    void settle(
      placed,
      () => say(t('moved', words)),
      (error) => {
        sayFault(faultText(error))
        again()
      },
    )
  }
}

/** What can be done with one field. */
function deedsOf(
  all: readonly OwnField[],
  opens: (open: Open) => void,
  place: (id: number, to: number) => void,
) {
  return (field: OwnField): readonly (Deed<OwnField> | false)[] => {
    const at = all.findIndex(({ id }) => id === field.id)
    return [
      { icon: 'edit', says: frame('edit'), does: () => opens({ is: 'edit', field }) },
      at > 0 && { icon: 'up', says: t('moveUp'), does: () => place(field.id, at - 1) },
      at < all.length - 1 && { icon: 'down', says: t('moveDown'), does: () => place(field.id, at + 1) },
      { icon: 'trash', says: t('remove'), is: 'danger', does: () => opens({ is: 'remove', field }) },
    ]
  }
}

function Opened(props: {
  readonly open: Open | undefined
  readonly fields: readonly OwnField[]
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}) {
  const { open, fields, onClose, onDone } = props
  if (!open) return null
  if (open.is === 'sets') return <SetsDialog fields={fields} onClose={onClose} onAdded={onDone} />
  if (open.is === 'remove') return <AskRemoval field={open.field} onClose={onClose} onDone={onDone} />
  const names = fields.map(({ name }) => name)
  return <EditField field={open.field} names={names} onClose={onClose} onDone={() => onDone(t('saved'))} />
}

function AskRemoval(props: {
  readonly field: OwnField
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}) {
  const { field, onClose, onDone } = props
  const { name, used = 0 } = field
  const title = nameOf(field)
  return (
    <Question
      title={t('removeTitle', { title })}
      says={used === 0 ? t('removeUnused') : tn('removeUsed_', used)}
      no={t('cancel')}
      yes={used === 0 ? t('remove') : t('removeAll')}
      isDanger
      does={() => removeField(name, used > 0)}
      onClose={onClose}
      onDone={() => onDone(t('removed', { title }))}
    />
  )
}
