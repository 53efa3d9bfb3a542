import type { Zone } from '../../pure/calendar/zone.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { eventFields } from '../../fields/events.fields.ts'
import type { CellsOf } from '../../fields/fields.cells.ts'
import type { OwnValue } from '../../fields/own/declaration.ts'

/** What describes a feed, whatever its format. Addresses are absolute, texts are plain. */
export interface Feed {
  readonly title: string
  /** Empty for none. */
  readonly description: string
  /** The address of this feed, with its extension and its query. */
  readonly url: string
  /** The page with the same events for people. */
  readonly pageUrl: string
  /** The feed of the following events, where this one ends before the list does. */
  readonly nextUrl?: string | undefined
  /** BCP 47, such as `en`. */
  readonly language: string
  readonly siteZone: Zone
  /** How long readers should wait before they ask again. */
  readonly refresh_s: number
  /** The names of the fields that the calendar has declared for events and that everybody sees, in their order. */
  readonly ownNames: readonly string[]
}

/** What an event says of a field that the calendar has declared, for everybody. */
export interface FeedField {
  readonly name: string
  /** What tells its words from other categories: the address that it would have. */
  readonly domain: string
  readonly value: OwnValue
  /** What people call it, in the language of the site: each choice, or what is true by its field; nothing for what is not. */
  readonly words: readonly string[]
}

/** A moment of an event: the instant, and the wall clock there, `YYYY-MM-DD HH:MM:SS`. */
export interface FeedMoment {
  readonly at: EpochSeconds
  readonly wall: string
}

/** Degrees, WGS 84. */
export interface Coordinates {
  readonly lat: number
  readonly lng: number
}

/** Where an event is. */
export interface FeedVenue {
  readonly name: string
  /** On one line; empty for none. */
  readonly address: string
  readonly geo?: Coordinates | undefined
}

/** An organizer of an event. */
export interface FeedOrganizer {
  readonly name: string
  /** Empty for none. */
  readonly email: string
  /** Their website, else their page here. */
  readonly url: string
}

/** The image of an event. */
export interface FeedImage {
  readonly url: string
  readonly mediaType: string
  readonly bytes: number
  /** What it shows, for those who do not see it. */
  readonly alt: string
}

/** How an event of a feed stands for the dates of a series: by its rule, or as one date that differs from the others. */
export type Repeats =
  | {
      /** The value of the RRULE; undefined for dates alone. */
      readonly rule: string | undefined
      readonly added: readonly FeedMoment[]
      readonly excluded: readonly FeedMoment[]
    }
  | {
      readonly dateOf: FeedMoment
      /** The clock of the series, by which its dates are called; the date itself may be on another one, or all day. */
      readonly of: Pick<FeedEvent, 'isAllDay' | 'zone'>
    }

/** An event as all formats of feeds show it. Texts are plain unless they say otherwise; empty for none. */
export interface FeedEvent {
  readonly id: number
  /** The same forever and in all formats (RFC 5545, 3.8.4.7). */
  readonly uid: string
  /** Grows with each change of time, place or status (RFC 5545, 3.8.7.4). */
  readonly sequence: number
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  /** It is in the trash: nothing is told of it but that it is cancelled. */
  readonly isGone: boolean
  /** What follows from the declaration of its fields, by their names. */
  readonly said: CellsOf<typeof eventFields>
  /** The address online, if everybody may have it: who may edit the event hands its calendar on. */
  readonly publicOnlineUrl: string
  /** Not everybody may read it; those who may must not make it public unawares. */
  readonly isPrivate: boolean
  readonly title: string
  /** With its paragraphs and lines. */
  readonly description: string
  readonly descriptionHtml: string
  /** A few words on one line. */
  readonly summary: string
  /** Its page; empty for one that is cancelled. */
  readonly url: string
  readonly restUrl: string
  /** The event's own site elsewhere. */
  readonly website: string
  readonly start: FeedMoment
  /** All-day events end on the last second of their last day. */
  readonly end: FeedMoment
  readonly isAllDay: boolean
  readonly zone: Zone
  /** The letters of the zone's clock at the start. */
  readonly zoneLetters: string
  readonly publishedAt: EpochSeconds
  /** The last change of anything shown here, venues and organizers included. */
  readonly modifiedAt: EpochSeconds
  readonly venues: readonly FeedVenue[]
  readonly organizers: readonly FeedOrganizer[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly cost: string
  readonly image?: FeedImage | undefined
  /** In the order of the declarations. */
  readonly fields: readonly FeedField[]
  readonly repeats?: Repeats | undefined
  /** The series that it stands for, and how many further dates of it there are, in a list that has each series once. */
  readonly standsFor?: { readonly uid: string; readonly further: number } | undefined
}

/** The events of a feed in their order, read in batches, so that only a few are in memory. */
export type FeedEvents = Iterable<FeedEvent> | AsyncIterable<FeedEvent>

/** Writes a feed in chunks of text: the first before any event is read, then at most one for each event. */
export type FeedWriter = (feed: Feed, events: FeedEvents) => AsyncGenerator<string, void, undefined>
