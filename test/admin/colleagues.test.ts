import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { picture, uploadTo } from '../api/upload.ts'
import type { TestApp } from '../support/app.ts'
import { openOffice } from './desk.ts'

// One editing of a record for all editors: what is typed is kept, and nobody’s change is undone without a word.

let app: TestApp
const ids: Record<string, number> = {}

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  const make = async (name: string, path: string, json: object) => {
    ids[name] = (await app.create(path, json)).id
  }
  await make('venues', 'venues', { venue: 'Mill' })
  await make('organizers', 'organizers', { organizer: 'Millers' })
  await make('categories', 'categories', { name: 'Music' })
  await make('tags', 'tags', { name: 'open air' })
  await make('events', 'events', {
    title: 'Fair',
    start_date: '2031-03-20 18:00:00',
    end_date: '2031-03-20 20:00:00',
  })
  ids['media'] = (await uploadTo(app, picture, { name: 'wharf.png' })).body.id
})

interface Editor {
  readonly at: () => string
  /** Below the namespace. */
  readonly path: () => string
  /** Labels of two fields that hold texts, and their names. */
  readonly one: readonly [label: string, name: string]
  readonly other: readonly [label: string, name: string]
}

const editorOf = (kind: string, one: Editor['one'], other: Editor['other']): Editor => ({
  at: () =>
    `/admin/${kind === 'media' ? 'pictures' : kind}${kind === 'venues' || kind === 'organizers' || kind === 'events' ? '/' : '?id='}${ids[kind]}`,
  path: () => `${kind}/${ids[kind]}`,
  one,
  other,
})

const editors = {
  place: editorOf('venues', ['Town', 'city'], ['Telephone', 'phone']),
  organizer: editorOf('organizers', ['Telephone', 'phone'], ['E-mail', 'email']),
  category: editorOf('categories', ['Text', 'description'], ['Name', 'name']),
  tag: editorOf('tags', ['Text', 'description'], ['Name', 'name']),
  picture: editorOf('media', ['Name', 'title'], ['Whose picture is it?', 'credit']),
  event: editorOf('events', ['In one sentence for lists and feeds', 'excerpt'], ['Title', 'title']),
  settings: {
    at: () => '/admin/settings',
    path: () => 'settings',
    one: ['Sentence on the front page', 'description'],
    other: ['Whose map it is', 'map_attribution'],
  },
} satisfies Readonly<Record<string, Editor>>

const read = async ({ path }: Editor) => app.read(path(), {}, 'administrator')
const textOf = (html: unknown) =>
  String(html)
    .replaceAll(/<[^>]*>/g, '')
    .trim()
const change = async ({ path }: Editor, json: object) => {
  const { status } = await app.ask({ as: 'administrator', method: 'POST', path: path(), json })
  expect(status).toBe(200)
}
const field = (page: Page, [label]: Editor['one']) =>
  page.locator('form').getByLabel(label, { exact: true }).and(page.locator('input, textarea')).first()
const save = (page: Page) => page.keyboard.press('Control+s')
const stored = async (editor: Editor, [, name]: Editor['one']) => textOf((await read(editor))[name])

describe.each(Object.entries(editors))('in the editor of a %s', (kind, editor: Editor) => {
  const { one, other } = editor
  const mail =
    kind === 'organizer' ? (text: string) => `${text.toLowerCase()}@example.org` : (text: string) => text

  test('what is typed while it is saved stays, and is saved next', async () => {
    const page = await sit('administrator')
    await page.goto(editor.at())
    await field(page, one).fill('First')
    const typed = Promise.withResolvers<void>()
    await page.route(`**/${editor.path()}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      await typed.promise
      await route.fulfill({ response })
    })
    await save(page)
    await expect.poll(() => stored(editor, one)).toBe('First')
    await field(page, other).fill(mail('Second'))
    typed.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await page.waitForTimeout(200)
    expect(await field(page, other).inputValue()).toBe(mail('Second'))
    await save(page)
    await expect.poll(() => stored(editor, other)).toBe(mail('Second'))
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    // Nothing claims that it was not saved.
    await page.goto('/admin/')
    await page.goto(editor.at())
    await field(page, one).waitFor()
    expect(await page.getByText('did not save').count()).toBe(0)
  })

  test('what was left unsaved comes back, and a colleague’s change of another field stays', async () => {
    const page = await sit('administrator')
    await page.goto(editor.at())
    await field(page, one).fill('Left here')
    if (kind === 'event') await page.context().setOffline(true)
    await page.waitForTimeout(500)
    await page.context().setOffline(false)
    await page.goto('/admin/')
    await change(editor, { [other[1]]: mail('Theirs') })
    await page.goto(editor.at())
    await page.getByText('did not save').waitFor()
    expect(await field(page, one).inputValue()).toBe('Left here')
    await save(page)
    await page.getByText('Both changes have been kept.').waitFor()
    await expect.poll(() => stored(editor, one)).toBe('Left here')
    expect(await stored(editor, other)).toBe(mail('Theirs'))
  })

  test('where both have changed the same, both are shown, and nothing is saved before one is chosen', async () => {
    const page = await sit('administrator')
    await page.goto(editor.at())
    await field(page, one).fill('Mine')
    await change(editor, { [one[1]]: 'Of a colleague' })
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed' })
    await dialog.getByText('Of a colleague').waitFor()
    await dialog.getByText('Mine', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Go on editing' }).click()
    expect(await stored(editor, one)).toBe('Of a colleague')
    await save(page)
    await dialog.getByText('Of a colleague').waitFor()
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
    await expect.poll(() => stored(editor, one)).toBe('Mine')
  })
})

test.each([
  ['events/new', 'locks'],
  ['venues/new', 'locks'],
  ['categories?id=new', 'locks'],
  ['events/new', 'no locks, as over http'],
  ['venues/new', 'no locks, as over http'],
])(
  'two tabs with %s have two drafts, and each comes back in its own, in a browser with %s',
  async (path, locks) => {
    const first = await sit('editor')
    if (locks !== 'locks') await first.context().addInitScript('delete Navigator.prototype.locks')
    const second = await first.context().newPage()
    const name = (page: Page) =>
      page
        .locator('form')
        .getByRole('textbox', { name: /^(Title|Name)/ })
        .first()
    for (const [page, text] of [
      [first, 'One'],
      [second, 'Two'],
    ] as const) {
      await page.goto(`/admin/${path}`)
      await name(page).fill(text)
    }
    await first.waitForTimeout(500)
    for (const [page, text] of [
      [first, 'One'],
      [second, 'Two'],
    ] as const) {
      await page.reload()
      await expect.poll(() => name(page).inputValue()).toBe(text)
    }
    // What a closed tab leaves is taken up by the next one.
    await second.close()
    const third = await first.context().newPage()
    await third.goto(`/admin/${path}`)
    await expect.poll(() => name(third).inputValue()).toBe('Two')
  },
)
