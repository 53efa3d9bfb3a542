import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { type PublicName, publicNames } from '../../records/linked/linked.names.query.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { evenMarks } from '../../pure/text/evenMarks.ts'
import { fold } from '../../pure/text/fold.ts'
import { recordWords } from '../../pure/text/search.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { directoryPath } from './directory.path.ts'
import { nothing } from './emptyList.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import type { Page } from './page.ts'
import { pager, pageText } from './listing.ts'
import { countText } from '../../pure/locale/locale.ts'
import { countsToCome, lineOf, namedOf } from './names.ts'
import { ofTexts } from './ownText.ts'
import { assertWithin } from './pastTheEnd.ts'
import { endOfMoment } from './today.ts'
import { pageHead } from './tools.ts'
import type { Visit } from './visit.ts'

/** How many names a page has. */
const perPage = 120

/** With more first letters than this, as in Japanese, they are no way to find anything. */
const mostLetters = 40

/** What is asked of a directory: words in names, a first letter, a page. */
interface Asked {
  readonly q: string
  readonly letter: string
  readonly page: number
}

/** The page of all public venues or organizers, by their names, with how many events are to come. */
export async function directoryPage(visit: Visit, kind: LinkedKind): Promise<Page> {
  const { context, site, locale } = visit
  const { messages } = locale
  const [all, counts] = await Promise.all([
    publicNames(context.db.read, kind),
    countsToCome(visit, kind.table),
  ])
  const asked = askedIn(visit)
  const found = all.filter((row) => isWanted(row, asked))
  const to = urlOf(visit, kind, asked)
  const page = { page: asked.page, perPage, total: found.length }
  assertWithin(page, to)
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const shown = found.slice((asked.page - 1) * perPage, asked.page * perPage)
  const [title, numbers] =
    kind === venueKind
      ? [messages.placesTitle, messages.places]
      : [messages.organizersTitle, messages.organizers]
  const count = countText(locale, numbers, found.length)
  const part = asked.page > 1 ? pageText(visit, asked.page, pages) : undefined
  return {
    title,
    part,
    summary: `${title} · ${count} · ${visit.siteName}`,
    canonical: to(asked.page),
    isUnlisted: asked.q !== '' || asked.letter !== '',
    holdsUntil: endOfMoment(visit),
    json: `${site.rest}/${kind.table}`,
    main: html`<div class="wrap">
      ${pageHead(title, count)} ${searchIn(visit, kind, asked)}${lettersOf(visit, kind, { all, asked })}
      ${
        shown.length === 0
          ? nothing(messages.noneOfThatName, messages.nothingFoundHint, [
              { url: `${site.home}${directoryPath(kind)}`, text: messages.clear },
            ])
          : byLetter(shown).map(([letter, rows]) =>
              section(
                letter,
                rows.map((row) => namedOf(visit, kind, row, counts)),
                visit,
              ),
            )
      }
      ${pager(visit, {
        previous: asked.page > 1 ? to(asked.page - 1) : undefined,
        next: asked.page < pages ? to(asked.page + 1) : undefined,
        page: asked.page,
        pages,
      })}
    </div>`,
  }
}

function askedIn({ query }: Visit): Asked {
  const page = wholeNumber(query.get('page') ?? '') ?? 1
  const letter = query.get('letter') ?? ''
  return { q: query.get('q')?.trim().slice(0, 200) ?? '', letter, page: Math.max(1, page) }
}

function isWanted(row: PublicName, { q, letter }: Asked): boolean {
  if (letter !== '' && letterOf(row) !== letter) return false
  const text = evenMarks(`${row.title_folded} ${fold(row.city)}`)
  return q === '' || recordWords(q).all.every((word) => text.includes(word))
}

/** The letter under which a name stands: what begins with no letter has a sign of its own. */
function letterOf({ title_folded }: PublicName): string {
  const [, letter] = /^[^\p{L}\p{N}]*(\p{L})/u.exec(title_folded) ?? []
  return letter?.toUpperCase() ?? '#'
}

function byLetter(rows: readonly PublicName[]): [string, PublicName[]][] {
  return [...Map.groupBy(rows, letterOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function urlOf({ site }: Visit, kind: LinkedKind, { q, letter }: Pick<Asked, 'q' | 'letter'>) {
  return (page: number): string => {
    const query = new URLSearchParams({
      ...(q === '' ? {} : { q }),
      ...(letter === '' ? {} : { letter }),
      ...(page > 1 ? { page: String(page) } : {}),
    })
    return `${site.home}${directoryPath(kind)}${query.size > 0 ? `?${query.toString()}` : ''}`
  }
}

function searchIn({ site, locale }: Visit, kind: LinkedKind, { q }: Asked): Html {
  const { messages } = locale
  const label = kind === venueKind ? messages.searchPlaces : messages.searchOrganizers
  return html`<form
    class="search"
    action="${site.home}${directoryPath(kind)}"
    role="search"
    aria-label="${label}"
  >
    ${icon('search')}<input
      type="search"
      name="q"
      aria-label="${label}"
      placeholder="${label}"
      maxlength="200"
      dir="auto"
      value="${q}"
    /><button>${messages.search}</button>
  </form>`
}

function lettersOf(
  visit: Visit,
  kind: LinkedKind,
  { all, asked }: { all: readonly PublicName[]; asked: Asked },
): Content {
  const letters = byLetter(all).map(([letter]) => letter)
  if (letters.length < 2 || letters.length > mostLetters) return undefined
  const { messages } = visit.locale
  return html`<nav class="letters" aria-label="${messages.byLetter}">
    ${['', ...letters].map(
      (letter) =>
        html`<a
          class="chip"
          href="${urlOf(visit, kind, { q: '', letter })(1)}"
          ${letter === asked.letter ? sanitised('aria-current="true"') : undefined}
          >${letter === '' ? messages.all : letter}</a
        >`,
    )}
  </nav>`
}

function section(letter: string, rows: readonly ReturnType<typeof namedOf>[], visit: Visit): Html {
  return html`<section class="named">
    <h2>${letter}</h2>
    <ul>
      ${rows.map(
        (one) =>
          html`<li>
            <a href="${one.url}"
              ><strong ${ofTexts(visit)}>${one.name}</strong><span class="dim">${lineOf(visit, one)}</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`
}
