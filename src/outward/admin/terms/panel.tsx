import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { t } from '../common/texts.ts'
import type { Described } from '../record/clash.tsx'
import { RecordPanel } from '../record/panel.tsx'
import type { Editing } from '../record/record.ts'
import { useRecord } from '../record/useRecord.ts'
import type { Term } from '../records.ts'
import { go, to } from '../route.ts'
import { plain, t as tFrame } from '../texts.ts'
import { colourNames } from './colours.ts'
import { DeleteTerm, MergeTerm } from './dialogs.tsx'
import { fieldsOf, type Form, type Showing } from './fields.tsx'
import type { Deed, Kind, Placed } from './kinds.ts'

function formOf(term: Term | undefined): Form {
  return {
    name: plain(term?.name ?? ''),
    slug: term?.slug ?? '',
    parent: term?.parent ?? 0,
    description: term?.description ?? '',
    color: term?.color ?? '',
  }
}

/** How a category or a tag is edited; shown at once as the list has it. */
function termEditing(kind: Kind, term: Term | undefined): Editing<Term, Form> {
  const path = term && `${kind}/${term.id}`
  return {
    kind,
    id: term?.id,
    blank: formOf(term),
    load: async () => {
      const { body, etag, allow } = await ask<Term>(path ?? kind)
      return { record: body, form: formOf(body), etag, allow }
    },
    send: async ({ form, changed, ifMatch }) => {
      const json = Object.fromEntries(
        changed.flatMap((field) => {
          const value = form[field]
          const text = typeof value === 'string' ? value.trim() : value
          // Without an address of its own, its name makes one.
          return field === 'slug' && text === '' ? [] : [[field, text] as const]
        }),
      )
      return (await ask<Term>(path ?? kind, { method: 'POST', json, ifMatch })).body
    },
    says: ({ name }) => t(term ? 'saved' : 'created', { name: plain(name) }),
    check: async (now) => (now().name.trim() === '' ? { name: t('needsName') } : {}),
  }
}

/** What its fields are called, and what they hold. */
function describedBy(lines: readonly Placed[]): Described<Form> {
  return {
    name: (field) =>
      ({
        name: tFrame('name'),
        slug: t('address'),
        parent: t('belongsTo'),
        description: tFrame('text'),
        color: t('colour'),
      })[field],
    text: (field, form) => {
      if (field === 'parent')
        return lines.find(({ term: { id } }) => id === form.parent)?.name ?? t('topLevel')
      if (field === 'color') {
        const known = colourNames.find((one) => one === form.color)
        return known ? t(known) : form.color
      }
      return form[field]
    },
  }
}

/** Changes one category or tag, or makes one. */
export function TermPanel(
  props: Showing & {
    /** What is to be done with it at once. */
    readonly does: Deed | undefined
    /** Called when it has changed, with the id of the one to show. */
    readonly onDone: (id?: number) => void
  },
) {
  const { kind, term, lines, does, onDone } = props
  const asking = useSignal<Deed | undefined>(does)
  const first = useRef<HTMLInputElement>(null)
  const parent = useRef<HTMLSelectElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const store = useRecord(termEditing(kind, term), () => element.current?.requestSubmit())
  useEffect(() => {
    if (!term) first.current?.focus()
    else if (does === 'move') parent.current?.focus()
  }, [])
  const close = () => {
    asking.value = undefined
    // Loaded anew, the screen does not ask again.
    if (term && does) go(to(kind, { id: term.id }), true)
  }
  const Asked = asking.value === 'merge' ? MergeTerm : asking.value === 'delete' ? DeleteTerm : undefined
  return (
    <>
      <RecordPanel
        store={store}
        element={element}
        title={plain(store.stored.value?.record.name ?? term?.name ?? '') || newText(kind)}
        fields={fieldsOf(props, store.form.value, { first, parent })}
        described={describedBy(lines)}
        acts={<Acts kind={kind} term={term} onAsk={(what) => (asking.value = what)} />}
        onSaved={({ id }) => onDone(id)}
        onFault={() => {
          if (store.faults.peek()['name']) first.current?.focus()
        }}
      />
      {term && Asked && <Asked kind={kind} term={term} lines={lines} onClose={close} onDone={onDone} />}
    </>
  )
}

function newText(kind: Kind): string {
  return t(kind === 'categories' ? 'newCategory' : 'newTag')
}

/** What can be done with it: one that is new is only saved. */
function Acts(props: {
  readonly kind: Kind
  readonly term: Term | undefined
  readonly onAsk: (what: Deed) => void
}) {
  const { kind, term, onAsk } = props
  return (
    <>
      <button type="submit" aria-keyshortcuts="Control+S">
        {tFrame('save')}
      </button>
      {term && (
        <>
          <button class="plain" type="button" onClick={() => onAsk('merge')}>
            {t('merge')}
          </button>
          <a class="button quiet" href={to(`history/${kind}/${term.id}`)}>
            <Icon name="clock" />
            {tFrame('history')}
          </a>
          <button class="danger quiet push" type="button" onClick={() => onAsk('delete')}>
            {t('delete')}
          </button>
        </>
      )}
    </>
  )
}
