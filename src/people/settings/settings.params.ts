import {
  Type,
  type TArray,
  type TInteger,
  type TNull,
  type TSchema,
  type TString,
  type TUnion,
} from 'typebox'
import { type Config, faultOf, type RunTimeName, runTimeNames, settingOf } from '../../config/config.ts'
import { settings } from '../../config/config.settings.ts'
import { isObject } from '../../pure/params/lists.ts'
import { asRead, Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { themeColours } from './theme.ts'

/** How a setting is told and sent over REST. */
interface Form<Schema extends TSchema = TSchema> {
  readonly schema: Schema
  /** Its value as it is told. */
  readonly shown: (config: Config) => unknown
  /** What was sent, as the text that the environment would have; throws a {@link Fault}. */
  readonly textOf: (sent: unknown) => string
}

/** What a setting says of itself without the marks of the page of settings. */
function saysOf(name: RunTimeName): string {
  return settings[name].says.replaceAll('`', '')
}

function text(name: RunTimeName): Form<TString> {
  return {
    schema: Type.String({ description: saysOf(name) }),
    shown: (config) => settingOf(config, name),
    textOf: (sent) => {
      if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
      return sent.trim()
    },
  }
}

function number(name: RunTimeName): Form<TInteger> {
  return {
    schema: Type.Integer({ minimum: 0, description: saysOf(name) }),
    shown: (config) => settingOf(config, name) || 0,
    textOf: (sent) => {
      if (typeof sent === 'number' || typeof sent === 'string') return String(sent).trim()
      throw new Fault(`must be a whole number, not ${quote(sent)}`)
    },
  }
}

/** A number that may be none, which is told as null. */
function numberOrNone(name: RunTimeName): Form<TUnion<[TInteger, TNull]>> {
  const { schema, ...form } = number(name)
  return {
    ...form,
    schema: Type.Union([schema, Type.Null()], { description: saysOf(name) }),
    shown: (config) => settingOf(config, name) || null,
  }
}

const link = Type.Object({ text: Type.String(), url: Type.String() })

function links(name: 'SITE_LINKS' | 'FOOTER_LINKS'): Form<TArray<typeof link>> {
  return {
    schema: Type.Array(link, { description: saysOf(name) }),
    shown: (config) => settingOf(config, name),
    textOf: (sent) => {
      const links = Array.isArray(sent) ? sent.map(linkIn) : undefined
      if (!links || links.includes(undefined))
        throw new Fault(
          `must be a list of links such as {"text": "Contact", "url": "https://city.example/contact"}, not ${quote(sent)}`,
        )
      return links.join('; ')
    },
  }
}

/** A link as a setting writes it; undefined where that cannot be, as its text would end before its end. */
function linkIn(sent: unknown): string | undefined {
  if (!isObject(sent)) return undefined
  const { text, url } = sent
  if (typeof text !== 'string' || typeof url !== 'string' || text.trim() === '') return undefined
  return /[;=]/.test(text) || /[;\s]/.test(url) ? undefined : `${text.trim()}=${url}`
}

const themeSaid = { ...themeColours, description: saysOf('SITE_THEME') }

const theme: Form<typeof themeSaid> = {
  schema: themeSaid,
  shown: ({ siteTheme }) => siteTheme,
  textOf: (sent) => {
    if (!isObject(sent) || Array.isArray(sent)) throw new Fault(`must be an object, not ${quote(sent)}`)
    return JSON.stringify(sent)
  },
}

/** Addresses of people, as one types them. */
function contacts(name: 'SECURITY_CONTACT' | 'ACCESSIBILITY_CONTACT'): Form<TString> {
  return { ...text(name), shown: (config) => [settingOf(config, name)].flat().map(bare).join(', ') }
}

function bare(contact: string): string {
  return contact.replace(/^mailto:/, '')
}

/** How each setting that may be changed is told and sent. */
export const forms = {
  SITE_NAME: text('SITE_NAME'),
  SITE_DESCRIPTION: text('SITE_DESCRIPTION'),
  SITE_TIMEZONE: text('SITE_TIMEZONE'),
  SITE_LOCALE: text('SITE_LOCALE'),
  WEEK_STARTS: text('WEEK_STARTS'),
  DAY_TURN: text('DAY_TURN'),
  SITE_LOGO: numberOrNone('SITE_LOGO'),
  SITE_THEME: theme,
  SITE_LINKS: links('SITE_LINKS'),
  FOOTER_LINKS: links('FOOTER_LINKS'),
  MAP_TILES: text('MAP_TILES'),
  MAP_ATTRIBUTION: text('MAP_ATTRIBUTION'),
  SECURITY_CONTACT: contacts('SECURITY_CONTACT'),
  ACCESSIBILITY_CONTACT: contacts('ACCESSIBILITY_CONTACT'),
  ACCESSIBILITY_ENFORCEMENT: text('ACCESSIBILITY_ENFORCEMENT'),
  ACCESSIBILITY_STATUS: text('ACCESSIBILITY_STATUS'),
  ACCESSIBILITY_EXCEPTIONS: text('ACCESSIBILITY_EXCEPTIONS'),
  CURRENCY_SYMBOL: text('CURRENCY_SYMBOL'),
  CURRENCY_CODE: text('CURRENCY_CODE'),
  CURRENCY_POSITION: text('CURRENCY_POSITION'),
  GEO_UNIT: text('GEO_UNIT'),
  CANCELLED_DAYS: number('CANCELLED_DAYS'),
  SUBMISSIONS: text('SUBMISSIONS'),
  SUBMISSIONS_QUEUE: number('SUBMISSIONS_QUEUE'),
  GUESTS_DAYS: number('GUESTS_DAYS'),
  REGISTRATION_CONFIRM_MINUTES: number('REGISTRATION_CONFIRM_MINUTES'),
  REGISTRATION_PRIVACY_URL: text('REGISTRATION_PRIVACY_URL'),
  LETTERS: text('LETTERS'),
  LETTERS_IMPRINT: text('LETTERS_IMPRINT'),
  LETTERS_PER_MINUTE: number('LETTERS_PER_MINUTE'),
  LETTERS_SETTLE: number('LETTERS_SETTLE'),
} as const satisfies Readonly<Record<RunTimeName, Form>>

/** The name of a setting over REST. */
export function restName(name: RunTimeName): string {
  return settings[name].rest
}

/** Which setting has this name over REST. */
export function settingNamed(rest: string): RunTimeName | undefined {
  return runTimeNames.find((name) => restName(name) === rest)
}

/** The parameters of a change: by their names over REST, each as the text to be stored; null: as it is without. */
export const settingsParams = Type.Object({
  ...Object.fromEntries(
    runTimeNames.map((name) => {
      const { schema, textOf } = forms[name]
      const read = (sent: unknown) => {
        if (sent === null) return null
        const text = textOf(sent)
        const fault = faultOf(name, text)
        if (fault !== undefined) throw new Fault(fault)
        return text
      }
      return [restName(name), Type.Optional(parameter(schema, read))]
    }),
  ),
  url: Type.Optional(asSent('Set by SITE_URL alone: another one is refused.')),
  posts_per_page: Type.Optional(asSent('Set by PER_PAGE alone: another one is refused.')),
  locked: Type.Optional(asRead('Tells what cannot be changed here; what is sent changes nothing.')),
})

/** What clients send back as they have read it. */
function asSent(description: string) {
  return parameter(Type.Unsafe({ description }), (sent) => sent)
}

/** Settings as they were sent: texts to be stored, or null. */
export type SentSettings = Readonly<Record<string, unknown>>
