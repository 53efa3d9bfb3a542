import { escapeHtml } from '../../../pure/text/html.ts'

/**
 * The address of the page that shows what a frame showed: of videos, music and maps that of their own page, else the address of
 * the frame itself. Undefined for a frame of nothing.
 */
export function shownBy(source: string, base: string): string | undefined {
  const url = URL.parse(source.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const known = sites.find(({ host }) => host.test(url.hostname))?.page(url)
  return known ?? plainPage(url)
}

/** A paragraph with a link to what a frame showed, named by the title of the frame where it has one. */
export function linkTo(address: string, title: string): string {
  const name = title.trim() === '' ? address : title.trim()
  return `\n<p><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></p>\n`
}

/** How the pages of a site are found by its frames; undefined where the frame is of something else. */
interface Embedding {
  readonly host: RegExp
  readonly page: (url: URL) => string | undefined
}

const sites: readonly Embedding[] = [
  { host: /(?:^|\.)(?:youtube|youtube-nocookie)\.com$/, page: youtube },
  { host: /^player\.vimeo\.com$/, page: (url) => moved(url, /^\/video\/(\d+)/, 'https://vimeo.com/') },
  { host: /^w\.soundcloud\.com$/, page: named('url') },
  { host: /(?:^|\.)facebook\.com$/, page: named('href') },
  { host: /^open\.spotify\.com$/, page: (url) => moved(url, /^\/embed\/(.+)$/, 'https://open.spotify.com/') },
  {
    host: /(?:^|\.)dailymotion\.com$/,
    page: (url) => moved(url, /^\/embed\/(video\/\w+)/, 'https://www.dailymotion.com/'),
  },
  { host: /(?:^|\.)google\.[a-z.]+$/, page: googleMap },
  { host: /(?:^|\.)openstreetmap\.org$/, page: openStreetMap },
]

function youtube(url: URL): string | undefined {
  const [, id] = /^\/(?:embed|v|shorts|live)\/([\w-]+)/.exec(url.pathname) ?? []
  const list = url.searchParams.get('list')
  if (id === 'videoseries' && list) return `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`
  return id === undefined ? undefined : `https://www.youtube.com/watch?v=${id}`
}

function moved(url: URL, path: RegExp, to: string): string | undefined {
  const [, rest] = path.exec(url.pathname) ?? []
  return rest === undefined ? undefined : `${to}${rest}`
}

/** The address that a parameter of the frame has. */
function named(parameter: string): (url: URL) => string | undefined {
  return (url) => {
    const address = URL.parse(url.searchParams.get(parameter) ?? '')
    return address && /^https?:$/.test(address.protocol) ? address.href : undefined
  }
}

function searchFor(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}

/** Maps may only be shown in frames; their place is in the parameters, or among the coded ones. */
function googleMap(url: URL): string | undefined {
  if (!url.pathname.startsWith('/maps')) return undefined
  const place =
    url.searchParams.get('q') ?? url.searchParams.get('destination') ?? url.searchParams.get('center')
  if (place) return searchFor(place)
  const coded = url.searchParams.get('pb') ?? ''
  const [, lng] = /!2d(-?\d+(?:\.\d+)?)/.exec(coded) ?? []
  const [, lat] = /!3d(-?\d+(?:\.\d+)?)/.exec(coded) ?? []
  return lat === undefined || lng === undefined ? undefined : searchFor(`${lat},${lng}`)
}

function openStreetMap(url: URL): string | undefined {
  const [lat, lng] = (url.searchParams.get('marker') ?? '').split(',')
  return lat && lng
    ? `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
    : undefined
}

/** An embedded page of WordPress is at the address of the page and `embed/`, with a secret that changes each time. */
function plainPage(url: URL): string {
  if (!url.hash.startsWith('#?secret=')) return url.href
  return `${url.origin}${url.pathname.replace(/embed\/$/, '')}`
}
