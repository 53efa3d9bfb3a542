import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Frame } from './frame.tsx'
import { home } from './place.ts'
import { account, forbiddenAt } from './places.ts'
import { route, to } from './route.ts'
import { screenAt } from './screens.tsx'
import { me, mayWrite } from './session.ts'
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
  if (me.value && !mayWrite() && !account.isHere(here)) return <Elsewhere />
  const forbidden = forbiddenAt(here)
  if (forbidden) return <Told title={t(forbidden.name)} says={t('notYours')} />
  return <>{screenAt(here) ?? <Told title={t('noSuchPage')} />}</>
}

/** Who may not write has nothing to do here: the page where everybody proposes is for them. */
function Elsewhere() {
  useEffect(() => window.location.replace(`${home}/submit`), [])
  return <p role="status">{t('loading')}</p>
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
