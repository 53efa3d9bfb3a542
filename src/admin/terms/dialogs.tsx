import { useSignal } from '@preact/signals'
import { ask } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Effect, Happens, merge, MergeEffect } from '../places/merging.tsx'
import { t, tn } from '../places/texts.ts'
import type { Term } from '../records.ts'
import { plain, t as tFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import type { Placed } from './panel.tsx'
import type { Kind } from './screen.tsx'

interface Asking {
  readonly kind: Kind
  readonly term: Term
  readonly lines: readonly Placed[]
  readonly onClose: () => void
  readonly onDone: (id?: number) => void
}

/** Asks into which other term this one is to be merged, and says first what that will do. */
export function MergeTerm({ kind, term, lines, onClose, onDone }: Asking) {
  const into = useSignal('')
  const other = lines.find((line) => String(line.term.id) === into.value)
  const name = plain(term.name)
  const carryOut = async () => {
    if (!other) return
    try {
      await merge(`${kind}/${other.term.id}`, { from: [term.id] })
      onClose()
      say(t('merged', { from: name, name: other.name }))
      onDone(other.term.id)
    } catch (error) {
      sayFault(faultText(error))
    }
  }
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
            {t('mergeNow')}
          </button>
        </>
      }
    >
      <p dir="auto">
        <b>{name}</b>
      </p>
      <div class="field">
        <label for="t-into">{t('whichStays')}</label>
        <select
          id="t-into"
          value={into.value}
          onChange={({ currentTarget }) => {
            into.value = currentTarget.value
          }}
        >
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
      {other && <MergeEffect path={`${kind}/${other.term.id}`} from={term.id} name={other.name} />}
    </Dialog>
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
      foot={
        <>
          <button class="plain" value="no" autofocus>
            {tFrame('keepIt')}
          </button>
          <button class="danger" value="yes">
            {t('deleteNow')}
          </button>
        </>
      }
    >
      <Effect>
        <Happens count={term.count} says={tn('eventsLose', term.count)} />
        {children > 0 && <Happens count={children} says={tn('belowUp', children)} />}
      </Effect>
    </Dialog>
  )
}
