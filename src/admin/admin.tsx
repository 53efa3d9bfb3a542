import { useSignalEffect } from '@preact/signals'
import { EventList } from './events/list.tsx'
import { Frame } from './frame.tsx'
import { Later } from './later.tsx'
import { route, to } from './route.ts'
import { t } from './texts.ts'
import { useTitle } from './title.ts'

/** The whole program: the frame, and in it the screen of the address. */
export function Admin() {
  useSignalEffect(() => {
    // Whoever follows a link to another screen begins at its top; screen readers read the heading.
    const { path } = route.value
    if (path !== lastPath) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    lastPath = path
  })
  return (
    <Frame>
      <Screen />
    </Frame>
  )
}

let lastPath = route.peek().path

function Screen() {
  const { path, query, visit } = route.value
  if (path === '' || path === 'events') return <EventList query={query} />
  if (path === 'events/new')
    return <Later key={`new ${visit}`} load={loadEditor} with={{ id: undefined, query }} />
  const [, id] = /^events\/(\d{1,15})$/.exec(path) ?? []
  if (id !== undefined) return <Later key={id} load={loadEditor} with={{ id: Number(id), query }} />
  return <Missing />
}

const loadEditor = () => import('./event/editor.tsx').then(({ EventEditor }) => EventEditor)

function Missing() {
  useTitle(t('noSuchPage'))
  return (
    <>
      <div class="head">
        <h1>{t('noSuchPage')}</h1>
      </div>
      <p>
        <a href={to('events')}>{t('events')}</a>
      </p>
    </>
  )
}
