import { createHash } from 'node:crypto'
import { packageVersion } from '../../config/version.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { type CardText, cardSize } from '../../storage/images/card.ts'
import { kindOf, placeText, titleText } from './card.ts'
import { dateText } from './dates.ts'
import { stated } from './labels.ts'
import { shelfOf } from './listing.ts'
import type { Visit } from './visit.ts'

/** The deep, the soft and the pale colour of each kind, as `--c-fill`, `--c-soft` and `--c-pale` in `assets/style/tokens.css`. */
const colours: readonly CardText['colours'][] = [
  ['#4c525b', '#8b919a', '#d9dce0'],
  ['#0068a5', '#339fee', '#c2e2ff'],
  ['#a04034', '#e6705f', '#ffd2ca'],
  ['#037465', '#0bb09b', '#abeee0'],
  ['#8b4486', '#cb73c4', '#facef4'],
  ['#5e6b01', '#91a41d', '#d9e5b1'],
  ['#3e5fad', '#6a94f4', '#cfdeff'],
  ['#944e00', '#db7d24', '#fed5b6'],
  ['#016f82', '#01aac6', '#a8ebfb'],
  ['#9d3d59', '#e26c8c', '#ffd0d9'],
  ['#1d7635', '#4bb160', '#bfebc4'],
  ['#6d50a3', '#a481e8', '#e2d7fe'],
  ['#7e5e01', '#bf9007', '#f3dba9'],
]

/** A picture for previews of a page on other sites. */
export interface Preview {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** The picture of an event without one. Its address changes with what it says. */
export async function previewOf(visit: Visit, whole: EventWithLinks): Promise<Preview> {
  return previewAt(visit, String(whole.event.id), await textOf(visit, whole))
}

/** The picture of all pages about nothing that has one. */
export function previewOfSite(visit: Visit): Preview {
  return previewAt(visit, 'site', textOfSite(visit))
}

function previewAt({ site }: Visit, name: string, text: CardText): Preview {
  return { url: `${site.home}/cards/${name}.${hashOf(text)}.png`, ...cardSize }
}

/** What the card of the site says. */
export function textOfSite({ siteName, siteDescription }: Visit): CardText {
  return { title: siteName, lines: [siteDescription], site: '', colours: coloursOf(teal) }
}

function coloursOf(number: number): CardText['colours'] {
  return colours[number] ?? ['#4c525b', '#8b919a', '#d9dce0']
}

/** What the card of an event says, in the language of the site, so that it is the same for everybody. */
export async function textOf(visit: Visit, whole: EventWithLinks): Promise<CardText> {
  const { siteName, siteLocale: locale } = visit
  const { event } = whole
  const kind = kindOf(whole, await shelfOf(visit, [whole]))
  const when = dateText(locale, parseWall(event.start_wall), event.all_day === 1 ? 'day' : 'dayAndTime')
  return {
    title: stated(whole, { ...visit, locale }, titleText(event.title)),
    lines: [when, placeText(whole)],
    site: siteName,
    colours: coloursOf(kind.colour),
  }
}

/** The colour of the site’s own card. */
const teal = 8

const version = packageVersion()

/** Tells one card from another, for its address: the next release may draw another one of the same words. */
export function hashOf(text: CardText): string {
  return createHash('sha256')
    .update(JSON.stringify([version, text]))
    .digest('base64url')
    .slice(0, 12)
}
