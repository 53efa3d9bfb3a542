import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { type Caller, trashVisible, type Visible, visibleStatuses } from '../auth/rights.ts'
import { bounds } from '../calendar/window.ts'
import { spanFlags } from '../db/changes.ts'
import { unpublished } from '../db/listings/listings.ts'
import type { Sees, Shown } from '../db/spans.ts'
import type { Tables } from '../db/tables.ts'
import type { Status } from '../params/statuses.ts'
import { everywhere, looksSomewhere } from '../posts/posts.places.ts'
import { visibleIn } from '../posts/posts.query.ts'
import type { ListEvents } from './events.params.ts'

/** What is asked for, as far as it decides which events are shown to whom. */
interface Asked {
  readonly params: Partial<ListEvents>
  readonly reader: { readonly caller: Caller }
  /** Whether it is asked in order to tell what events contain, as facets do. */
  readonly tells?: boolean | undefined
}

/** The filters by what a password protects; those of places are some, too. */
const ofContents = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'ticketed',
  'geoloc',
] as const satisfies readonly (keyof ListEvents)[]

/**
 * Whether a list is about what events contain: then it has none whose password the reader lacks, as that would tell what the event
 * contains (D30, D62).
 */
export function isOfContents({ params, tells = false }: Pick<Asked, 'params' | 'tells'>): boolean {
  return tells || ofContents.some((name) => params[name] !== undefined) || looksSomewhere(params)
}

const eb = expressionBuilder<Tables>()

/** The condition that a list shows its reader an event, whatever its other filters. */
export function shownIn({ params, reader }: Asked): Expression<SqlBool> {
  const visible = visibleIn('events', reader.caller, params.status)
  const others = othersShown({ params, reader })
  if (showsAllPublished({ params }) || others.length === 0) return visible
  // What it implies, in the words by which the index of these few is found.
  return eb.and([visible, sql<SqlBool>`(${sql.raw(unpublished('events.'))})`])
}

/** Whether a list shows what is published, as far as it is not filtered. */
export function showsAllPublished({ params: { status } }: Pick<Asked, 'params'>): boolean {
  return status?.includes('publish') ?? true
}

/** The further statuses of which a list shows its reader events, if only their own. */
function othersShown({ params: { status: wanted }, reader: { caller } }: Asked): readonly Status[] {
  const seen = othersSeen(caller)
  // Who may not read what is not published may not edit anything in the trash either.
  if (seen.length === 0) return []
  return wanted?.filter((status) => status === 'trash' || seen.includes(status)) ?? seen
}

/** The list without what is published; undefined if it shows its reader nothing else. */
export function withoutPublished<List extends Asked>(list: List): List | undefined {
  const status = othersShown(list)
  return status.length > 0 ? { ...list, params: { ...list.params, status } } : undefined
}

/** Which restricted events a list that has what is published shows its reader, if they sent no password. */
export function seesOf(asked: Asked): Pick<Shown, 'showsProtected' | 'sees'> {
  const { reader } = asked
  const showsProtected = !isOfContents(asked)
  const others = othersShown(asked)
  if (others.length === 0) return { showsProtected, sees: undefined }
  const [visible, trashed] = [visibleStatuses(reader.caller), trashVisible(reader.caller)]
  const sees: Sees = ({ status, status_before, author_id, isProtected }) => {
    if (!others.includes(status) || (isProtected && !showsProtected)) return false
    const isOwn = author_id === reader.caller.id
    if (status !== 'trash') return isVisible(visible, status, isOwn)
    return status_before !== null && isVisible(trashed, status_before, isOwn)
  }
  return { showsProtected, sees }
}

function isVisible({ everyone, own }: Visible, status: Status, isOwn: boolean): boolean {
  return everyone.includes(status) || (isOwn && own.includes(status))
}

/** Whether the caller sees only what everybody sees. */
export function seesOnlyPublished(caller: Caller): boolean {
  return othersSeen(caller).length === 0
}

function othersSeen(caller: Caller): readonly Status[] {
  const { everyone, own } = visibleStatuses(caller)
  return [...everyone, ...own].filter((status) => status !== 'publish')
}

/** Parameters that belong to the window, or only say how others are read. */
const ofWindow = new Set<string>([...Object.keys(bounds), 'strict_dates', 'password', 'status'])

/** The filters of a list beside its window. */
export function narrowedBy({ params }: Pick<Asked, 'params'>): readonly (keyof ListEvents)[] {
  const given = (Object.keys(params) as (keyof ListEvents)[]).filter((name) => params[name] !== undefined)
  return given.filter((name) => !ofWindow.has(name))
}

/** Whether a list has all published events of its window. */
export function isOfWindowAlone(asked: Pick<Asked, 'params'>): boolean {
  return showsAllPublished(asked) && narrowedBy(asked).length === 0
}

/** Filters by what an event is linked to. */
const linkNames = ['venue', 'organizer', 'tags', 'categories'] as const
export type LinkName = (typeof linkNames)[number]

/**
 * Whether the events of a list are looked for in memory before it is read: by words, or by several other things at once, of each of
 * which an index would tell.
 */
export function isLookedFor(params: Partial<ListEvents>): boolean {
  const links = linkNames.reduce((sum, name) => sum + (params[name]?.length ?? 0), 0)
  const flags = [...spanFlags, 'geoloc' as const].filter((name) => params[name] !== undefined)
  return params.search !== undefined || links + flags.length + (looksSomewhere(params) ? 1 : 0) > 1
}

/** The parameters without the filters that are looked for. */
export function withoutFound(params: Partial<ListEvents>): Partial<ListEvents> {
  const { search: _search, geoloc: _geoloc, featured: _featured, ticketed: _ticketed, ...left } = params
  const { venue: _venue, organizer: _organizer, tags: _tags, categories: _categories, ...others } = left
  return everywhere(others)
}

/** Whether a list has all published events of its window that are found for it. */
export function isOfFound({ params }: Pick<Asked, 'params'>): boolean {
  return isOfWindowAlone({ params: withoutFound(params) })
}
