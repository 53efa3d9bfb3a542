import { drawnFields } from '../../../fields/drawn.fields.ts'
import { useSignal } from '@preact/signals'
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks'
import { changeAll } from '../events/change.ts'
import { titleOf } from '../events/title.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Later, Loading, RichRoom } from '../lazyScreen.tsx'
import { Found } from '../record/found.tsx'
import { useSaveKeys } from '../record/keys.ts'
import { takeTyped } from '../record/typed.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { needCategories } from '../terms.ts'
import { plain, t, tn } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Bar, type Ways } from './bar.tsx'
import { Cost } from './cost.tsx'
import { Fault, faultOf, Folding, Part, unfold } from './parts.tsx'
import { wrongIn } from './checks.ts'
import { faultId, faultLabel, nameAt } from './names.ts'
import type { Intent } from './intent.ts'
import { PicturePart } from './picture.tsx'
import { Publish, TakesPlace } from './publish.tsx'
import { Jump } from './jump.tsx'
import { Categories, Sorting, Tags } from './sorting.tsx'
import { Opening } from './opening.tsx'
import { createFilling } from './proposal.ts'
import { Store } from './store.ts'
import { t as te, tn as ten } from './texts.ts'
import { Excerpt, Title } from './title.tsx'
import { wordsIn } from './words.ts'
import { When } from './when.tsx'
import { Where } from './where.tsx'

/** The editor of one event, a new one without an id. */
export function EventEditor({
  id,
  query,
}: {
  readonly id: number | undefined
  readonly query: URLSearchParams
}) {
  const like = Number(query.get('like') ?? Number.NaN)
  const proposal = Number(query.get('proposal') ?? Number.NaN)
  const filling = useMemo(
    () => (id !== undefined && Number.isSafeInteger(proposal) ? createFilling(proposal) : undefined),
    [],
  )
  const store = useMemo(
    () =>
      new Store(id, {
        like: Number.isSafeInteger(like) ? like : undefined,
        day: query.get('day') ?? '',
        filling,
      }),
    [],
  )
  const form = useRef<HTMLFormElement>(null)
  const isLoading = store.progress.value.is === 'loading'
  const isNew = id === undefined
  const isPreviewing = useSignal(false)
  useTitle(store.form.value.title || t('newEvent'))
  useEffect(() => {
    void store.start()
    // What hinders it is said where the text stands.
    loadRichText().catch(() => {})
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
    document.documentElement.classList.add('focus-mode')
    const hide = () => store.keepHere()
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      document.documentElement.classList.remove('focus-mode')
      store.stop()
    }
  }, [])
  /** Saves it; what stands in fields is taken, and what is wrong with it is known before it is sent. */
  const saveAs = async (as: Intent['as']): Promise<boolean> => {
    const typed = form.current ? await takeTyped(form.current, nameAt) : {}
    const wrong = { ...wrongIn(store.form.peek()), ...typed }
    const isWrong = Object.keys(wrong).length > 0
    if (isWrong) {
      store.keepHere()
      store.faults.value = wrong
      store.progress.value = { is: 'failed', why: '' }
    }
    const isSaved = !isWrong && (await store.save({ as }))
    // Once they are drawn.
    if (!isSaved && Object.keys(store.faults.value).length > 0)
      setTimeout(() => document.getElementById('faults')?.focus())
    return isSaved
  }
  const saveChosen = () => saveAs('chosen')
  const save = async () => {
    const before = store.record.value?.status
    if (await saveChosen()) say(savedText(store, before))
  }
  useSaveKeys(
    () => {
      // What nobody sees yet does not become public by this key.
      const { value: stored } = store.record
      const isPublic = stored?.status === 'publish' || stored?.status === 'future'
      if (isPublic) form.current?.requestSubmit()
      else void saveAs('draft')
    },
    () => form.current?.requestSubmit(),
  )
  const addAnother = async () => {
    if (!(await saveChosen())) return
    say(savedText(store, undefined))
    go(to('events/new'))
  }
  const trash = async () => {
    const event = store.record.value
    if (!event) return
    const deed = { does: 'trash' } as const
    const back = await changeAll([event], deed)
    store.leave()
    say(
      t('trashedDone', { title: titleOf(event) }),
      back &&
        (() => {
          void settle(
            back(),
            () => go(to(`events/${event.id}`)),
            (error) => sayFault(faultText(error)),
          )
        }),
    )
    go(to('events'))
  }
  const preview = async () => {
    const isPublic = store.record.value?.status === 'publish'
    // What visitors see already is not changed by looking at what was typed.
    if (isPublic && store.changed.value.length > 0) {
      isPreviewing.value = true
      return
    }
    // Opened at once: browsers allow it only while a key or the mouse is pressed.
    const page = window.open('', '_blank')
    // Its page shows what is stored: what was typed is, also of a new event.
    const hasMore = store.changed.value.length > 0 || !store.record.value
    const isShown = !hasMore || (await saveAs('draft'))
    const url = store.record.value?.url
    if (isShown && url !== undefined && page) page.location.href = url
    else page?.close()
  }
  // What is refused is not left folded.
  useEffect(() => {
    for (const fault of form.current?.querySelectorAll('.fault') ?? []) unfold(fault)
  }, [store.faults.value])
  if (isLoading) return isNew ? <Loading /> : <Opening />
  const ways: Ways = {
    onPreview: () => void preview(),
    onAddAnother: () => void addAnother(),
    onDraft: () => void saveAs('draft'),
    onTrash: () => void trash().catch((error: unknown) => sayFault(faultText(error))),
  }
  const { progress, conflict } = store
  const hasNothing = !isNew && store.record.value === undefined
  if (progress.value.is === 'failed' && hasNothing) {
    return (
      <div class="notice bad" role="alert">
        <Icon name="warning" />
        <p dir="auto">{progress.value.why}</p>
      </div>
    )
  }
  if (store.isReadOnly.value && store.record.value)
    return <Later load={loadReadOnly} with={{ event: store.record.value }} />
  const { decision } = store.record.value ?? {}
  return (
    <>
      <Bar store={store} ways={ways} />
      <Jump isNew={isNew} />
      <h1 class="hidden">{isNew ? t('newEvent') : t('editEvent')}</h1>
      <Found at={store.found} onThrowAway={store.throwAway} />
      {filling && filling.from.value !== '' && (
        <div class="notice faults-head" role="status">
          <Icon name="waiting" />
          <p dir="auto">{te('filled', { name: filling.from.value })}</p>
        </div>
      )}
      {decision && <Later load={loadDecision} with={{ decision }} meanwhile={null} />}
      <Faults store={store} />
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
        <Folding value={isNew}>
          <div>
            <Title store={store} />
            <When store={store} />
            <Where store={store} />
            <div class={isNew ? 'folds' : 'parts'}>
              <Text store={store} />
              <PicturePart store={store} />
              <Cost store={store} />
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
      </form>
      {isPreviewing.value && (
        <Later load={loadTypedPreview} with={{ store, onClose: () => (isPreviewing.value = false) }} />
      )}
      {store.isAskingScope.value && <Later load={loadScope} with={{ store }} />}
      {conflict.value && <Later load={loadConflict} with={{ store, conflict: conflict.value }} />}
    </>
  )
}

function savedText({ record }: Store, before: string | undefined): string {
  const status = record.value?.status
  if (status === before) return t('changesSaved')
  if (status === 'publish') return t('isPublicNow')
  if (status === 'future') return t('isScheduled')
  return status === 'pending' ? t('isSent') : t('isDraft')
}

// Four fifths of the editor: everything else can be used before it is there.
const loadRichText = () => import('./rich.tsx').then(({ RichText }) => RichText)
const loadTypedPreview = () => import('./typedPreview.tsx').then(({ TypedPreview }) => TypedPreview)
const loadScope = () => import('./scope.tsx').then(({ ScopeDialog }) => ScopeDialog)
const loadConflict = () => import('./conflict.tsx').then(({ ConflictDialog }) => ConflictDialog)
const loadReadOnly = () => import('./readOnly.tsx').then(({ ReadOnly }) => ReadOnly)
const loadDecision = () => import('../waiting/decision.tsx').then(({ DecisionNote }) => DecisionNote)
const hasDrawn = Object.keys(drawnFields).length > 0
const loadDrawn = () => import('./drawn.tsx').then(({ DrawnFields }) => DrawnFields)
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
  return words === 0 ? te('nothingYet') : ten('wordCount', words)
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
