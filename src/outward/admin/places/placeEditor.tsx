import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { useRead } from '../kit/read.ts'
import { Later, Loading, RichRoom } from '../lazyScreen.tsx'
import { needOwnFields } from '../own/declared.ts'
import { ownLacking, ownShown } from '../own/asking.ts'
import { Clashing } from '../record/clashing.tsx'
import { Found } from '../record/found.tsx'
import { ProgressLine } from '../record/progress.tsx'
import type { RecordStore } from '../record/record.ts'
import { takeTyped } from '../record/typed.ts'
import { useRecord } from '../record/useRecord.ts'
import { go, to } from '../route.ts'
import { mayPublish } from '../session.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { type Around, useAround } from './activity.ts'
import { AlikeNotice, useAlike } from './alike.tsx'
import { describedOf } from './describe.ts'
import { FieldsOf, OwnPart, Part, Typed, type Typing } from './fields.tsx'
import { changesOf, coordinates, emptyForm, type Form, load } from './form.ts'
import { PlacedHead } from './head.tsx'
import { type Kind, kinds, nameOf, type Placed } from './kinds.ts'
import { MergePlaced } from './merge.tsx'
import { PairHints } from './pairHints.tsx'
import { PictureOf } from './picture.tsx'
import { Position } from './position.tsx'
import { t } from '../common/texts.ts'
import { Events, Past } from './upcomingEvents.tsx'

// The text of events has it too, and it is large: all else can be used before it is there.
const loadRichText = () => import('../rich/rich.tsx').then(({ RichText }) => RichText)

/** The frame of what is on its way. */
function PlacedOpening({ facts }: { readonly facts: (typeof kinds)[Kind] }) {
  return (
    <div class="beside" aria-busy="true">
      <div class="stack">
        <div class="head">
          <div>
            <h1>
              <span class="hidden">{tFrame(facts.title)}</span>
              {'\u00a0'}
            </h1>
            <Loading />
          </div>
        </div>
        <div class="parts">
          <Part id="p-first" title={facts.isPlaced ? t('nameAndAddress') : tFrame('name')}>
            {null}
          </Part>
        </div>
      </div>
    </div>
  )
}

/** A place or an organizer: its fields, with its events beside; a new one without an id. */
export function PlacedEditor(props: {
  readonly kind: Kind
  readonly id: number | undefined
  readonly query: URLSearchParams
}) {
  const { kind, id, query } = props
  const facts = kinds[kind]
  const placed = usePlaced(kind, id)
  const { store } = placed
  const likeName = useLike(kind, id, { query, store })
  const merging = useSignal<number | 'ask' | undefined>(mergingIn(query))
  const { value: stored } = store.stored
  const { record } = stored ?? {}
  const around = useAround(kind, stored)
  const own = useRead(() => needOwnFields().then(() => true), [], sayFault)
  useTitle(record ? nameOf(record) : tFrame(facts.newOne))
  const fault = store.faults.value[''] ?? ''
  const isOwnKnown = own.value === true || own.fault !== ''
  if (fault === '' && (!isOwnKnown || store.progress.value === 'loading' || (id !== undefined && !stored)))
    return <PlacedOpening facts={facts} />
  if (id !== undefined && !stored)
    return <Failed fault={fault} isRefused={store.isRefused.value} onAgain={() => void store.start()} />
  const leave = () => {
    store.forget()
    go(to(kind))
  }
  return (
    <>
      <PlacedHead
        facts={facts}
        record={record}
        around={around}
        onMerge={() => (merging.value = 'ask')}
        onDone={leave}
      />
      <div class={id === undefined ? 'parts' : 'beside'}>
        <div class="stack">
          <Found at={store.found} onThrowAway={store.throwAway} />
          {fault !== '' && (
            <div class="notice bad" role="alert">
              <Icon name="warning" />
              <p dir="auto">{fault}</p>
            </div>
          )}
          <PlacedForm
            kind={kind}
            id={id}
            placed={placed}
            likeName={likeName}
            onCompare={(other) => (merging.value = other)}
          />
        </div>
        {id !== undefined && <Beside kind={kind} id={id} record={record} around={around} />}
      </div>
      <Clashing store={store} described={describedOf(kind)} />
      {merging.value !== undefined && stored && (
        <MergePlaced
          kind={kind}
          stays={stored}
          other={merging.value === 'ask' ? undefined : merging.value}
          onClose={() => (merging.value = undefined)}
          onDone={() => {
            merging.value = undefined
            leave()
          }}
        />
      )}
    </>
  )
}

function PlacedForm(props: {
  readonly kind: Kind
  readonly id: number | undefined
  readonly placed: ReturnType<typeof usePlaced>
  /** What the new one was begun like. */
  readonly likeName: string
  readonly onCompare: (other: number | undefined) => void
}) {
  const { kind, id, placed, likeName, onCompare } = props
  const { store, save, form, alikes } = placed
  const facts = kinds[kind]
  const { record, allow = [] } = store.stored.value ?? {}
  const mayChange = id === undefined || allow.includes('POST')
  const typing: Typing = {
    form: store.form.value,
    faults: store.faults.value,
    onSet: (field, value) => store.set({ [field]: value }),
    isReadOnly: !mayChange,
  }
  return (
    <>
      {mayChange && id !== undefined && <PairHints kind={kind} id={id} onCompare={onCompare} />}
      <form
        class="parts"
        novalidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {likeName !== '' && (
          <p class="hint" dir="auto">
            {t('likeOther', { name: likeName })}
          </p>
        )}
        <Part id="p-first" title={facts.isPlaced ? t('nameAndAddress') : tFrame('name')}>
          <Typed kind={kind} name={facts.name} {...typing} />
          {id === undefined && <AlikeNotice kind={kind} alikes={alikes} />}
          <FieldsOf kind={kind} section="first" {...typing} />
        </Part>
        {facts.isPlaced && <Position record={record} {...typing} />}
        <Part id="p-about" title={t('about')}>
          {mayChange && <Text store={store} />}
          <FieldsOf kind={kind} section="about" {...typing} />
          <FieldsOf kind={kind} section="access" legend={t('gettingIn')} {...typing} />
        </Part>
        <OwnPart kind={kind} {...typing} />
        <PictureOf kind={kind} {...(record ? { record } : {})} {...typing} />
        {mayChange && (
          <div class="save-bar">
            <button class="big" type="submit" aria-keyshortcuts="Control+S">
              {tFrame('save')}
            </button>
            <ProgressLine is={store.progress.value} />
          </div>
        )}
      </form>
    </>
  )
}

function Text({ store }: { readonly store: RecordStore<Placed, Form> }) {
  return (
    <div class="field">
      <p class="label">{tFrame('text')}</p>
      <Later
        // Another one where another text has been put into the form.
        key={store.replaced.value['description']}
        load={loadRichText}
        meanwhile={<RichRoom />}
        with={{
          id: 'p-description',
          label: tFrame('text'),
          html: store.form.peek()['description'] ?? '',
          onChange: (description: string) => store.set({ description }),
        }}
      />
    </div>
  )
}

/** What comes up there, and what was done to it. */
function Beside(props: {
  readonly kind: Kind
  readonly id: number
  readonly record: Placed | undefined
  readonly around: Around
}) {
  const { kind, id, record, around } = props
  const { coming, past } = around
  return (
    <aside>
      {coming && <Events kind={kind} id={id} coming={coming} />}
      {record && coming && past && <Past kind={kind} id={id} name={nameOf(record)} acts={past} />}
    </aside>
  )
}

/** The editing of a place or an organizer, and how it is saved. */
function usePlaced(kind: Kind, id: number | undefined) {
  const facts = kinds[kind]
  const form = useRef<HTMLFormElement>(null)
  const twice = useRef<ReturnType<typeof useAlike>['fault'] | undefined>(undefined)
  const store = useRecord<Placed, Form>(
    {
      kind,
      id,
      blank: emptyForm(kind),
      together: facts.isPlaced ? coordinates : [],
      load: () => load(kind, id ?? 0),
      send: async ({ form: sent, base, ifMatch }) => {
        const path = id === undefined ? kind : `${kind}/${id}`
        const json = changesOf(kind, base, sent)
        return (await ask<Placed>(path, { method: 'POST', json, ifMatch })).body
      },
      says: (saved) => t(id === undefined ? 'created' : 'saved', { name: nameOf(saved) }),
      check: async (now) => {
        const typed = form.current ? await takeTyped(form.current, (at) => at.replace(/^p-/, '')) : {}
        const isNamed = now()[facts.name]?.trim()
        const fault = !isNamed ? t('needsName') : id === undefined ? await twice.current?.(now()) : undefined
        const lacking = lackingIn(kind, now(), store)
        return fault === undefined ? { ...lacking, ...typed } : { ...lacking, ...typed, [facts.name]: fault }
      },
    },
    () => form.current?.requestSubmit(),
  )
  const alikes = useAlike(kind, id === undefined ? store.form.value : undefined)
  twice.current = alikes.fault
  const save = async () => {
    const saved = await store.save()
    if (saved) {
      if (id === undefined) go(to(`${kind}/${saved.id}`), true)
      return
    }
    const known = Object.keys(store.faults.peek()).find((field) => document.getElementById(`p-${field}`))
    if (known !== undefined) document.getElementById(`p-${known}`)?.focus()
  }
  return { store, save, form, alikes }
}

/** What has to be said of what is public: of a new one where the reader may publish. */
function lackingIn(kind: Kind, form: Form, { stored, base }: RecordStore<Placed, Form>) {
  const status = stored.peek()?.record.status
  if (status === undefined ? !mayPublish() : status !== 'publish') return {}
  return ownLacking(ownShown(kinds[kind].own, form), form, status === undefined ? undefined : base.peek())
}

/** Begins a new one like another one, where that is asked for and nothing has been typed yet; answers the name of that. */
function useLike(
  kind: Kind,
  id: number | undefined,
  { query, store }: { query: URLSearchParams; store: ReturnType<typeof usePlaced>['store'] },
): string {
  const like = id === undefined ? Number(query.get('like') ?? Number.NaN) : Number.NaN
  const name = useSignal('')
  const isLoading = store.progress.value === 'loading'
  useEffect(() => {
    if (isLoading || !Number.isSafeInteger(like) || store.found.peek() !== undefined) return
    void settle(
      load(kind, like),
      (found) => {
        name.value = nameOf(found.record)
        store.begunWith({ ...found.form, [kinds[kind].name]: '' })
        document.getElementById(`p-${kinds[kind].name}`)?.focus()
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  }, [isLoading])
  return name.value
}

/** Whether a merge is asked for, and with which one. */
function mergingIn(query: URLSearchParams): number | 'ask' | undefined {
  const asked = query.get('merge')
  return asked === 'ask' ? asked : Number(asked ?? Number.NaN) || undefined
}
