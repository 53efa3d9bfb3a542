import { useEffect, useMemo, useRef } from 'preact/hooks'
import { dayText, timeText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../later.tsx'
import { needCategories } from '../terms.ts'
import { t, tn } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Bar } from './bar.tsx'
import { ConflictDialog } from './conflict.tsx'
import { Cost } from './cost.tsx'
import { Fault, faultIds, faultOf, faulty, Part } from './parts.tsx'
import { PicturePart } from './picture.tsx'
import { Publish, TakesPlace } from './publish.tsx'
import { ScopeDialog } from './scope.tsx'
import { Similar } from './similar.tsx'
import { Categories, Tags } from './sorting.tsx'
import { createFilling } from './proposal.ts'
import { createStore, type Store } from './store.ts'
import { t as te } from './texts.ts'
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
      createStore(id, {
        like: Number.isSafeInteger(like) ? like : undefined,
        day: query.get('day') ?? '',
        filling,
      }),
    [],
  )
  const form = useRef<HTMLFormElement>(null)
  const isLoading = store.progress.value.is === 'loading'
  useTitle(store.form.value.title || t('newEvent'))
  useEffect(() => {
    void store.start()
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
  const save = async () => {
    const before = store.record.value?.status
    const isSaved = await store.save({ as: 'chosen' })
    if (isSaved) say(savedText(store, before))
    else if (Object.keys(store.faults.value).length > 0) document.getElementById('faults')?.focus()
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      // What nobody sees yet does not become public by a key.
      const { value: stored } = store.record
      const isPublic = stored?.status === 'publish' || stored?.status === 'future'
      if (isPublic) form.current?.requestSubmit()
      else void store.save({ as: 'draft' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const preview = async () => {
    const url = store.record.value?.url
    if (url === undefined) return
    // Opened at once: browsers allow it only while a key or the mouse is pressed.
    const page = window.open('', '_blank')
    const isDraft = store.record.value?.status !== 'publish'
    if (isDraft && store.changed.value.length > 0) await store.save({ as: 'draft' })
    if (page) page.location.href = store.record.value?.url ?? url
  }
  if (isLoading) return <p role="status">{t('loading')}</p>
  const { progress, conflict } = store
  const hasNothing = id !== undefined && store.record.value === undefined
  if (progress.value.is === 'failed' && hasNothing) {
    return (
      <div class="notice bad" role="alert">
        <Icon name="warning" />
        <p dir="auto">{progress.value.why}</p>
      </div>
    )
  }
  return (
    <>
      <Bar store={store} onPreview={() => void preview()} />
      <h1 class="hidden">{id === undefined ? t('newEvent') : t('editEvent')}</h1>
      <Found store={store} />
      {filling && filling.from.value !== '' && (
        <div class="notice faults-head" role="status">
          <Icon name="waiting" />
          <p dir="auto">{te('filled', { name: filling.from.value })}</p>
        </div>
      )}
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
        <div>
          <Title store={store} />
          <When store={store} />
          <Where store={store} />
          <Text store={store} />
          <PicturePart store={store} />
          <Cost store={store} />
        </div>
        <aside aria-label={t('publishingAndSorting')}>
          <Publish store={store} />
          <TakesPlace store={store} />
          <Categories store={store} />
          <Tags store={store} />
        </aside>
      </form>
      {store.isAskingScope.value && <ScopeDialog store={store} />}
      {conflict.value && <ConflictDialog store={store} conflict={conflict.value} />}
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

function Title({ store }: { readonly store: Store }) {
  const { title, excerpt } = store.form.value
  const [fault, faultOfExcerpt] = [faultOf(store, 'title'), faultOf(store, 'excerpt')]
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A new event begins with its title.
    if (store.record.peek() === undefined) field.current?.focus()
  }, [])
  return (
    <section class="part" aria-label={t('title')}>
      <div class="field title-field">
        <label for="e-title">{t('title')}</label>
        <textarea
          id="e-title"
          rows={1}
          dir="auto"
          required
          ref={field}
          value={title}
          {...faulty('e-title', fault)}
          onKeyDown={(event) => {
            // A title is one line.
            if (event.key === 'Enter') event.preventDefault()
          }}
          onInput={({ currentTarget: { value } }) => store.set({ title: value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
        <Fault id="e-title" says={fault} />
      </div>
      <Similar store={store} />
      <div class="field">
        <label for="e-excerpt">
          {t('inOneSentence')} <span class="dim">{t('forLists')}</span>
        </label>
        <textarea
          id="e-excerpt"
          class="growing"
          rows={1}
          dir="auto"
          value={excerpt}
          {...faulty('e-excerpt', faultOfExcerpt)}
          onInput={({ currentTarget: { value } }) => store.set({ excerpt: value })}
        />
        <Fault id="e-excerpt" says={faultOfExcerpt} />
      </div>
    </section>
  )
}

// Four fifths of the editor: everything else can be used before it is there.
const loadRichText = () => import('./rich.tsx').then(({ RichText }) => RichText)

function Text({ store }: { readonly store: Store }) {
  const fault = faultOf(store, 'description')
  return (
    <Part id="p-text" title={t('text')}>
      <Later
        key={store.text.value}
        load={loadRichText}
        with={{
          id: 'e-text',
          label: t('text'),
          html: store.form.peek().description,
          describedBy: fault === '' ? undefined : 'e-text-fault',
          onChange: (description: string) => store.set({ description }),
        }}
      />
      <Fault id="e-text" says={fault} />
    </Part>
  )
}

/** What was typed earlier is here again. */
function Found({ store }: { readonly store: Store }) {
  const at = store.found.value
  if (at === undefined) return null
  const local = new Date(Date.parse(at) - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  return (
    <div class="notice faults-head" role="status">
      <Icon name="undo" />
      <div>
        <p>{t('foundAgain', { when: `${dayText(local)}, ${timeText(local)}` })}</p>
        <p class="acts">
          <button class="plain" type="button" onClick={() => store.throwAway()}>
            {t('throwAway')}
          </button>
          <button
            class="quiet"
            type="button"
            onClick={() => {
              store.found.value = undefined
            }}
          >
            {t('keepIt')}
          </button>
        </p>
      </div>
    </div>
  )
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
                href={`#${faultIds[name] ?? 'event'}`}
                dir="auto"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(faultIds[name] ?? 'event')?.focus()
                }}
              >
                {says}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
