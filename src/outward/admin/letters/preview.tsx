import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { sizeText } from '../moments.ts'
import { Segments } from '../segments.tsx'
import type { Mail } from './asks.ts'
import { t as frame } from '../texts.ts'
import { t } from './texts.ts'

/** How a mail is looked at. */
type Look = 'wide' | 'phone' | 'dark' | 'text'

/** A mail as its readers see it: in a frame in which nothing runs, and which loads nothing. */
export function MailPreview({ mail }: { readonly mail: Mail | undefined }) {
  const look = useSignal<Look>('wide')
  return (
    <section class="mail-preview" aria-label={frame('preview')}>
      <div class="mail-looks">
        <Segments
          name="mail-look"
          label={frame('preview')}
          value={look.value}
          options={[
            ['wide', t('wide')],
            ['phone', t('phone')],
            ['dark', t('dark')],
            ['text', t('asText')],
          ]}
          onChange={(value) => (look.value = value)}
        />
        {mail && mail.bytes > 0 && <span class="dim">{sizeText(mail.bytes)}</span>}
      </div>
      {mail && look.value === 'text' && (
        <pre class="mail-text" tabIndex={0} dir="auto">
          {mail.text}
        </pre>
      )}
      {mail && look.value !== 'text' && <MailFrame html={mail.html} look={look.value} />}
    </section>
  )
}

function MailFrame({ html, look }: { readonly html: string; readonly look: Look }) {
  const place = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (place.current) draw(place.current, html, look === 'dark')
  }, [html, look])
  return (
    <iframe
      ref={place}
      class={look === 'wide' ? 'mail-frame' : 'mail-frame narrow'}
      sandbox="allow-same-origin"
      title={frame('preview')}
      src="about:blank"
    />
  )
}

/**
 * Draws a mail into a frame of this page. Its policy takes no styles from a text, so that they are set by hand; `isDark`: as programs
 * show it that are dark, which the sheet of the mail asks for by itself.
 */
function draw(frame: HTMLIFrameElement, html: string, isDark: boolean): void {
  const page = frame.contentDocument
  const view = page?.defaultView
  if (!page || !view) return
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
  const bare = html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/(<[a-z][^>]*?\s)style="/g, '$1data-style="')
  const parsed = new DOMParser().parseFromString(bare, 'text/html')
  const body = page.importNode(parsed.body, true)
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset['style'] ?? ''
    delete element.dataset['style']
  }
  page.documentElement.lang = parsed.documentElement.lang
  page.documentElement.dir = parsed.documentElement.dir
  page.title = parsed.title
  page.body.replaceWith(body)
  const sheet = new view.CSSStyleSheet()
  const scheme = styles.join('').replaceAll('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
  sheet.replaceSync(scheme.replaceAll('light dark', isDark ? 'dark' : 'light'))
  page.adoptedStyleSheets = [sheet]
}
