import { useRead } from '../kit/read.ts'
import { useSignal } from '@preact/signals'
import { ask } from '../api.ts'
import { dayText, timeText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { mayReadHistory } from '../session.ts'
import { t, tn } from '../texts.ts'
import { changedIn, withFields } from './merge.ts'
import type { Clash } from './record.ts'
import { t as tr } from './texts.ts'

/** What a record is called and shown by, where two people have changed it. */
export interface Described<Form> {
  readonly name: (field: keyof Form & string) => string
  /** What a field holds; empty for nothing. */
  readonly text: (field: keyof Form & string, form: Form) => string
}

/** Shows what two people have made of the same record; nothing is saved before it is chosen. */
export function ClashDialog<Form extends object>(props: {
  readonly clash: Clash<Form>
  readonly described: Described<Form>
  /** The path of its history, where it has one, and when it was changed last. */
  readonly history?: string
  readonly modified?: string | undefined
  readonly onChosen: (chosen: Form) => void
  readonly onLater: () => void
}) {
  const { clash, described, history, modified, onChosen, onLater } = props
  const { base, mine, theirs, merged, open, together } = clash
  const asked = open.filter((field) => !together.includes(field) || field === together[0])
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const kept = changedIn(base, mine).filter((field) => !open.includes(field))
  const choose = (field: string, isTheirs: boolean) => {
    const next = new Set(taken.value)
    for (const one of together.some((other) => other === field) ? together : [field])
      if (isTheirs) next.add(one)
      else next.delete(one)
    taken.value = next
  }
  const option = (field: keyof Form & string, isTheirs: boolean) => (
    <label class="scope">
      <input
        type="radio"
        name={`versus-${field}`}
        checked={taken.value.has(field) === isTheirs}
        onChange={() => choose(field, isTheirs)}
      />
      <span>
        <b>{isTheirs ? t('theirs') : t('yours')}</b>
        <span class="val" dir="auto">
          {described.text(field, isTheirs ? theirs : mine) || t('empty')}
        </span>
      </span>
    </label>
  )
  return (
    <Dialog
      title={tr('conflictTitle')}
      // What is open stays open: it comes again with the next attempt to save.
      onClose={onLater}
      onAnswer={(answer) => {
        if (answer !== 'save') return onLater()
        const [ours, others] = [open.filter((field) => !taken.value.has(field)), [...open]]
        onChosen(withFields(withFields(merged, theirs, others), mine, ours))
      }}
      foot={
        <>
          <button class="plain" value="back">
            {t('goOnEditing')}
          </button>
          <button value="save">{tr('saveChosen')}</button>
        </>
      }
    >
      {history !== undefined && modified !== undefined && <SavedBy history={history} modified={modified} />}
      {kept.length > 0 && (
        <div class="notice good">
          <Icon name="check" />
          <p dir="auto">{tr('keptBoth', { fields: [...new Set(kept.map(described.name))].join(', ') })}</p>
        </div>
      )}
      <p>{tn('conflictHint', asked.length)}</p>
      {asked.map((field) => (
        <fieldset class="versus" key={field}>
          <legend>{described.name(field)}</legend>
          {option(field, false)}
          {option(field, true)}
          <p class="hint" dir="auto">
            {tr('before', { text: described.text(field, base) || t('empty') })}
          </p>
        </fieldset>
      ))}
      {asked.length > 1 && (
        <p class="acts">
          <button class="plain" type="button" onClick={() => (taken.value = new Set(open))}>
            {tr('allTheirs')}
          </button>
          <button class="plain" type="button" onClick={() => (taken.value = new Set())}>
            {tr('allMine')}
          </button>
        </p>
      )}
    </Dialog>
  )
}

/** Who saved the record last, and when. */
function SavedBy({ history, modified }: { readonly history: string; readonly modified: string }) {
  // Without it, it was somebody.
  const { value: name } = useRead(async () => {
    if (!mayReadHistory()) return undefined
    const { body } = await ask<{ history: readonly { readonly by: { readonly name: string } }[] }>(history, {
      query: { per_page: 1 },
    })
    return body.history[0]?.by.name
  })
  const when = `${dayText(modified)}, ${timeText(modified)}`
  return <p dir="auto">{tr('savedBy', { name: name || tr('somebody'), when })}</p>
}
