/** What a header of preferences such as `Accept` names, and how much it is wanted, from 0 (not at all) to 1. */
export interface Preference {
  /** In lower case: for `Accept` a media type, `text/*`, or the asterisks that mean anything. */
  readonly name: string
  readonly quality: number
}

/** How much a media type is wanted, and how exactly it is named: 2 by name, 1 by `text/*`, 0 by the asterisks alone. */
export interface Wish {
  readonly quality: number
  readonly exactness: number
}

/** More than any browser sends; further members are ignored. */
const mostPreferences = 50

/** The members of a header of preferences, in their order (RFC 9110, 12.4.2). Parameters other than `q` are left out. */
export function preferencesIn(header: string): Preference[] {
  return header.split(',', mostPreferences).map((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    return { name, quality: given === undefined ? 1 : qualityOf(given.slice(2)) }
  })
}

/** How much an `Accept` header wants a media type: the member that names it most exactly says so (RFC 9110, 12.5.1). */
export function wishFor(mediaType: string, accepted: readonly Preference[]): Wish {
  const names = ['*/*', `${mediaType.split('/')[0]}/*`, mediaType]
  return accepted
    .map(({ name, quality }) => ({ quality, exactness: names.indexOf(name) }))
    .reduce((best, other) => (other.exactness > best.exactness ? other : best), { quality: 0, exactness: -1 })
}

/** Whether one media type is wanted more than another: by its quality and, where that is the same, by being named more exactly. */
export function isWantedMore(one: Wish, other: Wish): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality
  return one.quality > 0 && one.exactness > other.exactness
}

/** A malformed weight wants nothing. */
function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
