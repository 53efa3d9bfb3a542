import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { colours } from '../place.ts'
import { Compare, type Differing } from '../places/compare.tsx'
import { Effect, Happens, merge, type Merged, MergeEffect, mergeText } from '../places/mergeEffect.tsx'
import { t, tn } from '../places/texts.ts'
import type { Term } from '../records.ts'
import { settle } from '../settle.ts'
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
  /** The ID of the one that was chosen last: answers may come in another order. */
  const wanted = useRef('')
  const stays = useSignal<Stays | undefined>(undefined)
  const told = useSignal<Merged | undefined>(undefined)
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const name = plain(term.name)
  const choose = (id: string) => {
    wanted.current = id
    stays.value = undefined
    if (id === '') return
    void settle(
      ask<Term>(`${kind}/${id}`),

      ({ body, etag }) => {
        if (wanted.current !== id) return
        stays.value = { term: body, etag }
        // What this one does not say is taken from the other one.
        const isSilent = isEmpty(body.description) && !isEmpty(term.description)
        taken.value = new Set(isSilent ? ['description'] : [])
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  }
  const carryOut = async () => {
    const { value: other } = stays
    if (!other) return
    const changes = Object.fromEntries(
      Object.entries(fieldsOf(term)).filter(([field]) => taken.value.has(field)),
    )
    try {
      await merge(`${kind}/${other.term.id}`, { from: [term.id], changes, ifMatch: other.etag })
      onClose()
      say(t('merged', { from: name, name: changes['name'] ?? plain(other.term.name) }))
      onDone(other.term.id)
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  const { value: other } = stays
  return (
    <Dialog
      title={t('mergeTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? void carryOut() : onClose())}
      foot={
        <>
          <button class="plain" value="no">
            {t('leaveApart')}
          </button>
          <button value="yes" disabled={!other}>
            {mergeText(told.value)}
          </button>
        </>
      }
    >
      <p dir="auto">
        <b>{name}</b>
      </p>
      <div class="field">
        <label for="t-into">{t('whichStays')}</label>
        <select id="t-into" onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{t('chooseOne')}</option>
          {lines
            .filter((line) => line.term.id !== term.id)
            .map((line) => (
              <option key={line.term.id} value={String(line.term.id)}>
                {'\u00a0\u00a0'.repeat(line.depth) + line.name}
              </option>
            ))}
        </select>
      </div>
      {other && (
        <>
          <Compare
            rows={rowsOf(other.term, term)}
            stays={plain(other.term.name)}
            goes={name}
            taken={taken.value}
            onTake={(field, isTaken) => {
              const next = new Set(taken.value)
              if (isTaken) next.add(field)
              else next.delete(field)
              taken.value = next
            }}
          />
          <MergeEffect
            path={`${kind}/${other.term.id}`}
            from={term.id}
            name={taken.value.has('name') ? name : plain(other.term.name)}
            told={told}
          />
        </>
      )}
    </Dialog>
  )
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
