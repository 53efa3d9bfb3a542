import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colorNames } from '../../src/pure/params/words.ts'
import { contrast } from '../../src/people/settings/contrast.ts'
import { styles } from '../../src/outward/widget/styles.ts'

const tokens = readFileSync(new URL('../../src/outward/web/assets/style/tokens.css', import.meta.url), 'utf8')

/** The colours of each number in the scheme whose rules are indented like this. */
function palette(indentation: string): Record<string, string>[] {
  const rules = [...tokens.matchAll(new RegExp(`^${indentation}\\.c-(\\d+) \\{([^}]*)\\}`, 'gm'))]
  return rules.map(([, number = '', body = '']) => {
    const colours = [...body.matchAll(/--(c[-\w]*): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return Object.fromEntries([['number', number], ...colours]) as Record<string, string>
  })
}

const grounds = { '': ['#faf8f4', '#ffffff'], '  ': ['#131518', '#1c1f23'] } as const

test.each(['', '  '] as const)(
  'the twelve colours of categories are seen as marks and read as words on every ground (scheme “%s”)',
  (scheme) => {
    const all = palette(scheme)
    expect(all.map(({ number }) => Number(number))).toEqual([0, ...colorNames.map((_, at) => at + 1)])
    for (const { number, c = '', ...others } of all) {
      for (const ground of grounds[scheme]) {
        expect(contrast(c, ground), `mark ${number} on ${ground}`).toBeGreaterThanOrEqual(3)
        expect(
          contrast(others['c-text'] ?? '', ground),
          `word ${number} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(others['c-text'] ?? '', others['c-tint'] ?? ''), number).toBeGreaterThanOrEqual(4.5)
      expect(contrast('#ffffff', others['c-fill'] ?? ''), number).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('the widget has the same colours', () => {
  const [light, dark] = [palette(''), palette('  ')]
  for (const at of colorNames.keys())
    expect(styles).toContain(
      `.c-${at + 1} { --_kind: light-dark(${light[at + 1]?.['c']}, ${dark[at + 1]?.['c']}) }`,
    )
})
