import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { comparedHtml, isSameButAddresses, steadyAddress, withoutGenerated } from './imports.generated.ts'

/** What programs write into texts with something of their own in it, made anew each time. */
const generated: readonly ((made: string, count: number) => string)[] = [
  (made) =>
    `<figure class="wp-block-image wp-lightbox-container" data-wp-context='{"imageId":"${made}"}'><img class="wp-image-7" src="/a.png" alt="A"></figure>`,
  (made) => `<div class="wp-block-group wp-elements-${made}"><p>Text</p></div>`,
  (_, count) =>
    `<div class="wp-container-core-columns-is-layout-${count} wp-block-columns"><p>Text</p></div>`,
  (made) => `<div class="is-layout-flex wp-container-core-group-is-layout-${made}"><p>Text</p></div>`,
  (_, count) =>
    `<div id="gallery-${count}" class="gallery galleryid-41"><a href="#gallery-${count}">All</a></div>`,
  (made) => `<div id="slider-${made}" class="slider ${made} x-${made}">Slides</div>`,
  (made) => `<a href="https://old.example/join/?_wpnonce=${made}&amp;event=4">Join</a>`,
  (made) => `<img src="https://cdn.example/a.jpg?ver=${made}" alt="">`,
  (made) => `<img src="https://cdn.example/a.jpg?X-Amz-Date=${made}&amp;X-Amz-Signature=${made}" alt="">`,
  (_, count) =>
    `<img src="https://cdn.example/a.jpg?${1_700_000_000 + count}" alt="" loading="${count % 2 ? 'lazy' : 'eager'}">`,
  (_, count) => `<p><span class="tab" tabindex="${count}" aria-controls="panel-${count}">Tab</span></p>`,
  (_, count) => hiddenByCloudflare('ann@example.org', count % 256),
]

function hiddenByCloudflare(mail: string, key: number): string {
  const hex = Buffer.from([key, ...Buffer.from(mail).map((byte) => byte ^ key)]).toString('hex')
  return `<a href="/cdn-cgi/l/email-protection#${hex}" class="__cf_email__" data-cfemail="${hex}">[email protected]</a>`
}

const made = fc.oneof(
  fc.stringMatching(/^[\da-f]{13}$/),
  fc.stringMatching(/^[a-z]{8}$/),
  fc.stringMatching(/^[a-zA-Z\d]{10}$/),
)

test('two readings of a text are the same whatever its source makes anew, and differ where anything of it does', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...generated),
      fc.tuple(made, fc.nat(900)),
      fc.tuple(made, fc.nat(900)),
      (write, one, other) => {
        const read = (...from: typeof one) => comparedHtml(withoutGenerated(write(...from)))
        expect(read(...one)).toBe(read(...other))
        expect(comparedHtml(`${write(...one)}<p>More</p>`)).not.toBe(read(...other))
      },
    ),
    { numRuns: runs(600) },
  )
})

test.each([
  ['a letter', '<p>Text</p>', '<p>Texts</p>'],
  ['a line', 'one two', 'one\ntwo'],
  ['an element', '<p>Text</p>', '<h2>Text</h2>'],
  ['where a link leads', '<a href="https://a.example/1">A</a>', '<a href="https://a.example/2">A</a>'],
  ['a page by its number', '<a href="/?p=1">A</a>', '<a href="/?p=2">A</a>'],
  [
    'a place within a page',
    '<a href="https://a.example/#prices">A</a>',
    '<a href="https://a.example/#way">A</a>',
  ],
  [
    'a video',
    '<a href="https://youtube.example/watch?v=aaa">A</a>',
    '<a href="https://youtube.example/watch?v=bbb">A</a>',
  ],
  ['a picture', '<img src="/a.png">', '<img src="/b.png">'],
  ['the words for a picture', '<img src="/a.png" alt="A">', '<img src="/a.png" alt="B">'],
  ['the side of a picture', '<img class="alignleft" src="/a.png">', '<img class="alignright" src="/a.png">'],
  ['the look of a text', '<p style="color:red">A</p>', '<p style="color:blue">A</p>'],
])('it is another text where %s differs', (_, one, other) => {
  expect(comparedHtml(one)).not.toBe(comparedHtml(other))
})

test('what is kept has no generated names, mail is where it leads, and places that people have named stay', () => {
  expect(
    withoutGenerated(
      '<div id="gallery-3" class="gallery wp-container-9 galleryid-4"><p id="prices" class="intro">A</p></div>',
    ),
  ).toBe('<div class="gallery galleryid-4"><p id="prices" class="intro">A</p></div>')
  expect(withoutGenerated(hiddenByCloudflare('ann@example.org', 91))).toMatch(
    /^<a href="mailto:ann@example.org" [^>]*>ann@example.org<\/a>$/,
  )
  const plain = 'Five <b>is</b> > 3 & <a href="https://a.example/?a=1&amp;b=2">that</a>'
  expect(withoutGenerated(plain)).toBe(plain)
})

test('addresses keep what says which page or file they are of', () => {
  expect(steadyAddress('https://a.example/x.jpg?ver=1&w=300')).toBe('https://a.example/x.jpg?w=300')
  expect(steadyAddress('https://a.example/x?v=1&t=30')).toBe('https://a.example/x?v=1&t=30')
  expect(steadyAddress('https://shop.example/#/event/12')).toBe('https://shop.example/#/event/12')
  expect(steadyAddress('#gallery-3')).toBe('')
})

test('two texts of the same words are known, wherever their links and pictures lead', () => {
  const text = (address: string) => `<p>See <a href="${address}"><img src="${address}.png" alt="A"></a></p>`
  expect(isSameButAddresses(text('https://old.example/a'), text('/media/a'))).toBe(true)
  expect(isSameButAddresses(text('/a'), text('/a').replace('See', 'Look at'))).toBe(false)
})
