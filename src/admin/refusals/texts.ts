import { areaTexts } from '../texts.ts'
import type { en } from './messages/en.ts'

/** The texts of this area: loaded with the first refusal, in the language of the reader. */
export const { t } = await areaTexts<typeof en>({
  en: () => import('./messages/en.ts').then(({ en }) => en),
  de: () => import('./messages/de.ts').then(({ de }) => de),
  fr: () => import('./messages/fr.ts').then(({ fr }) => fr),
  es: () => import('./messages/es.ts').then(({ es }) => es),
  nl: () => import('./messages/nl.ts').then(({ nl }) => nl),
  it: () => import('./messages/it.ts').then(({ it }) => it),
  pt: () => import('./messages/pt.ts').then(({ pt }) => pt),
  ja: () => import('./messages/ja.ts').then(({ ja }) => ja),
  ar: () => import('./messages/ar.ts').then(({ ar }) => ar),
})
