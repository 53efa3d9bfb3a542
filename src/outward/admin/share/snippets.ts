/** How a calendar on another site looks; what is left out is as usual. */
export interface Look {
  readonly view: 'list' | 'cards' | 'month' | 'next'
  readonly theme?: 'light' | 'dark'
  readonly limit?: string
  /** In pixels; left out, it is as high as what it shows. */
  readonly height?: string
  readonly accent?: string
  readonly background?: string
  readonly lang?: string
  /** The fields of one’s own of which it shows what events say, with commas between them. */
  readonly fields?: string
  /** With a way to have its events by mail. */
  readonly mail?: 'true'
}

/** The attributes of the widget. `home` is the address of the calendar, without a slash at its end. */
export function widgetAttributes(
  home: string,
  { view, theme, limit, height, fields, mail, accent, background, lang }: Look,
  filters: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = {
    src: `${home}/`,
    view,
    theme,
    limit,
    height,
    fields,
    mail,
    accent,
    background,
    ...filters,
    lang,
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}

/** The code that puts the widget into a page, as `/widget` makes it. */
export function widgetSnippet(home: string, attributes: Readonly<Record<string, string>>): string {
  const { height } = attributes
  // The style holds its place until the script is there.
  const place = height === undefined ? {} : { style: `display:block;height:${height}px` }
  return [
    `<script async${attributesText({ src: `${home}/widget.js` })}></script>`,
    `<kalends-calendar${attributesText({ ...attributes, ...place })}></kalends-calendar>`,
  ].join('\n')
}

/** The code of a frame, for pages that let no scripts run. */
export function frameSnippet(
  home: string,
  title: string,
  attributes: Readonly<Record<string, string>>,
): string {
  const { src: _src, height = '620', ...shown } = attributes
  const url = `${home}/embed?${new URLSearchParams(shown).toString()}`
  const size = { width: '600', height, style: 'border:0;max-width:100%', loading: 'lazy' }
  return `<iframe${attributesText({ src: url, title, ...size })}></iframe>`
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
