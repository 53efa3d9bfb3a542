import { drawnFields } from '../../../fields/drawn.fields.ts'
import { useSignal } from '@preact/signals'
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Later, loadAhead, Loading, RichRoom } from '../lazyScreen.tsx'
import { Found } from '../record/found.tsx'
import { Failed } from '../parts.tsx'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { isOwn } from '../own/form.ts'
import { needCategories } from '../terms.ts'
import { plain, t, tn } from '../texts.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { Bar } from './bar.tsx'
import { Cost } from './cost.tsx'
import { Fault, faultOf, Folding, Part, unfold } from './parts.tsx'
import { faultId, faultLabel } from './names.ts'
import { PicturePart } from './picture.tsx'
import { Registering } from './registering.tsx'
import { useSaving } from './saving.ts'
import { Publish, TakesPlace } from './publish.tsx'
import { Jump } from './jump.tsx'
import { Categories, Sorting, Tags } from './sorting.tsx'
import { Opening } from './opening.tsx'
import { createFilling } from './proposal.ts'
import { Store } from './store.ts'
import { t as te } from './texts.ts'
import { Excerpt, Title } from './title.tsx'
import { wordsIn } from '../rich/words.ts'
import { tn as tRich } from '../rich/texts.ts'
import { When } from './when.tsx'
import { Where } from './where.tsx'

/** The editor of one event, as long as it is open; a new one without an id. */
function useStore(id: number | undefined, query: URLSearchParams) {
  const opened = useMemo(() => {
    const like = Number(query.get('like') ?? Number.NaN)
    const proposal = Number(query.get('proposal') ?? Number.NaN)
    const filling = id !== undefined && Number.isSafeInteger(proposal) ? createFilling(proposal) : undefined
    const begins = {
      like: Number.isSafeInteger(like) ? like : undefined,
      day: query.get('day') ?? '',
      filling,
    }
    return { store: new Store(id, begins), filling }
  }, [])
  const { store } = opened
  const isReady = useSignal(false)
  useEffect(() => {
    void store.start()
    // What hinders it is said where the text stands.
    loadRichText().catch(() => {})
    const own = readyOwn().finally(() => (isReady.value = true))
    for (const need of [needCategories(), own]) need.catch((error: unknown) => sayFault(faultText(error)))
    document.documentElement.classList.add('focus-mode')
    const hide = () => store.keepHere()
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      document.documentElement.classList.remove('focus-mode')
      store.stop()
    }
  }, [])
  return { ...opened, isReady: isReady.value }
}

/** The editor of one event, a new one without an id. */
export function EventEditor(props: { readonly id: number | undefined; readonly query: URLSearchParams }) {
  const { id, query } = props
  const { store, filling, isReady } = useStore(id, query)
  const form = useRef<HTMLFormElement>(null)
  const isNew = id === undefined
  const isPreviewing = useSignal(false)
  const { save, ways } = useSaving(store, form, () => (isPreviewing.value = true))
  useTitle(store.form.value.title || t('newEvent'))
  // What is refused is not left folded.
  useEffect(() => {
    for (const fault of form.current?.querySelectorAll('.fault') ?? []) unfold(fault)
  }, [store.faults.value])
  const { progress, record } = store
  if (progress.value.is === 'loading' || !isReady) return isNew ? <Loading /> : <Opening />
  if (progress.value.is === 'failed' && !isNew && !record.value) {
    const { why, isRefused } = progress.value
    return <Failed fault={why} isRefused={isRefused} onAgain={() => void store.start()} />
  }
  if (store.isReadOnly.value && record.value)
    return <Later load={loadReadOnly} with={{ event: record.value }} />
  return (
    <>
      <Bar store={store} ways={ways} />
      <Jump isNew={isNew} />
      <h1 class="hidden">{isNew ? t('newEvent') : t('editEvent')}</h1>
      <Found at={store.found} onThrowAway={store.throwAway} />
      <Said store={store} from={filling?.from.value ?? ''} />
      <form
        class="editor"
        id="event"
        ref={form}
        novalidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Fields store={store} isNew={isNew} />
      </form>
      {isPreviewing.value && (
        <Later load={loadTypedPreview} with={{ store, onClose: () => (isPreviewing.value = false) }} />
      )}
      <Asked store={store} />
    </>
  )
}

/** What is asked before it is saved. */
function Asked({ store }: { readonly store: Store }) {
  const conflict = store.conflict.value
  return (
    <>
      {store.tellsGuests.value && <Later load={loadTold} with={{ store }} />}
      {store.isAskingScope.value && <Later load={loadScope} with={{ store }} />}
      {conflict && <Later load={loadConflict} with={{ store, conflict }} />}
    </>
  )
}

/** Whose change is filled in, what was decided before, and what was refused. */
function Said({ store, from }: { readonly store: Store; readonly from: string }) {
  const { decision } = store.record.value ?? {}
  return (
    <>
      {from !== '' && (
        <div class="notice faults-head" role="status">
          <Icon name="waiting" />
          <p dir="auto">{te('filled', { name: from })}</p>
        </div>
      )}
      {decision && <Later load={loadDecision} with={{ decision }} meanwhile={null} />}
      <Faults store={store} />
    </>
  )
}

function Fields({ store, isNew }: { readonly store: Store; readonly isNew: boolean }) {
  return (
    <>
      <Folding value={isNew}>
        <div>
          <Title store={store} />
          <When store={store} />
          <Where store={store} />
          <div class={isNew ? 'folds' : 'parts'}>
            {hasOwn(store) && <Later load={loadOwn} with={{ store }} meanwhile={null} />}
            <Text store={store} />
            <PicturePart store={store} />
            <Cost store={store} />
            <Registering store={store} />
            {isNew && <Sorting store={store} />}
          </div>
        </div>
      </Folding>
      <aside aria-label={t('publishingAndSorting')}>
        <Publish store={store} />
        {!isNew && (
          <>
            <TakesPlace store={store} />
            <Categories store={store} />
            <Tags store={store} />
            <Later load={loadLately} with={{ store }} meanwhile={null} />
          </>
        )}
      </aside>
    </>
  )
}

// Four fifths of the editor: everything else can be used before it is there.
const loadRichText = () => import('../rich/rich.tsx').then(({ RichText }) => RichText)
const loadTypedPreview = () => import('./typedPreview.tsx').then(({ TypedPreview }) => TypedPreview)
const loadScope = () => import('./scope.tsx').then(({ ScopeDialog }) => ScopeDialog)
const loadTold = () => import('./told.tsx').then(({ Told }) => Told)
const loadConflict = () => import('./conflict.tsx').then(({ ConflictDialog }) => ConflictDialog)
const loadReadOnly = () => import('./readOnly.tsx').then(({ ReadOnly }) => ReadOnly)
const loadDecision = () => import('../waiting/decision.tsx').then(({ DecisionNote }) => DecisionNote)
const hasDrawn = Object.keys(drawnFields).length > 0
const loadDrawn = () => import('./drawn.tsx').then(({ DrawnFields }) => DrawnFields)
/** What is said of a field that is gone is shown as well. */
const hasOwn = ({ form }: Store) => ownFields('event').length > 0 || Object.keys(form.value).some(isOwn)
const loadOwn = () => import('./own.tsx').then(({ OwnPart }) => OwnPart)
/** Knows what the calendar has declared, and how that is asked, before anything stands below it. */
async function readyOwn(): Promise<void> {
  await needOwnFields()
  if (ownFields('event').length > 0) await loadAhead(loadOwn)
}
const loadLately = () => import('./recentChanges.tsx').then(({ Lately }) => Lately)

function Text({ store }: { readonly store: Store }) {
  const fault = faultOf(store, 'description')
  const isNew = useContext(Folding)
  // Where it is folded, it is loaded when it is opened.
  const isLoaded = useSignal(!isNew)
  return (
    <Part
      id="p-text"
      title={t('text')}
      says={textSays(store.form.value.description)}
      onOpen={() => {
        isLoaded.value = true
      }}
    >
      {isNew && <Excerpt store={store} />}
      {isLoaded.value && (
        <Later
          key={store.text.value}
          load={loadRichText}
          meanwhile={<RichRoom />}
          with={{
            id: 'e-text',
            label: t('text'),
            html: store.form.peek().description,
            describedBy: fault === '' ? undefined : 'e-text-fault',
            onChange: (description: string) => store.set({ description }),
          }}
        />
      )}
      <Fault id="e-text" says={fault} />
      {hasDrawn && <Later load={loadDrawn} with={{ store }} meanwhile={null} />}
    </Part>
  )
}

/** How long the text is, in words. */
function textSays(html: string): string {
  const words = wordsIn(plain(html))
  return words === 0 ? te('nothingYet') : tRich('wordCount', words)
}

/** All that was refused, with links to the fields. */
function Faults({ store }: { readonly store: Store }) {
  const progress = store.progress.value
  const faults = Object.entries(store.faults.value)
  if (progress.is !== 'failed' && faults.length === 0) return null
  return (
    <div class="notice bad faults-head" id="faults" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div>
        {faults.length === 0 && progress.is === 'failed' && <p dir="auto">{progress.why}</p>}
        {faults.length > 0 && <p>{tn('faults', faults.length)}</p>}
        <ul>
          {faults.map(([name, says]) => (
            <li key={name}>
              <a
                href={`#${faultId(name)}`}
                dir="auto"
                onClick={(event) => {
                  event.preventDefault()
                  const field = document.getElementById(faultId(name))
                  unfold(field)
                  field?.focus()
                }}
              >
                {[faultLabel(name), says].filter(Boolean).join(': ')}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
