import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { Type, type Static, type TSchema } from 'typebox'
import { contrast } from './contrast.ts'

const colour = Type.Optional(
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'A colour such as #0b57a4.' }),
)
const font = Type.Optional(
  Type.String({
    pattern: '^[\\w\\s",\'-]{1,300}$',
    description: 'Names of fonts that readers have, separated by commas.',
  }),
)
const colours = Type.Object(
  {
    accent: colour,
    paper: colour,
    surface: colour,
    ink: colour,
  },
  { additionalProperties: false },
)

const scheme = {
  light: Type.Optional(colours),
  dark: Type.Optional(colours),
  fonts: Type.Optional(Type.Object({ text: font, headings: font }, { additionalProperties: false })),
}

/** The colours and fonts of a site: every member is optional. */
export const themeColours = Type.Object(scheme, { additionalProperties: false })

/** The contents of THEME_FILE: every member is optional. */
const themeFile = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    logo: Type.Optional(Type.String({ minLength: 1, description: 'A picture, seen from this file.' })),
    ...scheme,
  },
  { additionalProperties: false },
)

/** The look of a site, which is added to the stylesheet of its pages. */
export interface Theme {
  /** The name on its pages; undefined: SITE_NAME. */
  readonly name: string | undefined
  readonly logo: { readonly name: string; readonly body: Buffer } | undefined
  /** CSS variables, as a stylesheet. */
  readonly css: string
  /** The colours and fonts that it says, if it says any. */
  readonly colours: ThemeColours | undefined
}

const plain: Theme = { name: undefined, logo: undefined, css: '', colours: undefined }

/** The formats of logos. */
const logoTypes = ['.svg', '.png', '.webp', '.jpg']

/** WCAG 2.2, 1.4.3: text of any size. */
const leastContrast = 4.5

/** Reads the theme file; throws an error with a sentence for the operator when it is not acceptable. */
export async function readTheme(path: string): Promise<Theme> {
  if (path === '') return plain
  const refuse = (says: string, cause?: unknown) =>
    new Error(`The theme ${path} ${says}`, cause === undefined ? {} : { cause })
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refuse('cannot be read.', error)
  })
  const read = parsed(text)
  if (read === undefined) throw refuse('is not acceptable: it is no JSON.')
  const fault = await faultIn(themeFile, read)
  if (fault !== undefined) throw refuse(fault)
  // It is what was checked.
  const file = read as Static<typeof themeFile>
  const { name: _name, logo: _logo, ...colours } = file
  return {
    name: file.name,
    logo: await logoOf(path, file.logo, refuse),
    css: stylesheetOf(file),
    colours: Object.keys(colours).length > 0 ? colours : undefined,
  }
}

/** What is wrong with the colours and fonts of a site, as the end of a sentence about them; undefined for nothing. */
export async function themeFault(read: unknown): Promise<string | undefined> {
  return faultIn(themeColours, read)
}

async function faultIn(schema: TSchema, read: unknown): Promise<string | undefined> {
  // Loaded only here: most sites have no theme.
  const { Check, Errors } = await import('typebox/schema')
  if (!Check(schema, read)) {
    const [, [first]] = Errors(schema, read)
    return `is not acceptable: ${first?.instancePath || 'it'} ${first?.message ?? ''}.`
  }
  // Both schemas have these members.
  const { light, dark } = read as ThemeColours
  const faint = [faintness('light', light), faintness('dark', dark)].filter(Boolean).join(' ')
  return faint === '' ? undefined : `is hard to read: ${faint}`
}

/** The variables of a scheme in the stylesheet, with their defaults as in `assets/style/tokens.css`. */
const standard = {
  light: { accent: '#005f72', paper: '#faf8f4', surface: '#ffffff', ink: '#1a1c20' },
  dark: { accent: '#85d2e5', paper: '#131518', surface: '#1c1f23', ink: '#eeece7' },
}

type Scheme = keyof typeof standard

/** The colours of a scheme: those that a theme says, and ours for the others. */
export function coloursOf(given: ThemeColours | undefined, scheme: Scheme): (typeof standard)[Scheme] {
  return { ...standard[scheme], ...given?.[scheme] }
}

/** What can be read upon a colour. */
export function onColour(colour: string): string {
  const [better = '#ffffff'] = ['#ffffff', '#0d1b1f'].toSorted(
    (one, other) => contrast(other, colour) - contrast(one, colour),
  )
  return better
}

export type ThemeColours = Static<typeof themeColours>
type Read = ThemeColours

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function logoOf(
  path: string,
  logo: string | undefined,
  refuse: (says: string, cause?: unknown) => Error,
): Promise<Theme['logo']> {
  if (logo === undefined) return undefined
  const extension = extname(logo).toLowerCase()
  if (!logoTypes.includes(extension)) throw refuse(`names a logo that is none of ${logoTypes.join(', ')}.`)
  const body = await readFile(resolve(dirname(path), logo)).catch((error: unknown) => {
    throw refuse('names a logo that cannot be read.', error)
  })
  return { name: `logo${extension}`, body }
}

/** The colours without enough contrast, as a sentence; empty when there are none. */
function faintness(scheme: Scheme, given: Read[Scheme]): string {
  if (!given) return ''
  const { accent, paper, surface, ink } = { ...standard[scheme], ...given }
  const pairs = [
    ['ink', ink, 'paper', paper],
    ['ink', ink, 'surface', surface],
    ['accent', accent, 'paper', paper],
    ['accent', accent, 'surface', surface],
  ] as const
  const faint = pairs.find(([, front, , back]) => contrast(front, back) < leastContrast)
  return faint
    ? `${scheme}.${faint[0]} needs a contrast of ${leastContrast} to 1 on ${scheme}.${faint[2]}, and has ${contrast(faint[1], faint[3]).toFixed(1)}.`
    : ''
}

/** The variables of colours and fonts, as a stylesheet. */
export function stylesheetOf({ light, dark, fonts }: Read): string {
  const rules = [
    ...(light ? [rule(':root', variables(light))] : []),
    ...(fonts
      ? [
          rule(':root', [
            ['text-font', fonts.text],
            ['heading-font', fonts.headings],
          ]),
        ]
      : []),
    ...(dark ? [inDark(rule(':root', variables(dark)))] : []),
  ]
  return rules.filter((text) => text !== '').join('\n')
}

function inDark(css: string): string {
  return css === '' ? '' : `@media (prefers-color-scheme: dark) { ${css} }`
}

/** Empty where it says nothing. */
function rule(
  selector: string,
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const set = pairs.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}: ${value}`]))
  return set.length === 0 ? '' : `${selector} { ${set.join('; ')} }`
}

/** The colours, and for an accent the colour of text on it. */
function variables(given: NonNullable<Read[Scheme]>): [name: string, value: string | undefined][] {
  const { accent } = given
  return [...Object.entries(given), ['on-accent', accent && onColour(accent)]]
}
