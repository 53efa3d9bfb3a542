import type { EventRecord } from '../records.ts'
import { useRead } from '../kit/read.ts'
import { Later } from '../lazyScreen.tsx'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { titleOf } from '../common/title.ts'
import { faultText } from '../faults.ts'
import { to } from '../route.ts'
import { me } from '../session.ts'
import { plain, t } from '../texts.ts'
import { readOwn } from '../today/read.ts'
import { sayFault } from '../toasts.tsx'
import { beginAsUsual, beginLike } from './newEvent.ts'
import { Fault, faultOf, faulty, Folding } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

// It is a hint, which comes once typing rests.
const loadSimilar = () => import('./similar.tsx').then(({ Similar }) => Similar)

/** So many characters of the one sentence have room in a card of a list. */
const mostOfSentence = 200

/** What the event is called, and as long as it is new what it could be like. */
export function Title({ store }: { readonly store: Store }) {
  const { title } = store.form.value
  const fault = faultOf(store, 'title')
  const field = useRef<HTMLTextAreaElement>(null)
  const isNew = useContext(Folding)
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
          placeholder={te('titleHint')}
          {...faulty('e-title', fault)}
          onKeyDown={(event) => {
            // A title is one line.
            if (event.key === 'Enter') event.preventDefault()
          }}
          onInput={({ currentTarget: { value } }) => store.set({ title: value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
        <Fault id="e-title" says={fault} />
      </div>
      {isNew && <OrLike store={store} />}
      <Later load={loadSimilar} with={{ store }} meanwhile={<div role="status" />} />
      {!isNew && <Excerpt store={store} />}
    </section>
  )
}

/** What the event is in one sentence. */
export function Excerpt({ store }: { readonly store: Store }) {
  const { excerpt } = store.form.value
  const fault = faultOf(store, 'excerpt')
  const length = [...plain(excerpt)].length
  return (
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
        {...faulty('e-excerpt', fault)}
        onInput={({ currentTarget: { value } }) => store.set({ excerpt: value })}
      />
      {length > 0 && <p class="hint">{te('ofCharacters', { count: length, most: mostOfSentence })}</p>}
      <Fault id="e-excerpt" says={fault} />
    </div>
  )
}

/** How many events are offered to begin from. */
const mostOffered = 3

async function offered(store: Store, author: number | undefined): Promise<readonly EventRecord[]> {
  if (author === undefined) return []
  try {
    const { events } = await readOwn(author, 'publish,future,pending,draft', mostOffered)
    beginAsUsual(store, events)
    return events
  } catch {
    // It is only an offer.
    return []
  }
}

/** Events of one's own to begin from, as long as nothing has been typed: most of what somebody enters they have entered before. */
function OrLike({ store }: { readonly store: Store }) {
  const author = me.peek()?.id
  const { value: own } = useRead(() => offered(store, author))
  // Its line is there until it is known that it is not needed: what is below does not move.
  if (own === undefined && store.changed.value.length === 0) return <div class="line like" />
  if (!own || own.length === 0 || store.changed.value.length > 0) return null
  return (
    <div class="line like">
      <span class="dim">{te('orLike')}</span>
      {own.map((event) => (
        <button
          class="plain"
          type="button"
          key={event.id}
          onClick={() => {
            beginLike(store, event.id).catch((error: unknown) => sayFault(faultText(error)))
          }}
        >
          <span dir="auto">{titleOf(event)}</span>
        </button>
      ))}
      <a class="button quiet" href={to('events', { author })}>
        {te('anotherOfYours')}
      </a>
    </div>
  )
}
