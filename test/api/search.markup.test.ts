import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const dates = { start_date: 'tomorrow', end_date: 'tomorrow' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The ids of what a search finds, of any kind. */
async function found(kind: string, search: string): Promise<number[]> {
  const body = await app.read(kind, { search })
  return body[kind].map(({ id }: { id: number }) => id)
}

/** Each kind of record, with the names of its texts with HTML. */
const kinds = [
  ['events', ['title', 'description', 'excerpt'], { title: 'T', ...dates }],
  ['venues', ['venue', 'description'], { venue: 'V' }],
  ['organizers', ['organizer', 'description'], { organizer: 'O' }],
] as const

describe.each(kinds)('of %s', (kind, texts, plain) => {
  test.each([
    ['a mark that runs through it', 'Qwjazz<b>night</b>', 'qwjazznight'],
    ['marks within one another', 'Qwdeep<em>er<strong>most</strong></em>', 'qwdeepermost'],
    ['a link', 'Qwlink<a href="https://a.example">ed</a>up', 'qwlinkedup'],
    ['a comment', 'Qwhal<!-- more -->ves', 'qwhalves'],
    ['a place where it may be broken', 'Qwdonau<wbr>dampf&shy;schiff\u00adfahrt', 'qwdonaudampfschifffahrt'],
    ['a reference', 'Qwtom&amp;jerry qwcaf&eacute;', 'qwtom&jerry'],
    ['a reference for a letter', 'Qwna&iuml;ve', 'qwnaive'],
  ])('a word is found through %s', async (_, text, word) => {
    for (const name of texts) {
      const { id } = await app.create(kind, { ...plain, [name]: text })
      expect(await found(kind, word), name).toEqual([id])
      await app.remove(`${kind}/${id}`)
    }
  })

  test('words of different blocks, lines and cells stay apart', async () => {
    const description =
      '<p>Qxone</p><p>two</p><ul><li>Qxthree</li><li>four</li></ul>Qxfive<br>six<table><tr><td>Qxseven</td><td>eight</td></tr></table>'
    const { id } = await app.create(kind, { ...plain, description })
    for (const word of ['qxonetwo', 'qxthreefour', 'qxfivesix', 'qxseveneight'])
      expect(await found(kind, word), word).toEqual([])
    for (const search of ['qxone two', 'qxthree four', 'qxfive six', 'qxseven eight'])
      expect(await found(kind, search), search).toEqual([id])
    await app.remove(`${kind}/${id}`)
  })

  test('of what only stands in marks, where links lead is found, and nothing else', async () => {
    const description = `<!-- wp:gallery {"linkTo":"qynone"} --><figure class="qyclass"><img src="https://qysrc.example/qyfile.png" alt="qyalt of a gallery" title="qytitle" /><figcaption>Qycaption</figcaption></figure><!-- /wp:gallery --><p><a href="https://qyhref.example/?b=1&amp;c" title="qylinktitle">Qyseen</a> on</p>`
    const { id } = await app.create(kind, { ...plain, description })
    for (const word of ['qyalt', 'qytitle', 'qysrc', 'qyfile', 'qylinktitle', 'qyclass', 'qynone', 'figure'])
      expect(await found(kind, word), word).toEqual([])
    for (const word of ['qyseen', 'qycaption', 'qyhref.example'])
      expect(await found(kind, word), word).toEqual([id])
    // An address parts nothing that is read as one.
    if (kind === 'events') expect(await found(kind, '"qyseen on"')).toEqual([id])
    // What is seen is not left out because a mark has the word.
    if (kind === 'events') expect(await found(kind, 'qyseen -qyalt')).toEqual([id])
    await app.ask({
      as: 'administrator',
      method: 'PUT',
      path: `${kind}/${id}`,
      json: { description: 'Qy<i>alt</i>' },
    })
    expect(await found(kind, 'qyalt')).toEqual([id])
    expect(await found(kind, 'qyseen')).toEqual([])
    await app.remove(`${kind}/${id}`)
  })

  test('marks anywhere in a word change nothing about whether it is found', async () => {
    const mark = fc.constantFrom(
      '<b>',
      '</b>',
      '<i title="z">',
      '</i>',
      '<!-- c -->',
      '<wbr>',
      '&shy;',
      '\u200b',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), mark), { maxLength: 6 }),
        async (marks) => {
          const word = 'qzsearching'
          const parts = [...word].map((letter, at) => {
            const before = marks.filter(([place]) => place === at).map(([, text]) => text)
            return before.join('') + letter
          })
          const { id } = await app.create(kind, { ...plain, description: parts.join('') })
          expect(await found(kind, word)).toContain(id)
          await app.remove(`${kind}/${id}`)
        },
      ),
      { numRuns: 15 },
    )
  })
})
