import { expect, test } from 'vitest'
import { siteOf } from '../../http/site.ts'
import { renderContent } from '../../pure/text/render.ts'
import { cleanHtml } from '../../pure/text/html.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
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
  [
    'an address of the web is a link to it, and what ends its sentence is none of it',
    'See https://else.example/a?b=1&c=2, or (www.else.example).',
    /See <a href="https:\/\/else.example\/a\?b=1&amp;c=2" rel="external noopener" dir="ltr">https:\/\/else.example\/a\?b=1&amp;c=2<\/a>, or \(<a href="https:\/\/www.else.example" rel="external noopener" dir="ltr">www.else.example<\/a>\)\.<\/p>/,
  ],
  [
    'and so is one of mail, beside what is bold',
    '<b>Write</b> to me@else.example &lt;soon&gt;',
    /<b>Write<\/b> to <a href="mailto:me@else.example" dir="ltr">me@else.example<\/a> &lt;soon&gt;/,
  ],
  [
    'what is a link, or code, stays as it is',
    '<a href="https://else.example/a">www.else.example</a> <code>www.else.example</code> <pre>me@else.example</pre>',
    /^(?!.*<a[^>]*>[^<]*<a)(?!.*<code><a)(?!.*<pre><a)/s,
  ],
  [
    'typography does not lead elsewhere',
    "https://else.example/a--b/20x30/it's",
    /href="https:\/\/else.example\/a--b\/20x30\/it&#039;s"/,
  ],
  [
    'a title of another element is no text',
    '<span title="www.else.example">A</span>',
    /<span title="www.else.example">A<\/span>/,
  ],
  ['and without a protocol', '<img src="//else.example/a.jpg">', /^(?!.*<img)/s],
])('%s', (_, text, expected) => {
  expect(shown(text)).toMatch(expected)
})

test('no text is nothing', () => {
  expect(shown('')).toBe('')
})
