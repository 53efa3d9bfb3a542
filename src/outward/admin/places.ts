import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { IconName } from './icons.tsx'
import { lettersState, proposedAtFirst, waitingAtFirst } from './place.ts'
import type { Route } from './route.ts'
import {
  mayApprove,
  mayImport,
  mayManageSettings,
  mayManageUsers,
  mayPublish,
  mayReadHistory,
  mayReadReport,
  mayWriteLetters,
  me,
} from './session.ts'
import type { TextName } from './texts.ts'

/** How many events wait for approval; undefined: not known. */
export const waiting = signal(waitingAtFirst)

/** How many proposals of the public wait; undefined: not known. */
export const proposed = signal(proposedAtFirst)

/** Both together. */
const allWaiting = computed(() =>
  waiting.value === undefined && proposed.value === undefined
    ? undefined
    : (waiting.value ?? 0) + (proposed.value ?? 0),
)

/** A place in the rail: where one goes from everywhere. */
export interface Place {
  readonly name: TextName
  readonly icon: IconName
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Whether the reader is there. */
  readonly isHere: (route: Route) => boolean
  /** Whether the reader has anything to do there; everybody, where it is left out. */
  readonly may?: () => boolean
  /** How much waits there. */
  readonly count?: ReadonlySignal<number | undefined>
  /** Whether it has a key at the foot of a phone, where there is room for three. */
  readonly isAtFoot?: boolean
}

const isBelow = (path: string) => (route: Route) => route.path === path || route.path.startsWith(`${path}/`)

/** The places in the groups of the rail: what is on, what events are made of, ways in and out, the calendar itself. */
export const places: readonly (readonly Place[])[] = [
  [
    { name: 'today', icon: 'sun', path: '', isHere: ({ path }) => path === '', isAtFoot: true },
    {
      name: 'events',
      icon: 'calendar',
      path: 'events',
      isHere: isBelow('events'),
      isAtFoot: true,
    },
    {
      name: 'waiting',
      icon: 'waiting',
      // Who comes to decide is led to where something waits.
      get path() {
        return waiting.value === 0 && (proposed.value ?? 0) > 0 ? 'proposals' : 'waiting'
      },
      isHere: (route) => isBelow('waiting')(route) || isBelow('proposals')(route),
      may: mayApprove,
      count: allWaiting,
      isAtFoot: true,
    },
  ],
  [
    { name: 'places', icon: 'place', path: 'venues', isHere: isBelow('venues') },
    { name: 'organizersPlace', icon: 'group', path: 'organizers', isHere: isBelow('organizers') },
    {
      name: 'categoriesAndTags',
      icon: 'label',
      path: 'categories',
      isHere: ({ path }) => path === 'categories' || path === 'tags',
      may: mayPublish,
    },
    { name: 'pictures', icon: 'picture', path: 'pictures', isHere: isBelow('pictures') },
  ],
  [
    {
      name: 'letters',
      icon: 'mail',
      path: 'letters',
      isHere: isBelow('letters'),
      may: () => lettersState !== '' && mayWriteLetters(),
    },
    { name: 'imports', icon: 'download', path: 'imports', isHere: isBelow('imports'), may: mayImport },
    { name: 'share', icon: 'export', path: 'share', isHere: isBelow('share') },
    { name: 'history', icon: 'clock', path: 'history', isHere: isBelow('history'), may: mayReadHistory },
    { name: 'report', icon: 'table', path: 'report', isHere: isBelow('report'), may: mayReadReport },
    {
      name: 'webhooks',
      icon: 'link',
      path: 'webhooks',
      isHere: isBelow('webhooks'),
      may: mayManageSettings,
    },
  ],
  [
    { name: 'people', icon: 'person', path: 'users', isHere: isBelow('users'), may: mayManageUsers },
    {
      name: 'settings',
      icon: 'sliders',
      path: 'settings',
      isHere: isBelow('settings'),
      may: mayManageSettings,
    },
    {
      name: 'ownFields',
      icon: 'bullets',
      path: 'fields',
      isHere: isBelow('fields'),
      may: mayManageSettings,
    },
    { name: 'system', icon: 'server', path: 'system', isHere: isBelow('system'), may: mayManageSettings },
  ],
]

/** The place in the rail that an address belongs to. */
export function placeAt(here: Route): Place | undefined {
  return [...places.flat(), account].find(({ isHere }) => isHere(here))
}

/** The place at an address where the reader has nothing to do: it is not in their rail, and a link may still lead there. */
export function forbiddenAt(route: Route): Place | undefined {
  // Of one’s own records the history is everybody’s.
  if (me.value === undefined || route.path.startsWith('history/')) return undefined
  return places.flat().find(({ isHere, may }) => isHere(route) && may?.() === false)
}

/** One’s own account: whoever is signed in is shown as the way there. */
export const account: Place = { name: 'account', icon: 'key', path: 'account', isHere: isBelow('account') }
