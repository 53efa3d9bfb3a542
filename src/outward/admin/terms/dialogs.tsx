import { useRead } from '../kit/read.ts'
import { MergeDialog, type Merging } from '../places/mergeDialog.tsx'
import { TermOptions } from './fields.tsx'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ask } from '../api.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { colours } from '../place.ts'
import type { Differing } from '../places/compare.tsx'
import { Effect, Happens } from '../places/mergeEffect.tsx'
import { t, tn } from '../common/texts.ts'
import type { Term } from '../records.ts'
import { plain, t as tFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { colourNames } from './colours.ts'
import type { Kind, Placed } from './kinds.ts'

interface Asking {
  readonly kind: Kind
  readonly term: Term
  readonly lines: readonly Placed[]
  readonly onClose: () => void
  readonly onDone: (id?: number) => void
}

/** What can differ, as it is sent. */
type Changes = Readonly<Record<string, string>>

/** The term that stays, as the service has it now. */
interface Stays {
  readonly term: Term
  readonly etag: string | undefined
}

/** Makes one of two: which one stays, and what is to hold for it, is chosen, and what will happen is said first. */
export function MergeTerm({ kind, term, lines, onClose, onDone }: Asking) {
  const wanted = useSignal('')
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const { value: stays } = useRead(
    async (): Promise<Stays | undefined> => {
      if (wanted.value === '') return undefined
      const { body, etag } = await ask<Term>(`${kind}/${wanted.value}`)
      // What this one does not say is taken from the other one.
      const isSilent = isEmpty(body.description) && !isEmpty(term.description)
      taken.value = new Set(isSilent ? ['description'] : [])
      return { term: body, etag }
    },
    [wanted.value],
    sayFault,
  )
  const isRead = stays !== undefined && String(stays.term.id) === wanted.value
  return (
    <MergeDialog
      intro={
        <>
          <p dir="auto">
            <b>{plain(term.name)}</b>
          </p>
          <div class="field">
            <label for="t-into">{t('whichStays')}</label>
            <select id="t-into" onChange={({ currentTarget: { value } }) => (wanted.value = value)}>
              <option value="">{t('chooseOne')}</option>
              <TermOptions lines={lines.filter(({ id }) => id !== term.id)} />
            </select>
          </div>
        </>
      }
      merging={isRead ? mergingOf(kind, stays, term) : undefined}
      taken={taken.value}
      onTake={(next) => (taken.value = next)}
      onClose={onClose}
      onDone={() => {
        onClose()
        onDone(stays?.term.id)
      }}
    />
  )
}

function mergingOf(kind: Kind, { term: stays, etag }: Stays, goes: Term): Merging {
  const fields = fieldsOf(goes)
  return {
    path: `${kind}/${stays.id}`,
    etag,
    stays: plain(stays.name),
    from: goes.id,
    goes: plain(goes.name),
    rows: rowsOf(stays, goes),
    changesOf: (taken) => Object.fromEntries(Object.entries(fields).filter(([field]) => taken.has(field))),
    nameOf: (taken) => plain((taken.has('name') ? goes : stays).name),
  }
}

function isEmpty(html: string): boolean {
  return plain(html).trim() === ''
}

function fieldsOf({ name, description, color }: Term): Changes {
  return { name: plain(name), description, ...(color === undefined ? {} : { color }) }
}

function rowsOf(stays: Term, goes: Term): readonly Differing[] {
  const [one, other] = [fieldsOf(stays), fieldsOf(goes)]
  const labels = { name: tFrame('name'), description: tFrame('text'), color: t('colour') }
  return Object.entries(labels)
    .filter(([field]) => one[field] !== other[field])
    .map(([field, label]) => ({
      field,
      label,
      stays: shown(field, one[field]),
      goes: shown(field, other[field]),
    }))
}

function shown(field: string, says = ''): ComponentChildren {
  if (field !== 'color') return (field === 'name' ? says : plain(says).trim()) || t('none')
  const colour = colourNames.find((one) => one === says)
  return (
    <span class="line">
      <span class={`dot c-${colours.indexOf(says) + 1}`} />
      {colour && t(colour)}
    </span>
  )
}

/** Asks before a term goes for good, and says first what events lose by it. */
export function DeleteTerm({ kind, term, lines, onClose, onDone }: Asking) {
  const name = plain(term.name)
  const children = lines.filter((line) => line.term.parent === term.id).length
  const carryOut = async () => {
    try {
      await ask(`${kind}/${term.id}`, { method: 'DELETE' })
      onClose()
      say(t('removed', { name }))
      onDone()
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  return (
    <Dialog
      title={t('deleteTitle', { name })}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? void carryOut() : onClose())}
      foot={<Answers no={tFrame('keepIt')} yes={t('deleteNow')} isDanger />}
    >
      <p>{t('noWayBack')}</p>
      <Effect>
        <Happens count={term.count} says={tn('eventsLose', term.count)} />
        {children > 0 && <Happens count={children} says={tn('belowUp', children)} />}
      </Effect>
    </Dialog>
  )
}
