import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { asked } from './common/goBack.ts'
import { Icon } from './icons.tsx'
import { Later } from './lazyScreen.tsx'
import { onKey } from './keys.ts'
import { Face } from './parts.tsx'
import { home, logo, siteName } from './place.ts'
import { account, type Place, places } from './places.ts'
import { route, to } from './route.ts'
import { confirming, isSignedOut, mayWrite, me } from './session.ts'
import { SignedOut } from './signInDialog.tsx'
import { numberText, t, tn } from './texts.ts'
import { Toasts } from './toasts.tsx'

const loadConfirm = () => import('./people/confirm.tsx').then(({ Confirm }) => Confirm)

/** The places that the reader has anything to do at, in their groups. */
function placesNow(): readonly (readonly Place[])[] {
  if (me.value && !mayWrite()) return []
  return places.map((group) => group.filter(({ may }) => may?.() ?? true)).filter((group) => group.length > 0)
}

/** Whether it is shown which keys do what. */
const areKeysShown = signal(false)

/** Whether something is looked for from everywhere. */
const isFinding = signal(false)

onKey('?', () => {
  areKeysShown.value = true
})
onKey('/', beginFinding)

function beginFinding(): void {
  isFinding.value = true
}

const loadFind = () => import('./find/find.tsx').then(({ Find }) => Find)
const endFinding = () => {
  isFinding.value = false
}

const loadKeysHelp = () => import('./keyboard/help.tsx').then(({ KeysHelp }) => KeysHelp)
const hideKeys = () => {
  areKeysShown.value = false
}

const loadBackTells = () => import('./history/backTells.tsx').then(({ BackTells }) => BackTells)

/** Where one begins an event: who may not write proposes it. */
const newEvent = () => (me.value && !mayWrite() ? `${home}/submit` : to('events/new'))

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
            <a class="button" href={newEvent()} aria-keyshortcuts="n">
              <Icon name="plus" />
              {t('newEvent')}
              <kbd class="on" aria-hidden="true">
                N
              </kbd>
            </a>
            <button class="plain" type="button" aria-keyshortcuts="/" onClick={beginFinding}>
              <Icon name="search" />
              {t('find')}
              <kbd aria-hidden="true">/</kbd>
            </button>
          </div>
          <Places />
          <Account />
          <div class="topbar">
            <Brand />
            <button class="quiet square" type="button" aria-label={t('find')} onClick={beginFinding}>
              <Icon name="search" />
            </button>
            <AccountFace />
          </div>
          <TabBar />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
          <Toasts />
        </main>
      </div>
      {areKeysShown.value && <Later load={loadKeysHelp} with={{ onClose: hideKeys }} />}
      {isFinding.value && <Later load={loadFind} with={{ onClose: endFinding }} />}
      {isSignedOut.value && <SignedOut />}
      {asked.value && <Later load={loadBackTells} with={asked.value} />}
      {confirming.value && <Later load={loadConfirm} with={{ onDone: confirming.value }} />}
    </>
  )
}

function Brand() {
  return (
    <a class="brand" href={to('')}>
      <img src={logo} alt="" height="30" />
      <span dir="auto">{siteName}</span>
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
      {placesNow().map((group) => (
        <ul key={group[0]?.name}>
          {group.map((place) => (
            <li key={place.name}>
              <PlaceLink place={place} onClick={closePlaces} />
            </li>
          ))}
        </ul>
      ))}
      <ul>
        <li>
          <a href={`${home}/`}>
            <Icon name="globe" />
            {t('publicPages')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

function PlaceLink({ place, onClick }: { readonly place: Place; readonly onClick?: () => void }) {
  const isHere = place.isHere(route.value)
  return (
    <a href={to(place.path, place.query)} aria-current={isHere ? 'page' : undefined} onClick={onClick}>
      <Icon name={place.icon} />
      {t(place.name)}
      <Count of={place.count?.value} />
    </a>
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
      <a href={to(account.path)} title={t(account.name)} aria-current={isAtAccount()}>
        <Face of={reader.name} />
        <span>
          <b dir="auto">{reader.name}</b>
          <span>{roleText(role)}</span>
        </span>
      </a>
      <SignOut />
    </div>
  )
}

/** The way to one’s own account where there is room for a face alone. */
function AccountFace() {
  const reader = me.value
  if (!reader) return null
  return (
    <a
      class="button quiet square"
      href={to(account.path)}
      aria-label={t(account.name)}
      aria-current={isAtAccount()}
    >
      <Face of={reader.name} />
    </a>
  )
}

function isAtAccount(): 'page' | undefined {
  return account.isHere(route.value) ? 'page' : undefined
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

function TabBar() {
  return (
    <nav class="tabbar" aria-label={t('editingBelow')}>
      {placesNow()
        .flat()
        .filter(({ isAtFoot }) => isAtFoot)
        .map((place) => (
          <PlaceLink key={place.name} place={place} />
        ))}
      <a class="add" href={newEvent()}>
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
