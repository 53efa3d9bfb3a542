import { type DateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { type Zone, zoneNamed } from '../../pure/calendar/zone.ts'
import type { EpochSeconds, PostColumns } from '../../storage/schema/tables.ts'
import { noDate, noSuchDay } from '../../pure/params/moments.ts'
import type { PostKind } from './posts.kind.ts'
import type { Faults } from '../../http/resource.ts'

/** The publication date as it is sent: `date` in the site's zone, `date_utc` in UTC, or with an offset of their own (D44). */
export interface SentDates {
  readonly date?: DateExpression | undefined
  readonly date_utc?: DateExpression | undefined
}

const utc = zoneNamed('UTC')

/**
 * The instant that `date` or `date_utc` sets: either one sets both (D44). A date that equals the stored one sets nothing,
 * so that a record can be written back with one of the two changed (D49); when both change, `date_utc` counts.
 */
export function publicationDate(
  sent: SentDates,
  zone: Zone,
  now: Temporal.Instant,
  stored?: EpochSeconds,
): EpochSeconds | undefined {
  const dates = [instantIn(sent.date_utc, utc, now), instantIn(sent.date, zone, now)]
  return dates.find((date) => date !== undefined && date !== stored)
}

/** Faults of publication dates that do not exist, such as ones beyond the year 9999. */
export function dateFaults(sent: SentDates, zone: Zone, now: Temporal.Instant): Faults {
  const outside = (moment: DateExpression | undefined, in_: Zone) =>
    moment !== undefined && !resolveDateExpression(moment, in_, now)
  return {
    ...(outside(sent.date, zone) ? { date: noSuchDay } : {}),
    ...(outside(sent.date_utc, utc) ? { date_utc: noSuchDay } : {}),
  }
}

/**
 * The four dates of a record (`wire-others.md` 1.1): in the site's zone and in UTC. Wire: those in UTC are zeros as long as
 * a post has never left draft and pending, unless for the trash; venues and organizers show a date that was sent even then.
 */
export function datesOf(kind: PostKind, post: Dated, siteZone: Zone) {
  const isFloating = post.date_floating === 1 && post.status !== 'trash'
  const isUndated = isFloating && !(kind.draftsShowGivenDates && post.date_given === 1)
  return {
    date: wallTextAt(post.date_at, siteZone),
    date_utc: isUndated ? noDate : utcText(post.date_at),
    modified: wallTextAt(post.modified_at, siteZone),
    // Until it is changed: see `changedAt`.
    modified_utc: isUndated && post.modified_at === post.date_at ? noDate : utcText(post.modified_at),
  }
}

/**
 * When a post was last modified, after a change. One that was never changed has its publication date here, by which those drafts
 * are told that show no date in UTC yet (D54): of a draft that is changed within the second of its making, it is the next one.
 */
export function changedAt(
  now: Temporal.Instant,
  { date_at, date_floating }: Pick<PostColumns, 'date_at' | 'date_floating'>,
) {
  const at = epochSeconds(now)
  return date_floating === 1 && at === date_at ? at + 1 : at
}

/** The four dates of a record as `wp/v2` writes them: those in UTC are never zeros. */
export function wpDatesOf(post: Pick<PostColumns, 'date_at' | 'modified_at'>, siteZone: Zone) {
  return {
    date: isoDate(wallTextAt(post.date_at, siteZone)),
    date_gmt: isoDate(utcText(post.date_at)),
    modified: isoDate(wallTextAt(post.modified_at, siteZone)),
    modified_gmt: isoDate(utcText(post.modified_at)),
  }
}

const isoDate = (wall: string) => wall.replace(' ', 'T')

type Dated = Pick<PostColumns, 'status' | 'date_at' | 'modified_at' | 'date_floating' | 'date_given'>

function instantIn(
  moment: DateExpression | undefined,
  zone: Zone,
  now: Temporal.Instant,
): EpochSeconds | undefined {
  const resolved = moment && resolveDateExpression(moment, zone, now)
  return resolved && epochSeconds(resolved.instant)
}
