import type { FastifyInstance } from 'fastify'
import { Type, type StaticDecode } from 'typebox'
import { listEvents } from '../../records/events/events.list.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { listEventsParams } from '../../records/events/events.params.ts'
import { assertAccepted, decode } from '../../http/decodedParameters.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { evenMarks } from '../../pure/text/evenMarks.ts'
import { fold } from '../../pure/text/fold.ts'
import { eventWords, type SearchWords } from '../../pure/text/search.ts'
import { overlapping } from './calendar.query.ts'
import { placeText, titleText } from './card.ts'
import { countText } from '../../pure/locale/locale.ts'
import { namesWith, saysOf } from './names.ts'
import { langOf } from './ownText.ts'
import { type OpenAnswer, serveOpen } from './openAnswer.ts'
import type { WebOptions } from './pages.options.ts'
import { suggestPath } from './suggest.path.ts'
import { endOfMoment, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { whenWords } from './when.ts'

/** What is suggested: a page, its name, and a line about it; `own` is what of the line is, as the name, a text of the calendar. */
interface Suggestion {
  readonly url: string
  readonly name: string
  readonly says: string
  readonly own?: string
}

const params = Type.Object({ q: listEventsParams.properties.q })

/** How many events are suggested, and how many of each of the others; and among how many events that are found their titles are looked at. */
const [mostEvents, mostNames, mostLookedAt] = [4, 2, 12]

/** Shorter words of Latin letters are in everything. */
const tooShort = /^\p{Script=Latin}?$/u

/**
 * Serves the names of events to come, and of venues, organizers and categories, that have the words of `q`. It tells everybody the same,
 * what is public: answers are kept until something is written.
 */
export function registerSuggestions(server: FastifyInstance, options: WebOptions): void {
  serveOpen(server, options, suggestPath, async (visit) => answerTo(visit))
}

async function answerTo(visit: Visit): Promise<OpenAnswer> {
  const items = await suggestionsFor(visit, wordsAsked(visit))
  const { locale } = visit
  const says = countText(locale, locale.messages.suggested, items.length)
  return {
    type: 'application/json; charset=utf-8',
    // `lang`: of names and of what is `own`, where it is not that of the page.
    body: JSON.stringify({ says, lang: langOf(visit), items }),
    holdsUntil: endOfMoment(visit),
  }
}

function wordsAsked({ query }: Visit): string {
  const text = query.get('q')?.trim() ?? ''
  const sent = text === '' ? {} : { q: text }
  const decoded = decode(params, sent)
  assertAccepted([params], [decoded], {}, sent)
  return (decoded.values as StaticDecode<typeof params>).q ?? ''
}

async function suggestionsFor(visit: Visit, text: string): Promise<Suggestion[]> {
  const words = eventWords(text)
  if (words.all.every((word) => tooShort.test(word))) return []
  const [named, events] = await Promise.all([
    namesWith(visit, words, mostNames),
    eventsNamed(visit, text, words),
  ])
  return [...events, ...named.map((one) => suggestion(one, saysOf(visit, one), one.city))]
}

/** Events to come with the words in their titles, of each series and each title the next. */
async function eventsNamed(visit: Visit, text: string, words: SearchWords): Promise<Suggestion[]> {
  const { context, caller, now, site } = visit
  const { events } = await listEvents(
    context,
    {
      ...overlapping({ from: todayOf(visit) }, visit),
      q: text,
      orderby: 'relevance',
      collapse: 'series',
      per_page: mostLookedAt,
    },
    { caller, now },
  )
  const byTitle = new Map<string, EventWithLinks>()
  for (const whole of events) {
    const title = titleText(whole.event.title)
    const folded = evenMarks(fold(title))
    if (!byTitle.has(title) && words.all.every((word) => folded.includes(word))) byTitle.set(title, whole)
  }
  return [...byTitle].slice(0, mostEvents).map(([name, whole]) => {
    const place = placeText(whole)
    const says = [whenWords(whole.event, visit), place].filter(Boolean).join(' · ')
    return suggestion({ url: postUrl(site, kinds.event, whole.event), name }, says, place)
  })
}

function suggestion(
  { url, name }: Pick<Suggestion, 'url' | 'name'>,
  says: string,
  own: string | undefined,
): Suggestion {
  return { url, name, says, ...(own ? { own } : {}) }
}
