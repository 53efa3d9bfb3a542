import { listEvents } from '../../records/events/events.list.ts'
import { namedWords } from '../../records/events/events.names.query.ts'
import { nearestFew } from '../../pure/text/nearestWords.ts'
import { fold } from '../../pure/text/fold.ts'
import { eventWords } from '../../pure/text/search.ts'
import { calendarUrl } from './calendar.address.ts'
import { calendarQueryOf, type ActiveFilter } from './calendar.query.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { totalText } from './listing.ts'
import { say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { sayOfTexts } from './ownText.ts'
import { type WayOut, waysOut } from './ways.ts'

/** What stands in the place of events when there are none: why, and ways out. */
export function nothing(title: string, hint: string, ways: readonly WayOut[] = []): Html {
  return html`<div class="nothing">
    <div>
      <h2>${title}</h2>
      <p>${hint}</p>
      ${waysOut(ways)}
    </div>
    ${drawing}
  </div>`
}

/** More filters than this are not tried one by one. */
const mostTries = 8

/** Which filter to drop where together they leave nothing, with how many events there are without it; those that help, most first. */
export async function filtersToDrop(
  visit: Visit,
  active: readonly ActiveFilter[],
  path: string,
  params: Parameters<typeof listEvents>[1] = {},
): Promise<WayOut[]> {
  const tried = await Promise.all(
    active.slice(0, mostTries).map(async ({ text, bare = text, isOwn, others }) => ({
      others,
      says: isOwn
        ? sayOfTexts(visit, visit.locale.messages.withoutFilter, { filter: bare })
        : say(visit.locale.messages.withoutFilter, { filter: bare }),
      total: await totalWith(visit, others, params),
    })),
  )
  const helping = tried.filter(({ total }) => total > 0).toSorted((one, other) => other.total - one.total)
  const { messages } = visit.locale
  const ways = helping.map(({ others, says, total }) => ({
    url: calendarUrl(visit.site, path, others),
    text: says,
    found: totalText(visit, total),
  }))
  const all = { url: calendarUrl(visit.site, path, []), text: messages.clear }
  const meant = (await Promise.all(active.map((one) => searchMeant(visit, one, { path, params })))).flat()
  return active.length > 1 || ways.length === 0 ? [...meant, ...ways, all] : [...meant, ...ways]
}

/** The search with a word in the place of one that is not found, where that finds something; no more are tried than these. */
async function searchMeant(
  visit: Visit,
  { search, others }: ActiveFilter,
  { path, params }: { path: string; params: Parameters<typeof listEvents>[1] },
): Promise<WayOut[]> {
  if (search === undefined) return []
  const { words } = visit.context
  const withSearch = (text: string): ActiveFilter['others'] => [['q', text], ...others]
  for (const word of eventWords(search).all.slice(0, mostWords)) {
    if ((await totalWith(visit, withSearch(word), params)) > 0) continue
    for (const like of [...words.like(word), ...(await wordsOfNames(visit, word))]) {
      const text = search
        .split(/(\s+)/)
        .map((part) => (fold(part) === word ? like : part))
        .join('')
      const total = text === search ? 0 : await totalWith(visit, withSearch(text), params)
      if (total > 0)
        return [
          {
            url: calendarUrl(visit.site, path, withSearch(text)),
            text: say(visit.locale.messages.didYouMean, { text }),
            found: totalText(visit, total),
          },
        ]
    }
  }
  return []
}

/** Words like this one in the names of what events are found by. */
async function wordsOfNames({ context: { db } }: Visit, word: string): Promise<readonly string[]> {
  return nearestFew(word, await namedWords(db)(), mostLike)
}

/** More words of names are not tried. */
const mostLike = 3

/** More words of a search are not looked up again. */
const mostWords = 4

async function totalWith(
  visit: Visit,
  pairs: ActiveFilter['others'],
  params: Parameters<typeof listEvents>[1],
): Promise<number> {
  const asked = { ...visit, query: new URLSearchParams(pairs.map(([name, value]) => [name, value])) }
  const query = await calendarQueryOf(asked)
  const { context, caller, now } = visit
  const { page } = await listEvents(context, { ...query.params, ...params, per_page: 1 }, { caller, now })
  return page.total
}

/** An empty page of a calendar, drawn from the accent. */
const drawing = sanitised(
  '<svg viewBox="0 0 200 160" aria-hidden="true"><rect class="a-4" width="200" height="160" rx="16"/>' +
    '<path class="a-3" d="M30 52h140v76a12 12 0 0 1-12 12H42a12 12 0 0 1-12-12z"/><path class="a-1" d="M42 28h116a12 12 0 0 1 12 12v16H30V40a12 12 0 0 1 12-12z"/>' +
    '<circle class="a-2" cx="100" cy="98" r="24"/><circle class="a-4" cx="100" cy="98" r="12"/></svg>',
)
