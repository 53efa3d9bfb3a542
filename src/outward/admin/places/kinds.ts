import type { EventRecord, Picture, Status } from '../records.ts'
import { plain, type TextName } from '../texts.ts'
import type { messages } from './messages.ts'

/** Which of the two kinds. */
export type Kind = 'venues' | 'organizers'

/** A place or an organizer, as far as the screens show it. Texts are HTML, rendered. */
export interface Placed {
  readonly id: number
  readonly status: Status
  readonly author: string
  readonly url: string
  readonly venue?: string
  readonly organizer?: string
  readonly address?: string
  readonly city?: string
  readonly zip?: string
  readonly country?: string
  readonly phone?: string
  readonly website?: string
  readonly email?: string
  readonly geo_lat?: number | null
  readonly geo_lng?: number | null
  /** Whether these were found by its address; only where it is read to be edited. */
  readonly geocoded?: boolean
  readonly step_free?: boolean
  readonly accessible_toilet?: boolean
  readonly hearing_loop?: boolean
  readonly image?: Picture | false
}

/** Those of an area, or of the frame. */
type Label = { readonly frame: TextName } | { readonly own: 'country' | 'telephone' | 'address' }

/** What of a record is typed, beside its text and its picture. */
export type FieldName = Exclude<keyof Placed, 'id' | 'status' | 'author' | 'url' | 'image' | 'geocoded'>

/** A field of the form: its name at the service, and how it is labelled and typed. */
export interface FieldOf {
  readonly name: FieldName
  readonly label: Label
  readonly type: 'text' | 'tel' | 'url' | 'email'
}

export type AccessName = 'step_free' | 'accessible_toilet' | 'hearing_loop'

/** What sets the two apart. */
export interface KindFacts {
  readonly kind: Kind
  /** The field of the name. */
  readonly name: 'venue' | 'organizer'
  readonly title: TextName
  readonly newOne: TextName
  readonly search: Extract<keyof typeof messages, 'searchPlaces' | 'searchNames'>
  readonly postType: 'tribe_venue' | 'tribe_organizer'
  readonly first: readonly FieldOf[]
  readonly about: readonly FieldOf[]
  /** What is there or not, and helps people in. */
  readonly access: readonly AccessName[]
  readonly isPlaced: boolean
}

const website: FieldOf = { name: 'website', label: { frame: 'website' }, type: 'url' }
const phone: FieldOf = { name: 'phone', label: { own: 'telephone' }, type: 'tel' }

/** Both kinds. */
export const kinds: Readonly<Record<Kind, KindFacts>> = {
  venues: {
    kind: 'venues',
    name: 'venue',
    title: 'places',
    newOne: 'newPlace',
    search: 'searchPlaces',
    postType: 'tribe_venue',
    first: [
      { name: 'address', label: { frame: 'street' }, type: 'text' },
      { name: 'zip', label: { frame: 'zip' }, type: 'text' },
      { name: 'city', label: { frame: 'city' }, type: 'text' },
      { name: 'country', label: { own: 'country' }, type: 'text' },
    ],
    about: [phone, website],
    access: ['step_free', 'accessible_toilet', 'hearing_loop'],
    isPlaced: true,
  },
  organizers: {
    kind: 'organizers',
    name: 'organizer',
    title: 'organizersPlace',
    newOne: 'newOrganizer',
    search: 'searchNames',
    postType: 'tribe_organizer',
    first: [],
    about: [{ name: 'email', label: { frame: 'email' }, type: 'email' }, phone, website],
    access: [],
    isPlaced: false,
  },
}

/** The name, as people read it. */
export function nameOf({ venue, organizer }: Pick<Placed, 'venue' | 'organizer'>): string {
  return plain(venue ?? organizer ?? '')
}

/** Street and town, or how to reach them, in one line. */
export function addressOf({ address, zip, city, email, website: site }: Placed): string {
  const town = [zip, city].filter(Boolean).join(' ')
  return plain([address, town].filter(Boolean).join(', ') || (email ?? site ?? ''))
}

/** A page of a list of events, as far as it is asked for here. */
export interface Coming {
  readonly events: readonly Pick<EventRecord, 'id' | 'status' | 'title' | 'start_date' | 'all_day'>[]
  readonly total: number
}
