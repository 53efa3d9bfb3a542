import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
})

/** What the program puts into the clipboard (`clipboard/`): written by us, as it writes. */
const copiedFrom = (program: string) =>
  readFileSync(new URL(`clipboard/${program}.html`, import.meta.url), 'utf8')

let page: Page
beforeEach(async () => {
  page = await sit('editor')
  await page.goto('/admin/events/new')
  await page.locator('summary').filter({ hasText: 'Text' }).press('Enter')
  await page.getByRole('textbox', { name: 'Text' }).focus()
})

/** Puts into the text what a clipboard has. */
async function paste(clipboard: Readonly<Record<string, string>>) {
  // What browsers have is not among the types of tests.
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    for (const [kind, text] of ${JSON.stringify(Object.entries(clipboard))}) clipboardData.setData(kind, text)
    const field = document.querySelector('.rich [role=textbox]')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

/** The text as it is stored. */
async function written(): Promise<string> {
  await page.getByRole('button', { name: 'As HTML' }).click()
  return page.locator('textarea.source').inputValue()
}

const programs: readonly (readonly [program: string, lines: readonly string[]])[] = [
  [
    'word',
    [
      '<h2>An evening of puppets</h2>',
      '<p>Bring <strong>somebody small</strong>, and <em>warm</em> socks.</p>',
      '<ul><li><p>Shadow theatre</p><ul><li>with lanterns</li></ul></li><li>Tea</li></ul>',
      '<ol><li>Come</li><li>See</li></ol>',
      '<table><tbody><tr><td><strong>Who</strong></td><td>Price</td></tr><tr><td>Children<br>and pupils</td><td>3&nbsp;€</td></tr></tbody></table>',
      '<p>More: <a href="https://www.example.org/puppets">the programme</a> and notes</p>',
    ],
  ],
  [
    'word-online',
    [
      '<h2>Puppets</h2>',
      '<p><strong>Bring</strong> tea</p>',
      '<ul><li><p>One</p><ul><li>Below</li></ul></li><li>Two</li></ul>',
    ],
  ],
  [
    'google-docs',
    [
      '<h2>Puppets</h2>',
      '<p>Bring <strong>somebody</strong><em> small</em><u> now</u></p>',
      '<ul><li><p>Shadow theatre</p><ul><li>with lanterns</li></ul></li><li>Tea</li></ul>',
      '<table><tbody><tr><td>Who</td><td>Price</td></tr><tr><td>Children<br>and pupils</td><td>3 €</td></tr></tbody></table>',
      '<p><a href="https://www.example.org/puppets">the programme</a></p>',
    ],
  ],
  [
    'outlook',
    [
      '<p>Dear all,</p>',
      '<p><strong>Doors</strong> open at seven; see <a href="https://www.example.org/doors">the page</a>.</p>',
      '<ul><li>Tea</li><li>Cake</li></ul>',
      '<p>Anna &lt;<a href="mailto:anna@example.org">anna@example.org</a>&gt;</p>',
    ],
  ],
  [
    'gmail',
    [
      '<p>Hello,</p>',
      '<p>the <strong>band</strong> plays <em>outside</em> 🎉</p>',
      '<p>Write to <a href="mailto:band@example.org">band@example.org</a> or look at <a href="https://www.example.org/band">www.example.org/band</a>.</p>',
      '<p>See you</p>',
      '<ol><li>Soup</li><li>Songs</li></ol>',
      '<blockquote><p>Bring a chair</p></blockquote>',
    ],
  ],
  [
    'apple-mail',
    [
      '<p>Hello,</p>',
      '<p>the <strong>band</strong> plays.</p>',
      '<ul><li>Soup</li><li>Songs</li></ul>',
      '<p><a href="https://example.org/band">example.org/band</a></p>',
    ],
  ],
  [
    'browser',
    [
      '<h3>A night at the museum</h3>',
      '<p>Guides&nbsp;<strong>show</strong>&nbsp;the <em>halls</em>, <strong>free</strong> of charge.</p>',
      '<hr>',
      '<table><tbody><tr><th>Hour</th><th>What</th></tr><tr><td>20:00</td><td>Bones<br>Hall 1</td></tr><tr><td></td><td>Stones</td></tr><tr><td>Night</td><td></td></tr></tbody></table>',
      '<p>Book</p>',
      '<h4>Small</h4>',
      '<p>The hall at night</p>',
    ],
  ],
  [
    'libreoffice',
    [
      '<h2>Puppets</h2>',
      '<p>Bring <strong>somebody</strong> <em>small</em></p>',
      '<ul><li>Tea</li><li>Cake</li></ul>',
      '<table><tbody><tr><td>Who</td><td>Price</td></tr></tbody></table>',
    ],
  ],
]

test('what was copied from Word, Google Docs, mail and browsers keeps what a text can show', async () => {
  for (const [program, lines] of programs) {
    await paste({ 'text/html': copiedFrom(program), 'text/plain': 'not this' })
    expect(await written(), program).toBe(lines.join('\n'))
    await page.locator('textarea.source').fill('')
    await page.getByRole('button', { name: 'As text' }).click()
  }
})

describe('addresses', () => {
  test('typed ones become links at a blank, at the end of a line and of the field', async () => {
    await page.keyboard.type('See https://example.org/a, www.example.org ')
    await page.keyboard.type('or (me@example.org)')
    await page.keyboard.press('Enter')
    await page.keyboard.type('www.example.org/end')
    expect(await written()).toBe(
      [
        '<p>See <a href="https://example.org/a">https://example.org/a</a>, <a href="https://www.example.org">www.example.org</a> or (<a href="mailto:me@example.org">me@example.org</a>)</p>',
        '<p><a href="https://www.example.org/end">www.example.org/end</a></p>',
      ].join('\n'),
    )
  })

  test('a link that was made of itself is undone by itself', async () => {
    await page.keyboard.type('www.example.org ')
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.getByRole('link').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => text.getByRole('link').count()).toBe(0)
    expect(await text.textContent()).toContain('www.example.org')
  })

  test('one that is pasted alone is a link; over words it is where these lead', async () => {
    await paste({ 'text/plain': 'https://example.org/a?b=1&c=2' })
    await page.keyboard.press('Enter')
    await page.keyboard.type('programme')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    // The browser tells the editor of it before it draws, and a key lets that see what is selected.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await page.keyboard.press('Control+b')
    await paste({ 'text/plain': 'www.example.org/all' })
    expect(await written()).toBe(
      [
        '<p><a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a></p>',
        '<p><a href="https://www.example.org/all"><strong>programme</strong></a></p>',
      ].join('\n'),
    )
  })

  test('words in the middle of a line stay in it', async () => {
    await page.keyboard.type('Bring a')
    await paste({
      'text/html':
        '<meta charset="utf-8"><span style="font-weight: 700; color: red">warm</span><span> coat</span>',
    })
    expect(await written()).toBe('<p>Bring a<strong>warm</strong> coat</p>')
  })

  test('a field for one takes it without its beginning', async () => {
    await page.locator('summary').filter({ hasText: 'Cost and tickets' }).press('Enter')
    const field = page.getByLabel('Where do people book?')
    await field.fill('www.example.org/a')
    await field.press('Control+s')
    expect(await field.inputValue()).toBe('https://www.example.org/a')
  })
})

test('letters that are bold and slanted by their old names open as text, stay as they came until the text is changed, and have one name then', async () => {
  const description = '<p>Bring <b>warm</b> and <i>dry <b>socks</b></i></p>\n<p>See <em>you</em></p>'
  const days = { start_date: '2031-03-20', end_date: '2031-03-20', all_day: true }
  const { id } = await app.create('events', { title: 'Socks', ...days, description })
  const read = async () => (await app.read(`events/${id}`, {}, 'administrator')).description
  const before = await read()
  expect(before).toContain('<b>warm</b>')
  await page.goto('about:blank')
  await page.goto(`/admin/events/${id}`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.locator('strong').first().waitFor()
  expect(await text.locator('strong').allTextContents()).toEqual(['warm', 'socks'])
  expect(await text.locator('em').allTextContents()).toEqual(['dry ', 'socks', 'you'])
  const save = async (sentence: string) => {
    await page.getByLabel('In one sentence').fill(sentence)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(async () => (await app.read(`events/${id}`, {}, 'administrator')).excerpt)
      .toContain(sentence)
    return read()
  }
  expect(await save('Warm')).toBe(before)
  await text.press('Control+End')
  await page.keyboard.type('!')
  expect(await save('Dry')).toContain(
    '<strong>warm</strong> and <em>dry </em><strong><em>socks</em></strong>',
  )
})
