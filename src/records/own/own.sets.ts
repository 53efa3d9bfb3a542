import { Type } from 'typebox'
import type { Declaration, OwnOption, Texts } from '../../fields/own/declaration.ts'
import { choice } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'
import { setMessages as says } from './own.messages.ts'

/** The ready-made sets. */
export const setNames = ['audience', 'ages', 'languages', 'access'] as const
export type SetName = (typeof setNames)[number]

export const setParams = Type.Object({ set: choice(setNames, 'Which set.') })

/** What a set says of a field; the rest is as of any new one. */
type SetField = Pick<Declaration, 'name' | 'type' | 'label'> & Partial<Declaration>

const option = (value: string, label: Texts): OwnOption => ({ value, label })

/** Languages that are spoken, and signed, at events: ISO 639. */
const spoken =
  'ar bg bs cs da de el en es et fa fi fr he hi hr hu it ja ko nl no pl pt ro ru sk sq sr sv tr uk vi zh'.split(
    ' ',
  )
const signed = {
  gsg: 'de',
  sgg: 'de-CH',
  ase: 'en-US',
  bfi: 'en-GB',
  fsl: 'fr',
  dse: 'nl',
  ise: 'it',
  ssp: 'es',
} as const

/** Platforms have no names of sign languages: they are called by the languages of the people around. */
function nameOfSigned(around: string): Texts {
  const names = languages.map((language) => {
    const people = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(
      around,
    )
    return [language, `${says.signLanguage[language]}: ${people ?? around}`]
  })
  return Object.fromEntries(names) as Texts
}

function nameOfLanguage(tag: string): Texts {
  const names = languages.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag,
  ])
  return Object.fromEntries(names) as Texts
}

const age = { type: 'number', min: 0, max: 120, filter: true } as const

/** The fields of each set, made once they are wanted: the names of languages are asked of the platform. */
export const ownSets: { readonly [Name in SetName]: readonly SetField[] } = {
  audience: [
    {
      name: 'audience',
      type: 'choices',
      label: says.audience,
      filter: true,
      schema: 'audience',
      options: [
        option('children', says.children),
        option('families', says.families),
        option('young_people', says.youngPeople),
        option('adults', says.adults),
        option('seniors', says.seniors),
        option('everyone', says.everyone),
      ],
    },
  ],
  ages: [
    { ...age, name: 'age_from', label: says.ageFrom, schema: 'typicalAgeRange.from' },
    { ...age, name: 'age_to', label: says.ageTo, schema: 'typicalAgeRange.to' },
  ],
  get languages() {
    return [
      {
        name: 'languages',
        type: 'choices',
        label: says.languages,
        filter: true,
        schema: 'inLanguage',
        options: [
          ...spoken.map((tag) => option(tag, nameOfLanguage(tag))),
          ...Object.entries(signed).map(([tag, around]) => option(tag, nameOfSigned(around))),
        ],
      },
    ] as const
  },
  access: (
    [
      ['sign_language', says.signLanguage],
      ['captions', says.captions],
      ['audio_description', says.audioDescription],
      ['relaxed', says.relaxed],
      ['easy_language', says.easyLanguage],
    ] as const
  ).map(([name, label]) => ({ name, type: 'boolean', label, filter: true, schema: 'amenityFeature' })),
}
