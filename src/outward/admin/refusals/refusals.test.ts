import { beforeAll, describe, expect, test, vi } from 'vitest'
import { refusals } from '../../../pure/errors/errors.ts'
import { languages } from '../languages.ts'
import { inLanguage } from '../../../pure/text/messages.ts'
import { messages as ofFrame } from '../messages.ts'
import { messages } from './messages.ts'
import type * as Api from '../api.ts'
import { codes } from './codes.ts'
import { formOf, recordFormOf, sourceFormOf } from './forms.ts'

/** What the service says, for programs. */
const sentence = 'start_date must be a date, such as 2031-05-01, not “x”.'

describe.each([...languages])('in %s', (language) => {
  test('each refusal that there is has its text', () => {
    const texts: Readonly<Record<string, unknown>> = inLanguage({ ...ofFrame, ...messages }, language)
    for (const code of Object.keys(refusals)) {
      expect(codes, code).toHaveProperty(code)
      expect(texts[codes[code] ?? ''], code).toMatch(/^.{5,}[.。]$/u)
    }
  })
})

test('each text of refusals is that of some code', () => {
  for (const code of Object.keys(codes)) expect(refusals).toHaveProperty(code)
})

test.each([
  [sentence, 'fDate', {}],
  ['title must have at most 200 characters; it has 312.', 'fTooLong', { most: '200', has: '312' }],
  ['tags must have at most 100 members; it has 312.', 'fTooMany', { most: '100', has: '312' }],
  ['website must be a whole http or https address like https://example.org/, not “x”.', 'fAddress', {}],
  [
    'timezone must be an IANA zone like Europe/Berlin or an offset like UTC+2 or -03:00, not “x”.',
    'fZone',
    {},
  ],
  ['email must be an e-mail address like ann@example.org, not “x”.', 'fEmail', {}],
  ['status must be one of draft, publish, not “x”.', 'fChoice', {}],
  ['is missing', 'fEmpty', {}],
  ['fields has seats, which must be 100 or less, not 200.', 'fMost', { most: '100' }],
  ['fields has seats, which must be 1 or more, not 0.', 'fLeast', { least: '1' }],
  ['fields has shelf, which must be one of left, right, not “x”.', 'fChoice', {}],
  ['fields lacks shelf: what is published must have it.', 'fLacks', {}],
  ['strange went wrong in a way that is new.', 'fOther', {}],
])('of “%s” the form is known: %s', (says, name, words) => {
  const said = formOf(says)
  expect(said.name).toBe(name)
  expect({ ...said.words }).toEqual(words)
})

test('what is said of imports is known by its form', () => {
  expect(sourceFormOf('https://old.example/x.ics was answered with status 404, not 200.')).toEqual({
    name: 'iStatus',
    words: { status: '404' },
  })
  expect(sourceFormOf('The source could not be reached: it timed out.').name).toBe('iAway')
  expect(
    sourceFormOf(
      'Of its first 12 events, 11 have come from the file “club.csv” already, and would be here twice. Import …',
    ),
  ).toEqual({ name: 'iCopy', words: { of: '12', same: '11', name: 'club.csv' } })
  expect(sourceFormOf('Something else.').name).toBe('iOther')
  expect(recordFormOf('Its title is missing.').name).toBe('rTitle')
  expect(recordFormOf('Its start_date must be a day, such as “2031-05-01”, not “x”.').name).toBe('rDate')
  expect(recordFormOf('Its end_date must not be before its start.').name).toBe('rEnd')
  expect(recordFormOf('Something else.').name).toBe('rOther')
})

describe('what is asked in a German interface', () => {
  let api: typeof Api
  let faultText: (error: unknown) => string
  beforeAll(async () => {
    vi.stubGlobal('document', { body: { dataset: {} }, documentElement: { lang: 'de' } })
    api = await import('../api.ts')
    ;({ faultText } = await import('../faults.ts'))
    return () => vi.unstubAllGlobals()
  })

  const refused = async (code: string, status: number, params: object = {}) => {
    const body = { code, message: sentence, data: { status, params } }
    vi.stubGlobal('fetch', async () => Response.json(body, { status }))
    const error: unknown = await api.ask('events').catch((thrown: unknown) => thrown)
    if (!(error instanceof api.Refusal)) throw error
    return { says: faultText(error), error }
  }

  test('is refused in German, whatever the service says, also by a code that nobody knows', async () => {
    const all: readonly unknown[] = Object.values(inLanguage({ ...ofFrame, ...messages }, 'de'))
    for (const [code, { status }] of [
      ...Object.entries(refusals),
      ['from_next_year', { status: 400 }] as const,
    ]) {
      const { says, error } = await refused(code, status)
      expect(all, code).toContain(error.message)
      if (status !== 429) expect(all, code).toContain(says)
    }
  })

  test('fields are refused in German, each with what would be right', async () => {
    const { error, says } = await refused('rest_invalid_param', 400, {
      start_date: sentence,
      title: 'title must have at most 200 characters; it has 312.',
    })
    expect(error.fields).toEqual({
      start_date: messages.fDate.de,
      title: 'Höchstens 200 Zeichen; hier sind es 312.',
    })
    expect(says).toBe(`${messages.fDate.de} Höchstens 200 Zeichen; hier sind es 312.`)
  })

  test('fields that a calendar has declared are refused each by itself, and named where they do not stand beside it', async () => {
    const { error, says } = await refused('rest_invalid_param', 400, {
      fields:
        'fields has seats, which must be 100 or less, not 200; lacks shelf: what is published must have it',
    })
    expect(error.fields).toEqual({
      'own.seats': 'Höchstens 100 ist möglich.',
      'own.shelf': messages.fLacks.de,
    })
    expect(says).toBe(`seats: Höchstens 100 ist möglich. shelf: ${messages.fLacks.de}`)
    const long = await refused('rest_invalid_param', 400, {
      fields: 'fields has hint, which must have at most 10 characters, not 12.',
    })
    expect(long.error.fields).toEqual({ 'own.hint': 'Höchstens 10 Zeichen; hier sind es 12.' })
    const whole = await refused('rest_invalid_param', 400, {
      fields: 'fields may have 20000 characters in all, not 20100.',
    })
    expect(whole.error.fields).toEqual({ fields: 'Höchstens 20000 Zeichen; hier sind es 20100.' })
    const unknown = await refused('rest_invalid_param', 400, {
      fields: 'fields has “seat”, which is no field of events; the nearest is “seats”',
    })
    expect(unknown.error.fields).toEqual({ 'own.seat': messages.fNoField.de })
  })
})

test('other languages say it in other words', () => {
  for (const [name, { en, ...others }] of Object.entries(messages))
    for (const [language, text] of Object.entries(others)) expect(text, `${language} ${name}`).not.toBe(en)
})
