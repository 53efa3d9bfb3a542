import { type AttendanceMode, attendanceModes, type EventStatus, eventStatuses } from '../params/happening.ts'
import { costs, type Sight } from './codes.ts'
import { among, anyOf, coded, type Condition, linkedTo, openTo, visibleTo, within } from './conditions.ts'

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
  readonly starts?: TimeRange | undefined
  readonly ends?: TimeRange | undefined
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
  /** The venues around a place. */
  readonly nearby?: readonly number[] | undefined
  /** At any of the venues, or at none of them. */
  readonly placed?: { readonly venues: readonly number[]; readonly isAt: boolean } | undefined
  readonly ids?: readonly number[] | undefined
  /** None of these. */
  readonly except?: readonly number[] | undefined
  readonly words?: readonly IdSet[] | undefined
  /** Of those with a password, only these are shown with what they contain. */
  readonly open?: Opened | undefined
}

/** The conditions of each filter: one that is declared and missing there does not compile. */
export type ConditionsOf<All> = {
  readonly [Name in keyof All]-?: (value: Exclude<All[Name], undefined>) => readonly Condition[]
}

const flags = [false, true]

export const conditions: ConditionsOf<Filters> = {
  sight: (sight) => [visibleTo(sight)],
  hidden: (wanted) => [coded('hidden', flags, (is) => is === wanted)],
  starts: ({ from, until }) => [within('starts', from, until)],
  ends: ({ from, until }) => (from === -Infinity && until === Infinity ? [] : [within('ends', from, until)]),
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
  nearby: (venues) => [linkedTo('venues', venues)],
  placed: ({ venues, isAt }) => [linkedTo('venues', venues, isAt)],
  ids: (ids) => [among(Float64Array.from(ids).toSorted())],
  except: (ids) => [among(Float64Array.from(ids).toSorted(), false)],
  words: (sets) => sets.map(({ ids, isIn }) => among(ids, isIn)),
  open: (opened) => [openTo(opened)],
}

/** The conditions of all filters that are given. */
export function conditionsOf(filters: Filters): readonly Condition[] {
  const names = Object.keys(conditions) as (keyof Filters)[]
  return names.flatMap((name) => {
    const value = filters[name]
    // The table is typed by name, so that name and value belong together.
    return value === undefined ? [] : (conditions[name] as (value: unknown) => readonly Condition[])(value)
  })
}
