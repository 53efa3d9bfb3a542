import { describe, expect, test } from 'vitest'
import { countText, createLocales, localeOf, say } from './locale.ts'
import { catalogues } from './messages.ts'

describe('the locale of a reader', () => {
  const localeFor = createLocales('de-AT')
  test.each([
    [undefined, 'de-AT'],
    ['', 'de-AT'],
    ['*', 'de-AT'],
    ['sv, fi;q=0.5', 'de-AT'],
    ['fr-CA, en;q=0.5', 'fr-CA'],
    ['sv, en;q=0.5, ja;q=0.9', 'ja'],
    ['en;q=0, es;q=0.1', 'es'],
    ['de', 'de-AT'],
    ['de-CH', 'de-CH'],
    ['ar-EG-u-nu-arab-ca-islamic', 'ar-EG'],
    ['"><script>', 'de-AT'],
    [`en,${'x'.repeat(1000)}`, 'de-AT'],
  ])('Accept-Language: %s on a site in de-AT is %s', (header, tag) => {
    expect(localeFor(header).tag).toBe(tag)
  })

  test.each([
    ['auto', 'de-AT', 1],
    ['auto', 'en-US', 7],
    ['sunday', 'de-AT', 7],
    ['sunday', 'fr', 7],
    ['monday', 'en-US', 1],
    ['saturday', undefined, 6],
  ] as const)(
    'where weeks begin by %s, they begin for readers of %s with day %i',
    (weekStarts, header, day) => {
      expect(createLocales('de-AT', weekStarts)(header).firstDay).toBe(day)
    },
  )

  test('Arabic is written from right to left, all others from left to right', () => {
    const directions = Object.keys(catalogues).map((tag) => [tag, localeOf(tag)?.direction])
    expect(directions.filter(([, direction]) => direction !== 'ltr')).toEqual([['ar', 'rtl']])
  })
})

describe.each(Object.entries(catalogues))('%s', (language, messages) => {
  test('has the same places to fill in as English, and all plural forms of the language', () => {
    const placesIn = (text: string) => new Set(text.match(/\{\w+\}/g))
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [name, english] of Object.entries(catalogues.en)) {
      const text = messages[name as keyof typeof messages]
      if (typeof text === 'string')
        expect([name, placesIn(text)]).toEqual([name, placesIn(english as string)])
      // Millions have a form of their own in Romance languages, which is the other one here.
      else
        expect(Object.keys(text)).toEqual(
          expect.arrayContaining(forms.filter((form) => form !== 'many' || language === 'ar')),
        )
    }
  })

  test('says nothing twice over in English', () => {
    if (language === 'en') return
    const same = Object.entries(catalogues.en).filter(
      ([name, english]) => typeof english === 'string' && messages[name as keyof typeof messages] === english,
    )
    // A few words are the same in many languages.
    expect(same.length).toBeLessThan(12)
  })
})

test('a text for a number takes the form of the language and its digits', () => {
  const say = (tag: 'en' | 'ar' | 'ja', count: number) => countText({ tag }, catalogues[tag].results, count)
  expect([say('en', 1), say('en', 1234), say('ja', 1)]).toEqual(['1 event', '1,234 events', '1件のイベント'])
  expect([say('ar', 2), say('ar', 3)]).toEqual(['فعاليتان', '3 فعاليات'])
})

test('words that a text has no place for, and places without a word, stay as they are', () => {
  expect(say('{a} and {b}', { a: '{b}', c: 1 })).toBe('{b} and {b}')
})
