import { expect, test } from 'vitest'
import { preparedText } from './site.html.ts'

const place = { base: 'https://old.example/', hosts: new Set(['old.example']) }
const uploads = 'https://old.example/wp-content/uploads'

/** Where the link around a picture leads. */
function ledTo(page: string, file: string, more = ''): string | undefined {
  const { html } = preparedText(
    `<p><a href="${page}"><em><img src="${uploads}/${file}" ${more}></em></a></p>`,
    place,
  )
  return /href="([^"]*)"/.exec(html)?.[1]
}

test.each([
  ['https://old.example/event/a/summer-stage/', 'summer-stage-300x200.jpg', `${uploads}/summer-stage.jpg`],
  ['/summer-stage', 'Summer_Stage.jpg', '/summer-stage'],
  ['/?attachment_id=7', 'a-150x150.png', `${uploads}/a.png`],
  ['/event/other/', 'a.png', '/event/other/'],
  ['/', 'a.png', '/'],
  ['https://else.example/a/', 'a.png', 'https://else.example/a/'],
  ['/100/', '100%.png', `${uploads}/100%.png`],
])('a link to %s around %s leads to %s', (page, file, to) => {
  expect(ledTo(page, file)).toBe(to)
})

test('links within one another, and pictures behind a link, change nothing', () => {
  const { html } = preparedText(
    `<a href="/stage/">Stage</a><img src="${uploads}/stage.png"><a href="/b/"><a href="/c/"></a><img src="${uploads}/b.png"></a>`,
    place,
  )
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['/stage/', '/b/', '/c/'])
})
