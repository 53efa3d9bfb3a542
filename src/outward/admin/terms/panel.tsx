import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { colours } from '../place.ts'
import { t } from '../places/texts.ts'
import type { Described } from '../record/clash.tsx'
import { Found } from '../record/found.tsx'
import { ProgressLine } from '../record/progress.tsx'
import type { Editing } from '../record/record.ts'
import { useRecord } from '../record/useRecord.ts'
import type { Term } from '../records.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { plain, t as tFrame } from '../texts.ts'
import { colourNames } from './colours.ts'
import { DeleteTerm, MergeTerm } from './dialogs.tsx'
import type { Deed, Kind } from './kinds.ts'

/** A term with its place in the tree. */
export interface Placed {
  readonly term: Term
  readonly name: string
  readonly depth: number
}

/** What a term is to be. */
interface Form {
  readonly name: string
  readonly slug: string
  readonly parent: number
  readonly description: string
  readonly color: string
}

/** The fields at which a fault of theirs is said. */
const shownFields = ['name', 'slug', 'parent', 'description']

const loadClash = () => import('../record/clash.tsx').then(({ ClashDialog }) => ClashDialog<Form>)

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
export function TermPanel(props: {
  readonly kind: Kind
  /** A new one without. */
  readonly term: Term | undefined
  readonly lines: readonly Placed[]
  /** What is to be done with it at once. */
  readonly does: Deed | undefined
  /** Called when it has changed, with the id of the one to show. */
  readonly onDone: (id?: number) => void
}) {
  const { kind, term, lines, does, onDone } = props
  const asking = useSignal(does === 'move' ? undefined : does)
  const first = useRef<HTMLInputElement>(null)
  const parent = useRef<HTMLSelectElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const isCategory = kind === 'categories'
  const store = useRecord(termEditing(kind, term), () => element.current?.requestSubmit())
  const form = store.form
  const name = plain(store.stored.value?.record.name ?? term?.name ?? '')
  const faults = store.faults
  const fault = shownFields.some((field) => field in faults.value)
    ? ''
    : (Object.values(faults.value)[0] ?? '')
  useEffect(() => {
    if (!term) first.current?.focus()
    else if (does === 'move') parent.current?.focus()
  }, [])
  const { set } = store
  const save = async () => {
    const saved = await store.save()
    if (saved) onDone(saved.id)
    else if (faults.peek()['name']) first.current?.focus()
  }
  const isBelow = below(lines, term?.id)
  /** Whether it is of the family of the other one, whose colour it has. */
  const isAbove = (id: number) => below(lines, id).has(form.value.parent)
  const close = () => {
    asking.value = undefined
    // Loaded anew, the screen does not ask again.
    if (term && does) go(to(kind, { id: term.id }), true)
  }
  return (
    <>
      <form
        class="panel"
        novalidate
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 dir="auto">{term ? name : isCategory ? t('newCategory') : t('newTag')}</h2>
        <div class="stack">
          <Found at={store.found} onThrowAway={store.throwAway} />
          <Line id="t-name" label={tFrame('name')} fault={faults.value['name']}>
            <input
              id="t-name"
              type="text"
              dir="auto"
              required
              ref={first}
              value={form.value.name}
              {...toFault('t-name', faults.value['name'])}
              onInput={({ currentTarget }) => set({ name: currentTarget.value })}
            />
          </Line>
          {isCategory && (
            <Line id="t-parent" label={t('belongsTo')} fault={faults.value['parent']}>
              <select
                id="t-parent"
                ref={parent}
                value={String(form.value.parent)}
                {...toFault('t-parent', faults.value['parent'])}
                onChange={({ currentTarget }) => set({ parent: Number(currentTarget.value) })}
              >
                <option value="0">{t('topLevel')}</option>
                {lines
                  .filter((line) => !isBelow.has(line.term.id))
                  .map((line) => (
                    <option key={line.term.id} value={String(line.term.id)}>
                      {'\u00a0\u00a0'.repeat(line.depth) + line.name}
                    </option>
                  ))}
              </select>
            </Line>
          )}
          <Line id="t-slug" label={t('address')} fault={faults.value['slug']} hint={t('slugHint')}>
            <input
              id="t-slug"
              type="text"
              dir="auto"
              value={form.value.slug}
              {...toFault('t-slug', faults.value['slug'], true)}
              onInput={({ currentTarget }) => set({ slug: currentTarget.value })}
            />
          </Line>
          <Line id="t-description" label={tFrame('text')} fault={faults.value['description']}>
            <textarea
              id="t-description"
              rows={3}
              dir="auto"
              value={form.value.description}
              {...toFault('t-description', faults.value['description'])}
              onInput={({ currentTarget }) => set({ description: currentTarget.value })}
            />
          </Line>
          {isCategory && (
            <Colours
              chosen={form.value.color}
              others={lines
                .filter((line) => line.depth === 0 && !isBelow.has(line.term.id))
                .filter((line) => line.term.color === form.value.color && !isAbove(line.term.id))
                .map((line) => line.name)}
              onChoose={(color) => set({ color })}
            />
          )}
          {fault !== '' && (
            <p class="fault" role="alert" dir="auto">
              {fault}
            </p>
          )}
          <ProgressLine is={store.progress.value} />
          <div class="acts">
            <button type="submit" aria-keyshortcuts="Control+S">
              {tFrame('save')}
            </button>
            {term && (
              <>
                <button class="plain" type="button" onClick={() => (asking.value = 'merge')}>
                  {t('merge')}
                </button>
                <a class="button quiet" href={to(`history/${kind}/${term.id}`)}>
                  <Icon name="clock" />
                  {tFrame('history')}
                </a>
                <button class="danger quiet push" type="button" onClick={() => (asking.value = 'delete')}>
                  {t('delete')}
                </button>
              </>
            )}
          </div>
        </div>
      </form>
      {store.clash.value && (
        <Later
          load={loadClash}
          with={{
            clash: store.clash.value,
            described: describedBy(lines),
            onChosen: (chosen: Form) =>
              void settle(
                store.resolve(chosen),
                (saved) => saved && onDone(saved.id),
                () => {},
              ),
            onLater: store.postpone,
          }}
        />
      )}
      {term && asking.value === 'merge' && (
        <MergeTerm kind={kind} term={term} lines={lines} onClose={close} onDone={onDone} />
      )}
      {term && asking.value === 'delete' && (
        <DeleteTerm kind={kind} term={term} lines={lines} onClose={close} onDone={onDone} />
      )}
    </>
  )
}

function below(lines: readonly Placed[], id: number | undefined): ReadonlySet<number> {
  const found = new Set<number>(id === undefined ? [] : [id])
  for (const { term } of lines) if (found.has(term.parent)) found.add(term.id)
  return found
}

function toFault(id: string, says: string | undefined, hasHint = false) {
  const described = [says && `${id}-fault`, hasHint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    'aria-invalid': says ? ('true' as const) : undefined,
    'aria-describedby': described === '' ? undefined : described,
  }
}

function Line(props: {
  readonly id: string
  readonly label: string
  readonly fault: string | undefined
  readonly hint?: string
  readonly children: ComponentChildren
}) {
  const { id, label, fault, hint, children } = props
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${id}-fault`} dir="auto">
          <Icon name="warning" />
          {fault}
        </p>
      )}
    </div>
  )
}

function Colours({
  chosen,
  others,
  onChoose,
}: {
  readonly chosen: string
  /** Other families that have the colour that is chosen. */
  readonly others: readonly string[]
  readonly onChoose: (name: string) => void
}) {
  return (
    <fieldset>
      <legend>{t('colour')}</legend>
      <div class="swatches">
        {colourNames.map((name) => (
          <label key={name} class={`swatch c-${colours.indexOf(name) + 1}`}>
            <input
              type="radio"
              name="t-colour"
              aria-label={t(name)}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <Icon name="check" />
          </label>
        ))}
      </div>
      <p class="hint">{t('colourHint')}</p>
      <p class="hint" role="status" dir="auto">
        {others.length > 0 && t('alsoHas', { names: others.join(', ') })}
      </p>
    </fieldset>
  )
}
