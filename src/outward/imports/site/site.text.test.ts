import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml, decodeEntities } from '../../../pure/text/html.ts'
import { renderContent, renderTitle } from '../../../pure/text/render.ts'
import { typedText } from './site.text.ts'
import { runs } from '../../../../test/support/runs.ts'

test.each([
  ['Rock &#8217;n&#8217; Roll', 'Rock ’n’ Roll'],
  ['Tom &#038; Jerry&#8217;s &#8220;big&#8221; show', `Tom & Jerry's "big" show`],
  ['10&#215;20 &#8211; more&#8230;', '10x20 - more...'],
  ['a &#8212; b', 'a -- b'],
  ['1 &#038;lt; 2', '1 &#038;lt; 2'],
  ['&lt;b&gt; stays', '&lt;b&gt; stays'],
  ['<a href="/?a=1&#038;b=2">it&#8217;s</a>', `<a href="/?a=1&#038;b=2">it's</a>`],
  ['nothing to do', 'nothing to do'],
])('%s was typed as %s', (rendered, typed) => {
  expect(typedText(rendered, renderTitle)).toBe(typed)
})

/** Texts with what typography and HTML are about. */
const texts = fc
  .array(
    fc.constantFrom(
      'a',
      'it',
      ' ',
      '"',
      "'",
      '-',
      '--',
      '...',
      '10x20',
      '&',
      '&amp;',
      '&#038;',
      '&#8217;',
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '\n',
      '\n\n',
      'é',
      '<',
    ),
    { maxLength: 20 },
  )
  .map((pieces) => cleanHtml(pieces.join('')))

test.each([
  ['titles', renderTitle],
  ['descriptions', renderContent],
])('what was typed of %s reads the same once rendered', (_, render) => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = render(text)
      const typed = typedText(shown, render)
      expect(decodeEntities(render(cleanHtml(typed)))).toBe(decodeEntities(render(shown)))
    }),
    { numRuns: runs(1000) },
  )
})
