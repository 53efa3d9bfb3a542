import type { ControlType } from '../../../fields/controls.ts'
import {
  type Kind as Declared,
  moved,
  type NameOf,
  type NamesWith,
  valuesOf,
} from '../../../fields/declare.ts'
import { type Field, not, type Not, type Options } from '../../../fields/field.ts'
import { organizerFields } from '../../../fields/organizers.fields.ts'
import type { OwnKind } from '../../../fields/own/declaration.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import type { OrganizerRecord } from '../../../records/organizers/organizers.view.ts'
import type { VenueRecord } from '../../../records/venues/venues.view.ts'
import type { EventRecord, Picture } from '../records.ts'
import { plain, type TextName } from '../texts.ts'
import type { messages } from '../common/messages.ts'

/** Which of the two kinds. */
export type Kind = 'venues' | 'organizers'

/** A place or an organizer, as the screens read it. Texts are HTML, rendered. */
export type Placed = Pick<VenueRecord, 'id' | 'status' | 'author' | 'url'> &
  Partial<Omit<VenueRecord & OrganizerRecord, 'image'>> & { readonly image?: Picture | false }

/** A part of the form whose fields are drawn as they are declared. */
export type Section = NonNullable<Options['section']>

/** What a screen has by hand, in the order of the form. */
const byHand = {
  venues: ['venue', 'geo_lat', 'geo_lng', 'description', 'image'],
  organizers: ['organizer', 'description', 'image'],
} as const satisfies Readonly<Record<Kind, readonly string[]>>

/** What no form has, and why. A new field does not compile until it is here, by hand, or in a section with a control that there is. */
type LeftOut<Of extends Declared, ByHand> = Readonly<
  Record<
    Exclude<NameOf<Of>, NamesWith<Of, { readonly section: Section; readonly type: ControlType }> | ByHand>,
    Not
  >
>

const leftOutOfBoth = {
  author: not('it is of who made it'),
  date: not('it is there at once'),
  date_utc: not('it is there at once'),
  status: not('the menu has what becomes of it'),
  slug: not('it follows from the name'),
  excerpt: not('tec/v1 alone has it'),
  fields: not('each of them is drawn by itself'),
} as const

const ofPages = not('it is about how pages show it')
const ofTowns = not('places are found without it')

const leftOut = {
  venues: {
    ...leftOutOfBoth,
    show_map: ofPages,
    show_map_link: ofPages,
    province: ofTowns,
    state: ofTowns,
    stateprovince: ofTowns,
  } satisfies LeftOut<typeof venueFields, (typeof byHand)['venues'][number]>,
  organizers: leftOutOfBoth satisfies LeftOut<typeof organizerFields, (typeof byHand)['organizers'][number]>,
}

/** What sets the two apart. */
export interface KindFacts {
  readonly kind: Kind
  /** The field of the name. */
  readonly name: 'venue' | 'organizer'
  readonly title: TextName
  readonly newOne: TextName
  readonly search: Extract<keyof typeof messages, 'searchPlaces' | 'searchNames'>
  readonly postType: 'tribe_venue' | 'tribe_organizer'
  readonly declared: Declared
  /** Of which kind they are where a calendar declares fields. */
  readonly own: OwnKind
  /** Which fields of the form stand after which, where not as they are declared. */
  readonly after: Readonly<Record<string, string>>
  readonly isPlaced: boolean
}

/** Both kinds. */
export const kinds: Readonly<Record<Kind, KindFacts>> = {
  venues: {
    kind: 'venues',
    name: 'venue',
    title: 'places',
    newOne: 'newPlace',
    search: 'searchPlaces',
    postType: 'tribe_venue',
    declared: venueFields,
    own: 'venue',
    after: { city: 'zip', country: 'city' },
    isPlaced: true,
  },
  organizers: {
    kind: 'organizers',
    name: 'organizer',
    title: 'organizersPlace',
    newOne: 'newOrganizer',
    search: 'searchNames',
    postType: 'tribe_organizer',
    declared: organizerFields,
    own: 'organizer',
    after: { phone: 'email', website: 'phone' },
    isPlaced: false,
  },
}

/** The names of the fields that a section of the form draws; all sections without one. */
export function drawnIn(kind: Kind, section?: Section): readonly string[] {
  const { declared, after } = kinds[kind]
  const others = new Set<string>([...Object.keys(leftOut[kind]), ...byHand[kind]])
  const isDrawn = (field: Field, name: string) =>
    !others.has(name) && (section === undefined || field.section === section)
  return Object.keys(
    moved(
      valuesOf(declared, (field, name) => isDrawn(field, name) || undefined),
      after,
    ),
  )
}

/** The names of all fields of the form, in their order: its name, what is drawn, and what else a screen has by hand. */
export function formFields(kind: Kind): readonly string[] {
  const [name, ...others] = byHand[kind]
  return [name, ...drawnIn(kind), ...others]
}

/** What is declared of a field of the form. */
export function declaredOf(kind: Kind, name: string): Field {
  return kinds[kind].declared.fields[name] as Field // Fields of the form are declared.
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
