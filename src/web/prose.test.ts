import { expect, test } from 'vitest'
import { siteOf } from '../http/site.ts'
import { renderContent } from '../text/render.ts'
import { cleanHtml } from '../text/html.ts'
import { html } from './html.ts'
import { prose } from './prose.ts'

const site = siteOf({ siteUrl: 'https://town.example', restRoot: '' }, 'vendor/events/v1', '')
const spoken = { locale: { tag: 'en' }, siteLocale: { tag: 'en-GB' } }
const shown = (text: string) => html`${prose({ site, ...spoken }, renderContent(cleanHtml(text)))}`.source

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
  [
    'one in a link names that link',
    '<a href="https://else.example/a"><img src="https://else.example/a.jpg" alt="The hall"></a> <img src="https://else.example/b.jpg">',
    /<a href="https:\/\/else.example\/a">The hall<\/a> <a href="https:\/\/else.example\/b.jpg"/,
  ],
  [
    'a film of others becomes a link',
    '<video controls src="https://else.example/a.mp4"></video> and more',
    /<a href="https:\/\/else.example\/a.mp4" rel="external noopener">https:\/\/else.example\/a.mp4<\/a> and more/,
  ],
  [
    'and so does a sound by its source',
    '<audio controls><source src="https://else.example/a.mp3" type="audio/mpeg"></audio>',
    /^(?!.*<audio).*<a href="https:\/\/else.example\/a.mp3"/s,
  ],
  [
    'what a film says to who cannot see it is no address',
    '<video controls>See src="javascript:alert(1)" <i>src="x"</i></video> and more',
    /^<div class="text" dir="auto"><p> and more<\/p>/,
  ],
  [
    'our own film stays',
    '<video src="/media/a.mp4" controls></video>',
    /<video src="\/media\/a.mp4" controls[^]*<\/video>/,
  ],
  ['and without a protocol', '<img src="//else.example/a.jpg">', /^(?!.*<img)/s],
])('%s', (_, text, expected) => {
  expect(shown(text)).toMatch(expected)
})

test('no text is nothing', () => {
  expect(shown('')).toBe('')
})
