import { useSignalEffect } from '@preact/signals'
import { Frame } from './frame.tsx'
import { route, to } from './route.ts'
import { screens } from './screens.tsx'
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
  const here = route.value
  for (const { path, show } of screens) {
    const found = path.exec(here.path)
    if (found) return <>{show(found.slice(1), here)}</>
  }
  return <Missing />
}

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
