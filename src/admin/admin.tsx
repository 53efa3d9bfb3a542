import { useSignalEffect } from '@preact/signals'
import { Frame } from './frame.tsx'
import { forbiddenAt } from './places.ts'
import { route, to } from './route.ts'
import { screenAt } from './screens.tsx'
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
  const forbidden = forbiddenAt(here)
  if (forbidden) return <Told title={t(forbidden.name)} says={t('notYours')} />
  return <>{screenAt(here) ?? <Told title={t('noSuchPage')} />}</>
}

/** Said where there is no screen to show. */
function Told({ title, says }: { readonly title: string; readonly says?: string }) {
  useTitle(title)
  return (
    <>
      <div class="head">
        <div>
          <h1>{title}</h1>
          {says !== undefined && <p>{says}</p>}
        </div>
      </div>
      <p>
        <a href={to('')}>{t('today')}</a>
      </p>
    </>
  )
}
