import {
  type AttendanceMode,
  type EventStatus,
  attendanceModes,
  eventStatuses,
} from '../../pure/params/words.ts'
import { isInPart, type PartOfDay } from '../../pure/calendar/partsOfDay.ts'
import { type DaySpan, type Past, type TimeOfDays, zonesApart_s } from '../../pure/calendar/daySpan.ts'
import { costs, type Sight, statesSeen } from './codes.ts'
import {
  type ColumnName,
  type Columns,
  type LinkName,
  linkNames,
  passwordNumber,
  slotsOf,
} from './columns.ts'
import { saying } from './filters.own.ts'
import { beginning, beginningAt, ending, onDays, within } from './filters.times.ts'
import type { OwnFilter } from './own.ts'
import { registering, type RegistrationFilter } from './filters.registration.ts'
import { type Condition, sieveBy, sieveOf } from './sieves.ts'

/** Time from `from` up to, and without, `until`, in epoch seconds; infinite where there is no end. */
export interface TimeRange {
  readonly from: number
  readonly until: number
}

/** Events by ids, ascending, that are to be among those found, or not. */
export interface IdSet {
  readonly ids: Float64Array
  readonly isIn: boolean
}

/** Events that have a word in their texts, by ids, ascending, or are linked to what has it in its name; they are to be found, or not. */
export interface Mentions extends IdSet {
  readonly linked: Readonly<Record<LinkName, readonly number[]>>
}

/** Which events with a password a reader is told the contents of. */
export interface Opened {
  /** Those with the password of this digest, which the reader has sent. */
  readonly digest?: string | undefined
  /** Those of this author. */
  readonly author?: number | undefined
}

/** By what events are chosen: all of it must hold. Of several ids any will do, and of none nothing does. */
export interface Filters {
  readonly sight: Sight
  /** Left out of every list, or not. */
  readonly hidden?: boolean | undefined
  readonly starts?: TimeOfDays | undefined
  /** Begins in any of these stretches, at an hour: whole days do in none. */
  readonly hours?: readonly TimeRange[] | undefined
  readonly ends?: TimeOfDays | undefined
  /** On in each of these spans of days, and over by the beginning of others: see {@link DaySpan}. */
  readonly days?: readonly DaySpan[] | undefined
  readonly over?: Past | undefined
  /** By the dates of publication, and of the last change. */
  readonly published?: TimeRange | undefined
  readonly changed?: TimeRange | undefined
  /** Terms, with those below them: the index knows of no descent here. */
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
  readonly venues?: readonly number[] | undefined
  readonly organizers?: readonly number[] | undefined
  readonly parent?: number | undefined
  readonly authors?: readonly number[] | undefined
  readonly featured?: boolean | undefined
  readonly ticketed?: boolean | undefined
  readonly free?: boolean | undefined
  readonly imported?: boolean | undefined
  readonly eventStatus?: readonly EventStatus[] | undefined
  readonly attendance?: readonly AttendanceMode[] | undefined
  /** At any of the venues, and not online alone. */
  readonly accessible?: readonly number[] | undefined
  /** Begins in any of these parts of the day. */
  readonly partsOfDay?: readonly PartOfDay[] | undefined
  /** The venues around a place. */
  readonly nearby?: readonly number[] | undefined
  /** At any of the venues, or at none of them. */
  readonly placed?: { readonly venues: readonly number[]; readonly isAt: boolean } | undefined
  readonly ids?: readonly number[] | undefined
  /** None of these. */
  readonly except?: readonly number[] | undefined
  readonly words?: readonly IdSet[] | undefined
  /** What is said of fields of one’s own. */
  readonly own?: readonly OwnFilter[] | undefined
  /** At any of the venues of each set, or at none of them. */
  readonly ownVenues?: readonly IdSet[] | undefined
  /** Each word in a text of the event, or in the name of what it is linked to. */
  readonly mentions?: readonly Mentions[] | undefined
  /** People register for it, and that stands in any of these ways. */
  readonly registration?: RegistrationFilter | undefined
  /** Of those with a password, only these are shown with what they contain. */
  readonly open?: Opened | undefined
}

/** The conditions of each filter: one that is declared and missing there does not compile. */
export type ConditionsOf<All> = {
  readonly [Name in keyof All]-?: (value: Exclude<All[Name], undefined>) => readonly Condition[]
}

const flags = [false, true]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** It is not one that was moved online from a place alone. */
const onSite: Condition = ({ happening, attendance }) => {
  const [moved, inPerson] = [eventStatuses.indexOf('moved_online'), attendanceModes.indexOf('in_person')]
  return {
    sieve: sieveBy((slot) => 1 - (Number(happening[slot] === moved) & Number(attendance[slot] === inPerson))),
  }
}

export const conditions: ConditionsOf<Filters> = {
  sight: (sight) => [visibleTo(sight)],
  hidden: (wanted) => [coded('hidden', flags, (is) => is === wanted)],
  starts: beginning,
  hours: beginningAt,
  ends: ending,
  days: (spans) =>
    spans.flatMap((span) => [within('starts', -Infinity, span.until + zonesApart_s), onDays(span, 1)]),
  over: (span) => [
    within('starts', -Infinity, span.from + zonesApart_s),
    onDays({ ...span, until: Infinity, lastDay: Infinity }, 0),
  ],
  published: ({ from, until }) => [within('date', from, until)],
  changed: ({ from, until }) => [within('modified', from, until)],
  categories: (ids) => [linkedTo('terms', ids)],
  tags: (ids) => [linkedTo('terms', ids)],
  venues: (ids) => [linkedTo('venues', ids)],
  organizers: (ids) => [linkedTo('organizers', ids)],
  parent: (id) => [within('parent', id, id + 1)],
  authors: (ids) => [anyOf('author', ids)],
  featured: (wanted) => [coded('featured', flags, (is) => is === wanted)],
  ticketed: (wanted) => [coded('ticketed', flags, (is) => is === wanted)],
  free: (wanted) => [coded('cost', costs, (cost) => (cost === 'free') === wanted)],
  imported: (wanted) => [coded('imported', flags, (is) => is === wanted)],
  eventStatus: (wanted) => [coded('happening', eventStatuses, (status) => wanted.includes(status))],
  attendance: (wanted) => [coded('attendance', attendanceModes, (mode) => wanted.includes(mode))],
  accessible: (venues) => [
    linkedTo('venues', venues),
    coded('attendance', attendanceModes, (mode) => mode !== 'online'),
    // What was moved online has no place any more, unless it has both.
    onSite,
  ],
  partsOfDay: (parts) => [
    coded(
      'hour',
      [undefined, ...hours],
      (hour) => hour !== undefined && parts.some((part) => isInPart(part, hour)),
    ),
  ],
  nearby: (venues) => [linkedTo('venues', venues)],
  placed: ({ venues, isAt }) => [linkedTo('venues', venues, isAt)],
  ids: (ids) => [among(Float64Array.from(ids).toSorted())],
  except: (ids) => [among(Float64Array.from(ids).toSorted(), false)],
  words: (sets) => sets.map(({ ids, isIn }) => among(ids, isIn)),
  own: (wanted) => wanted.flatMap(saying),
  ownVenues: (sets) => sets.map(({ ids, isIn }) => linkedTo('venues', [...ids], isIn)),
  mentions: (sets) => sets.map(mentioning),
  registration: (wanted) => [registering(wanted)],
  open: (opened) => [openTo(opened)],
}

/** The conditions of all filters that are given. */
export function conditionsOf(filters: Partial<Filters>): readonly Condition[] {
  const names = Object.keys(conditions) as (keyof Filters)[]
  return names.flatMap((name) => {
    const value = filters[name]
    // The table is typed by name, so that name and value belong together.
    return value === undefined ? [] : (conditions[name] as (value: unknown) => readonly Condition[])(value)
  })
}

/** The number is any of these. */
function anyOf(name: ColumnName, wanted: readonly number[]): Condition {
  const all = new Set(wanted)
  return ({ [name]: values }) => ({ sieve: sieveBy((slot) => Number(all.has(values[slot] ?? 0))) })
}

type Coded =
  | 'state'
  | 'featured'
  | 'hidden'
  | 'ticketed'
  | 'imported'
  | 'cost'
  | 'happening'
  | 'attendance'
  | 'hour'

/** What the number stands for is wanted: each is asked for once, so that the loop only looks it up. */
function coded<Meaning>(
  name: Coded,
  meanings: readonly Meaning[],
  isWanted: (meaning: Meaning) => boolean,
): Condition {
  const wanted = Uint8Array.from(meanings, (meaning) => Number(isWanted(meaning)))
  return ({ [name]: numbers }) => ({ sieve: sieveOf(numbers, wanted) })
}

/** It is linked to any of the targets, or to none. */
function linkedTo(name: LinkName, targets: readonly number[], isIn = true): Condition {
  return ({ links }) => ({
    set: { lists: [...new Set(targets)].flatMap((target) => links[name].get(target) ?? []), isIn },
  })
}

/** It has no password, or one that the reader has opened, or is the reader’s own. */
function openTo({ digest, author: writer }: Opened): Condition {
  const known = digest === undefined ? 0 : passwordNumber(digest)
  return ({ password, author }) => ({
    sieve: sieveBy(
      (slot) =>
        Number(password[slot] === 0) | Number(password[slot] === known) | Number(author[slot] === writer),
    ),
  })
}

/** Its id is among these, or is not. */
function among(ids: Float64Array, isIn = true): Condition {
  return (columns) => ({ set: { lists: [slotsAmong(columns, ids)], isIn } })
}

/** Its id is among these, or it is linked to one of those; or neither is so. */
function mentioning({ ids, linked, isIn }: Mentions): Condition {
  return (columns) => {
    const byName = linkNames.flatMap((name) =>
      linked[name].flatMap((target) => columns.links[name].get(target) ?? []),
    )
    return { set: { lists: [slotsAmong(columns, ids), ...byName], isIn } }
  }
}

/** Finding the slots of a common word takes 7 of 8 ms among a million, so those of a list of ids are kept as long as it is. */
const slotsByIds = new WeakMap<Float64Array, { readonly columns: Columns; readonly slots: Uint32Array }>()

/** The tail changes with each write, and has few slots. */
const fewSlots = 2000

/** The slots of these ids, which ascend, ascending. */
export function slotsAmong(columns: Columns, ids: Float64Array): Uint32Array {
  const known = slotsByIds.get(ids)
  if (known?.columns === columns) return known.slots
  const slots = slotsOf(columns, ids).toSorted()
  if (columns.size >= fewSlots) slotsByIds.set(ids, { columns, slots })
  return slots
}

/** The reader sees it. */
function visibleTo(sight: Sight): Condition {
  const { seen, seenAsOwn, isAll } = statesSeen(sight)
  const { reader, cancelledSince } = sight
  return ({ state, author, cancelled }) => ({
    sieve: isAll
      ? sieveOf(state, seen)
      : sieveBy((slot) => {
          const isOwn = (seenAsOwn[state[slot] ?? 0] ?? 0) & Number(author[slot] === reader)
          const isCancelled = Number((cancelled[slot] ?? 0) >= (cancelledSince ?? Infinity))
          return (seen[state[slot] ?? 0] ?? 0) | isOwn | isCancelled
        }),
  })
}
