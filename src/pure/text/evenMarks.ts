/**
 * Apostrophes, quotes and dashes as keyboards have them, and the signs of typography and of other scripts that are written for them:
 * who looks for `l'été` means `l’été` as well.
 */
const classes: readonly (readonly [plain: string, typographic: string])[] = [
  ["'", '’‘‚‛ʼʻʽʾʿʹ′‵`´‹›׳՚ꞌ＇'],
  ['"', '“”„‟«»〝〞〟״ʺ″＂'],
  ['-', '‐‑‒–—―−⁃־⸺⸻﹘﹣－'],
]

/** What is written with several signs that are one: two primes for inches, hyphens in a row for a dash. */
const runs: readonly (readonly [run: string, plain: string])[] = [
  ["''", '"'],
  ['---', '-'],
  ['--', '-'],
]

const plainOf = new Map(classes.flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)))
const anySign = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g')
const maybe = new RegExp(`[${[...plainOf.keys()].join('')}]|''|--`)

/** A folded text with one sign for all apostrophes, one for all quotes and one for all dashes. Twice changes nothing. */
export function evenMarks(text: string): string {
  if (!maybe.test(text)) return text
  return text
    .replaceAll(anySign, (sign) => plainOf.get(sign) ?? sign)
    .replaceAll("''", '"')
    .replaceAll(/-{2,}/g, '-')
}

/**
 * What is to be replaced in a text that was folded by 0.1.0, which left these signs as they are, so that a part (with even marks) is
 * found in it: single signs, then runs of them. Empty for a part without any.
 */
export function marksToEven(part: string): readonly (readonly [from: string, to: string])[] {
  const plain = new Set(part.match(/['"-]/g))
  if (plain.has('"')) plain.add("'")
  return [
    ...classes.flatMap(([to, signs]) => (plain.has(to) ? [...signs].map((from) => [from, to] as const) : [])),
    ...runs.filter(([, to]) => plain.has(to)),
  ]
}

/** How a text may be written that is folded: the styles of typography that people use, each throughout a text. */
const styles: readonly (readonly [plain: RegExp, written: readonly (readonly string[])[]])[] = [
  [/'/g, [["'"], ['’'], ['‘'], ['ʼ']]],
  [
    /"/g,
    [
      ['"', '"'],
      ['“', '”'],
      ['„', '“'],
      ['«', '»'],
    ],
  ],
  [/-/g, [['-'], ['‐'], ['–'], ['—']]],
]

/** The forms in which 0.1.0 may have folded a text whose marks are even: for finding it by an index. */
export function unevenForms(folded: string): readonly string[] {
  return styles.reduce<readonly string[]>(
    (forms, [plain, written]) => [
      ...new Set(
        forms.flatMap((form) =>
          written.map((signs) => {
            let count = 0
            return form.replaceAll(plain, () => signs[count++ % signs.length] ?? '')
          }),
        ),
      ),
    ],
    [folded],
  )
}
