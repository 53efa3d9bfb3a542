import type { CorsOrigins } from '../../http/headers.ts'
import type { Site } from '../../http/site.ts'
import { escapeHtml } from '../../pure/text/html.ts'
import { readMonth } from './days.ts'
import { filters as embedFilters } from '../widget/filters.ts'

/** What an embedded calendar shows: the attributes of the widget and the parameters of the frame, which are the same. */
export interface Embedded {
  readonly view: (typeof embedViews)[number]
  readonly theme?: 'light' | 'dark' | undefined
  readonly limit?: string | undefined
  /** How high all of it is, in pixels; undefined: as high as what it holds. */
  readonly height?: string | undefined
  /** The month to begin with, `YYYY-MM`. */
  readonly month?: string | undefined
  /** Colours and the radius of corners, by attribute. */
  readonly look: Readonly<Partial<Record<(typeof lookNames)[number], string>>>
  /** The fields of one’s own of which it shows what events say. */
  readonly fields?: string | undefined
  /** With a way to have its events by mail, where that is offered. */
  readonly mail?: 'true' | undefined
  /** Filters, as lists of events take them. */
  readonly filters: Readonly<Record<string, string>>
}

/** The views of the widget, as in its `frame.ts`. */
export const embedViews = ['list', 'cards', 'month', 'next'] as const

/** The colours that can be chosen, and the radius of corners, as in the widget’s `look.ts`. */
export const colourNames = ['accent', 'background', 'text'] as const
const lookNames = [...colourNames, 'radius'] as const

/** What may be a colour in CSS, such as `#005f72`, `teal` or `oklch(0.5 0.1 200)`; the widget asks the browser whether it is one. */
const colour = /^[#\w(),.%/ -]{1,60}$/

/** How many events a list begins with unless it is said, as in the widget’s `element.ts`. */
export const usualLimit = '10'

/** The default size of a frame, in pixels. */
export const frameSize = { width: 600, height: 620 }
export const cardSize = { width: 600, height: 200 }

/** Reads what to show from the query of an address; unknown parameters are ignored. */
export function readEmbedded(query: URLSearchParams): Embedded {
  const theme = themes.find((one) => one === query.get('theme'))
  const limit = Number(query.get('limit'))
  const month = query.get('month') ?? ''
  const height = query.get('height')?.trim() ?? ''
  // A form sends each by itself.
  const fields = query.getAll('fields').join(',').trim()
  return {
    view: embedViews.find((one) => one === query.get('view')) ?? 'list',
    theme,
    limit: Number.isInteger(limit) && limit >= 1 && limit <= 50 ? String(limit) : undefined,
    month: readMonth(month) && month,
    height: /^\d{3,4}$/.test(height) && Number(height) >= 120 && Number(height) <= 5000 ? height : undefined,
    mail: query.get('mail') === 'true' ? 'true' : undefined,
    fields: /^[a-z][a-z0-9_, ]{0,400}$/.test(fields) ? fields : undefined,
    look: Object.fromEntries(
      lookNames.flatMap((name) => {
        const value = query.get(name)?.trim() ?? ''
        const isGood = name === 'radius' ? /^\d{1,2}$/.test(value) : colour.test(value)
        return isGood ? [[name, value]] : []
      }),
    ),
    filters: Object.fromEntries(
      embedFilters.flatMap((name) => {
        const value = query.get(name)?.trim() ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    ),
  }
}

/** The appearances that can be chosen instead of that of the page around the widget. */
export const themes = ['light', 'dark'] as const

/** The attributes of the widget, with the address of its site. */
export function widgetAttributes(
  { home }: Site,
  { view, theme, limit, month, height, fields, mail, look, filters }: Embedded,
): [string, string][] {
  const given = { src: `${home}/`, view, theme, limit, month, height, fields, mail, ...look, ...filters }
  return Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
}

/** The code that puts the widget into a page. */
export function widgetSnippet(site: Site, embedded: Embedded): string {
  const script = `<script async${attributesText([['src', `${site.home}/widget.js`]])}></script>`
  // The style holds its place until the script is there.
  const { height } = embedded
  const place: [string, string][] =
    height === undefined ? [] : [['style', `display:block;height:${height}px`]]
  const attributes = attributesText([...widgetAttributes(site, embedded), ...place])
  return `${script}\n<kalends-calendar${attributes}></kalends-calendar>`
}

/** The address of the calendar as a frame shows it. */
export function frameUrl(
  site: Site,
  { view, theme, limit, month, fields, mail, look, filters }: Embedded,
): string {
  const url = new URL(`${site.home}/embed`)
  const given = { view, theme, limit, month, fields, mail, ...look, ...filters }
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The code of a frame. */
export function frameSnippet(src: string, title: string, size: { width: number; height: number }): string {
  const { width, height } = size
  const attributes = { src, title, width, height, style: 'border:0;max-width:100%', loading: 'lazy' }
  return `<iframe${attributesText(Object.entries(attributes))}></iframe>`
}

function attributesText(attributes: readonly (readonly [name: string, value: string | number])[]): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('')
}

/** The sites that may show a frame, as in a Content-Security-Policy. */
export function frameAncestors(origins: CorsOrigins): string {
  if (origins === '*') return '*'
  return origins.length === 0 ? `'none'` : origins.join(' ')
}
