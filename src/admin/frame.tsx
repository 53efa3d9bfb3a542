import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type IconName, Icon } from './icons.tsx'
import { Dialog } from './dialog.tsx'
import { areKeysOn, setKeys } from './keys.ts'
import { home, logo, siteName } from './place.ts'
import { route, to } from './route.ts'
import { isSignedOut, me, readMe, signInUrl } from './session.ts'
import { faultText } from './faults.ts'
import { settle } from './settle.ts'
import { numberText, t, tn } from './texts.ts'
import { sayFault, Toasts } from './toasts.tsx'

/** How many events wait for approval; undefined: not known. */
export const waiting = signal<number | undefined>(undefined)

interface Place {
  readonly name: string
  readonly icon: IconName
  readonly url: string
  readonly isHere: boolean
  readonly count?: number | undefined
}

function placesNow(): readonly Place[] {
  const { path, query } = route.value
  const isWaiting = path === 'events' && query.get('tab') === 'waiting'
  return [
    {
      name: t('events'),
      icon: 'calendar',
      url: to('events'),
      isHere: path.startsWith('events') && !isWaiting,
    },
    {
      name: t('waiting'),
      icon: 'waiting',
      url: to('events', { tab: 'waiting' }),
      isHere: isWaiting,
      count: waiting.value,
    },
  ]
}

/** What is around every screen: the places to go to, who is signed in, and what is said. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <div class="shell">
        <header class="rail">
          <Brand />
          <div class="make">
            <a class="button" href={to('events/new')} aria-keyshortcuts="n">
              <Icon name="plus" />
              {t('newEvent')}
              <kbd class="on" aria-hidden="true">
                N
              </kbd>
            </a>
          </div>
          <Places />
          <Account />
          <div class="topbar">
            <Brand />
            <SignOut />
          </div>
          <TabBar />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
          <Toasts />
        </main>
      </div>
      {isSignedOut.value && <SignedOut />}
    </>
  )
}

function Brand() {
  return (
    <a class="brand" href={to('events')} dir="auto">
      <img src={logo} alt="" height="30" />
      <span>{siteName}</span>
    </a>
  )
}

function Places() {
  return (
    <nav class="places" id="places" popover="auto" aria-label={t('editing')}>
      <div class="sheet-head">
        <strong>{t('menu')}</strong>
        <button
          class="quiet square"
          type="button"
          popovertarget="places"
          popovertargetaction="hide"
          aria-label={t('close')}
        >
          <Icon name="close" />
        </button>
      </div>
      <ul>
        {placesNow().map((place) => (
          <li key={place.url}>
            <a href={place.url} aria-current={place.isHere ? 'page' : undefined} onClick={closePlaces}>
              <Icon name={place.icon} />
              {place.name}
              <Count of={place.count} />
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a href={`${home}/`}>
            <Icon name="globe" />
            {t('publicPages')}
          </a>
        </li>
        <li>
          <label class="check keys">
            <input
              type="checkbox"
              defaultChecked={areKeysOn()}
              onChange={({ currentTarget: { checked } }) => setKeys(checked)}
            />
            <span>{t('keys')}</span>
          </label>
        </li>
      </ul>
    </nav>
  )
}

function closePlaces(): void {
  const places = document.querySelector<HTMLElement>('#places')
  if (places?.matches(':popover-open')) places.hidePopover()
}

function Count({ of }: { readonly of: number | undefined }) {
  if (of === undefined || of === 0) return null
  return (
    <span class="n">
      <span aria-hidden="true">{numberText(of)}</span>
      <span class="hidden">{tn('waitingCount', of)}</span>
    </span>
  )
}

function Account() {
  const reader = me.value
  if (!reader) return null
  const role = reader.roles[0]
  return (
    <div class="me">
      <span class="face c-4" aria-hidden="true">
        {initialsOf(reader.name)}
      </span>
      <span>
        <b dir="auto">{reader.name}</b>
        <span>{roleText(role)}</span>
      </span>
      <SignOut />
    </div>
  )
}

function SignOut() {
  return (
    <form method="post" action={`${home}/signout`}>
      <button class="quiet square" title={t('signOut')} aria-label={t('signOut')}>
        <Icon name="out" />
      </button>
    </form>
  )
}

function roleText(role: string | undefined): string {
  switch (role) {
    case 'administrator':
      return t('administrator')
    case 'editor':
      return t('editor')
    case 'author':
      return t('author')
    case 'contributor':
      return t('contributor')
    default:
      return t('subscriber')
  }
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

function TabBar() {
  return (
    <nav class="tabbar" aria-label={t('editingBelow')}>
      {placesNow().map((place) => (
        <a key={place.url} href={place.url} aria-current={place.isHere ? 'page' : undefined}>
          <Icon name={place.icon} />
          {place.name}
          <Count of={place.count} />
        </a>
      ))}
      <a class="add" href={to('events/new')}>
        <Icon name="plus" />
        {t('new')}
      </a>
      <button type="button" popovertarget="places">
        <Icon name="menu" />
        {t('more')}
      </button>
    </nav>
  )
}

/** What is asked when the session has ended: nothing that was typed is lost. */
function SignedOut() {
  return (
    <Dialog
      title={t('signedOutTitle')}
      onClose={() => {
        isSignedOut.value = false
      }}
      onAnswer={() =>
        void settle(
          readMe(),
          () => {},
          (error) => sayFault(faultText(error)),
        )
      }
      foot={
        <>
          <button class="plain" type="submit">
            {t('haveSignedIn')}
          </button>
          <a class="button" href={signInUrl()}>
            {t('signIn')}
          </a>
        </>
      }
    >
      <p>{t('signedOutHint')}</p>
    </Dialog>
  )
}
