import { isObject } from '../../../pure/params/lists.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import type { EventThing } from './jsonld.values.ts'
import { type Graph, nameIn, textIn, textsIn, type Thing, thingsIn, typesOf } from './jsonld.values.ts'

// Theatres tell their repertoire by productions (works, with what is to be said of them) and the dates on which these are shown, which
// say next to nothing themselves: as one list (ORIF, https://buehnenverein.github.io/open-repertoire), or as events that name their
// work or the run that they are a part of.

/** Texts beside the description that people are to read with it. */
const furtherTexts = ['creditText', 'contentWarning', 'accessibilitySummary'] as const

/** The members that a date takes from its production or run; its name, from whatever it is a part of. */
const shared = ['description', 'abstract', 'subtitle', 'image', 'keywords', 'genre', ...furtherTexts] as const

/** An event with what it does not say itself and what it stands within, or performs, does: where a festival is, its parts are. */
export function whole(found: EventThing, graph: Graph): Thing {
  const said: Record<string, unknown> = { ...found.thing }
  const named = (name: string) => thingsIn(found.thing[name], graph).filter(isObject)
  const performed = [...named('workPerformed'), ...named('workFeatured')]
  const hosts = [...found.within.map((each) => graph.of(each)), ...performed, ...named('superEvent')]
  for (const host of hosts) {
    const isPlace = host['address'] !== undefined || host['geo'] !== undefined
    said['location'] ??= host['location'] ?? (isPlace && !isWork(host) ? host : undefined)
    said['organizer'] ??= host['organizer'] ?? (isRepertoire(host) ? host['organization'] : undefined)
    if (textIn(said, 'name') === '' && textIn(said, 'headline') === '' && !isRepertoire(host))
      said['name'] = host['name'] ?? said['name']
    if (performed.includes(host) || isWork(host) || isFrame(host))
      for (const name of shared) said[name] ??= host[name]
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** A list of productions, as ORIF has it. */
export function isRepertoire(thing: Thing): boolean {
  return Array.isArray(thing['productions'])
}

/** Kinds of works; what is none of them, and no event either, may be whose place or organization an event is. */
const works =
  /^(?:CreativeWork|CreativeWorkSeries|Play|MusicComposition|MusicAlbum|Movie|Book|TheaterProduction|Production|VisualArtwork|.*Work)$/

function isWork(thing: Thing): boolean {
  return typesOf(thing).some((type) => works.test(type))
}

/** An event without dates that only holds others together, such as a run of a production. */
export function isFrame(thing: Thing): boolean {
  const isDated = ['startDate', 'eventSchedule', 'endDate'].some((name) => thing[name] !== undefined)
  return !isDated && typesOf(thing).some((type) => type.endsWith('Event') || type === 'EventSeries')
}

/** The name of a date of a repertoire: its own number among those of its theatre, by which it is known when it moves. */
export function nameInRepertoire({ thing, within }: EventThing, graph: Graph): string | undefined {
  const repertoire = within.find(isRepertoire)
  const number = textIn(thing, 'identifier')
  if (!repertoire || number === '') return undefined
  const [theatre] = thingsIn(repertoire['organization'], graph)
  const own = isObject(theatre) ? textIn(theatre, 'identifier') : ''
  const name = own || (theatre === undefined ? '' : nameIn(theatre, graph))
  return ['ORIF', name, number].join(' ')
}

/** What theatres say in texts beside the description, which people are to read there as well. */
export function textsBeside(thing: Thing): { readonly before: string; readonly after: string } {
  return {
    before: textsIn(thing['subtitle']).map(paragraph).join('\n'),
    after: furtherTexts
      .flatMap((name) => textsIn(thing[name]))
      .map(paragraph)
      .join('\n'),
  }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

/** Members of dates and productions that have no place here. */
const homeless = [
  ...(['performer', 'creator', 'sponsor', 'funder', 'doorTime', 'intermission', 'subtitleLanguage'] as const),
  ...([
    'inLanguage',
    'audience',
    'typicalAgeRange',
    'accessibilityHazard',
    'video',
    'isBasedOn',
    'subEvent',
  ] as const),
]

/** What of a date of a repertoire is lost, beyond what is of any event. */
export function lostOfRepertoire(found: EventThing, told: ReadonlySet<string>): string[] {
  if (!found.within.some(isRepertoire)) return []
  const things = [found.thing, ...found.within.filter(isWork)]
  return homeless
    .filter((name) => !told.has(name) && things.some((thing) => thing[name] !== undefined))
    .map((name) => `${name}: it has no place here`)
}

/** The languages of texts, in the order in which one is taken where that of the calendar is missing. */
const languages = ['en', 'de', 'fr'] as const

/** A value in which texts in several languages, as ORIF writes them, are in one. */
export function spoken(value: unknown, language: string, depth = 0): unknown {
  if (depth > deepest) return value
  if (Array.isArray(value)) return value.map((each) => spoken(each, language, depth + 1))
  if (!isObject(value)) return value
  if (value['@type'] === 'Text') {
    const text = [language, ...languages].map((name) => value[name]).find((each) => typeof each === 'string')
    if (text !== undefined) return text
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, spoken(each, language, depth + 1)]),
  )
}

/** How deep texts are looked for. */
const deepest = 40
