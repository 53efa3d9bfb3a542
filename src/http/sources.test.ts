import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../pure/errors/errors.ts'
import { readBody } from './sources.ts'

const boundary = 'a-boundary'
const part = (head: string, content: string) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`
const field = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content)
const end = `--${boundary}--\r\n`

const readForm = (body: string) =>
  readBody('POST', { 'content-type': `multipart/form-data; boundary=${boundary}` }, Buffer.from(body))

/** More than fits into one piece, and into what a stream holds. */
const much = 'x'.repeat(300_000)

describe('a multipart form', () => {
  test('has its fields and its file, however large', async () => {
    const file = part('Content-Disposition: form-data; name="file"; filename="a.png"', much)
    const read = await readForm(field('title', 'A title') + file + field('caption', much) + end)
    expect(read.params).toEqual({ title: 'A title', caption: much })
    expect([read.file?.name, read.file?.bytes.toString()]).toEqual(['a.png', much])
  })

  test.each([
    ['of no kind', 'X-Head: nothing'],
    ['of another kind', 'Content-Disposition: attachment; name="other"'],
    ['with a long head', `Content-Disposition: attachment\r\nX-Head: ${much}`],
  ])('is read past a large part %s', async (_, head) => {
    expect((await readForm(part(head, much) + field('title', 'A title') + end)).params).toEqual({
      title: 'A title',
    })
  })

  test('is read or refused, whatever is wrong with it, and never left unanswered', async () => {
    const whole =
      field('title', 'A title') +
      part('Content-Disposition: form-data; name="file"; filename="a.png"', 'bytes') +
      part('X-Head: nothing', 'bytes') +
      end
    const change = fc.record({
      at: fc.nat(whole.length),
      removed: fc.nat(20),
      added: fc.constantFrom('', '\r\n', `--${boundary}`, '"', ';', '\0', ':', '--', end, much),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const body = changes.reduce(
          (text, { at, removed, added }) => text.slice(0, at) + added + text.slice(at + removed),
          whole,
        )
        const read = await readForm(body).catch((error: unknown) => error)
        if (read instanceof Error) expect(read).toBeInstanceOf(ApiError)
        else expect(read).toHaveProperty('params')
      }),
    )
    // What nobody hears of comes some moments later.
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('a body whose Content-Disposition names a file', () => {
  const bytes = Buffer.from('title=A+title')
  const named = 'attachment; filename="a.png"'
  const read = (type: string, disposition = named, method = 'POST') =>
    readBody(method, { 'content-type': type, 'content-disposition': disposition }, bytes)

  test.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'application/octet-stream',
    'text/plain',
    '',
  ])('is that file, whatever type it is said to be: %o', async (type) => {
    expect(await read(type)).toEqual({ params: {}, file: { name: 'a.png', bytes } })
  })

  test.each([
    ['no name', 'attachment'],
    ['no file', 'form-data; name="title"'],
    ['nothing', ''],
  ])('is a form where that header names %s', async (_, disposition) => {
    const form = await read('application/x-www-form-urlencoded', disposition)
    expect(form).toEqual({ params: { title: 'A title' }, file: undefined })
  })

  test('is JSON or a multipart form where it is said to be', async () => {
    await expect(read('application/json')).rejects.toMatchObject({ code: 'rest_invalid_json' })
    await expect(read(`multipart/form-data; boundary=${boundary}`)).rejects.toMatchObject({
      code: 'rest_invalid_body',
    })
    const type = `multipart/form-data; boundary=${boundary}`
    expect(await read(type, named, 'PUT')).toMatchObject({ params: {}, file: undefined })
  })

  test('without one is no form where it holds what only files do', async () => {
    const file = Buffer.concat([Buffer.from('PNG\0'), Buffer.alloc(5000, 'x')])
    const body = await readBody('POST', { 'content-type': 'application/x-www-form-urlencoded' }, file)
    expect(body).toEqual({ params: {}, file: undefined, unread: expect.stringContaining('its own type') })
  })

  /** What Node makes of the bytes of a header. */
  const header = (text: string) => Buffer.from(text).toString('latin1')

  test.each([
    ['UTF-8', header('attachment; filename="Café Konzert.png"'), 'Café Konzert.png'],
    ['UTF-8 in a form', header('form-data; name="file"; filename="東京.png"'), '東京.png'],
    ['Latin-1', 'attachment; filename="Café Konzert.png"', 'Café Konzert.png'],
    ['UTF-8 without quotes', header('attachment; filename=Café Konzert.png ; size=1'), 'Café Konzert.png'],
    ['both kinds', `${header('attachment; filename="é.png"')}; filename*=UTF-8''%C3%A8.png`, 'è.png'],
  ])('is called as its bytes say, in %s', async (_, disposition, name) => {
    expect((await read('', disposition)).file?.name).toBe(name)
  })
})
