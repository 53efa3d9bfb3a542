import { expect, test } from 'vitest'
import { siteOf } from '../http/site.ts'
import { renderContent } from '../text/render.ts'
import { cleanHtml } from '../text/html.ts'
import { html } from './html.ts'
import { prose } from './prose.ts'

const site = siteOf({ siteUrl: 'https://town.example', restRoot: '' }, 'vendor/events/v1', '')
const shown = (text: string) => html`${prose({ site }, renderContent(cleanHtml(text)))}`.source

test.each([
  [
    'our own picture stays',
    '<img src="https://town.example/media/a.jpg" alt="A">',
    /<img [^>]*src="https:\/\/town.example\/media\/a.jpg"/,
  ],
  ['and so does one by its path', '<img src="/media/a.jpg" alt="">', /<img [^>]*src="\/media\/a.jpg"/],
  [
    'one of others becomes a link',
    '<img src="https://else.example/a.jpg?b=1&c=2" alt="A &lt;b&gt; &quot;c&quot;">',
    /<a href="https:\/\/else.example\/a.jpg\?b=1&amp;c=2" rel="external noopener">A &lt;b&gt; &quot;c&quot;<\/a>/,
  ],
  [
    'also when its name only begins like ours',
    '<img src="https://town.example.evil/a.jpg">',
    /<a href="https:\/\/town.example.evil\/a.jpg"/,
  ],
  ['and without a protocol', '<img src="//else.example/a.jpg">', /^(?!.*<img)/s],
])('%s', (_, text, expected) => {
  expect(shown(text)).toMatch(expected)
})

test('no text is nothing', () => {
  expect(shown('')).toBe('')
})
