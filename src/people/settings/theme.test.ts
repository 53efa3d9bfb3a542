import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { readTheme } from './theme.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-theme-'))
afterAll(() => rmSync(folder, { recursive: true }))

function themed(theme: unknown) {
  const path = join(folder, 'theme.json')
  writeFileSync(path, typeof theme === 'string' ? theme : JSON.stringify(theme))
  return readTheme(path)
}

test('contrasts are those of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0b57a4', '#0B57A4')).toBe(1)
})

describe('a theme', () => {
  test('is plain without a file', async () => {
    expect(await readTheme('')).toEqual({ name: undefined, logo: undefined, css: '', colours: undefined })
  })

  test('sets variables, and says what can be read upon the accent', async () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg/>')
    const theme = await themed({
      name: 'Town',
      logo: 'logo.svg',
      light: { accent: '#0b57a4' },
      dark: { accent: '#8cc0ff', paper: '#10151b' },
      fonts: { headings: 'Georgia, serif' },
    })
    expect(theme).toMatchObject({ name: 'Town', logo: { name: 'logo.svg' } })
    expect(theme.css).toBe(
      [
        ':root { --accent: #0b57a4; --on-accent: #ffffff }',
        ':root { --heading-font: Georgia, serif }',
        '@media (prefers-color-scheme: dark) { :root { --accent: #8cc0ff; --paper: #10151b; --on-accent: #0d1b1f } }',
      ].join('\n'),
    )
  })

  test.each([
    ['no JSON', '{', 'it is no JSON'],
    ['another key', { colour: 'red' }, 'is not acceptable'],
    ['a colour that is none', { light: { accent: 'red; } body { display: none' } }, '/light/accent'],
    ['a font that ends its rule', { fonts: { text: 'x; } *{' } }, '/fonts/text'],
    ['a pale accent', { light: { accent: '#ffcccc' } }, 'light.accent needs a contrast of 4.5 to 1'],
    ['ink like paper', { dark: { paper: '#eeeeee' } }, 'dark.ink needs a contrast'],
    ['a logo that is not there', { logo: 'none.png' }, 'logo that cannot be read'],
    ['a logo of another kind', { logo: 'theme.json' }, 'logo that is none of .svg'],
  ])('with %s is refused', async (_, theme, says) => {
    await expect(themed(theme)).rejects.toThrow(says)
  })

  test('that is not there is refused', async () => {
    await expect(readTheme(join(folder, 'nothing.json'))).rejects.toThrow('cannot be read')
  })
})
