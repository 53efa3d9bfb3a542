import { areaTexts } from '../texts.ts'
import type { en } from './messages/en.ts'

/** The texts of the editing of records, in the language of the reader. */
export const { t } = await areaTexts<typeof en>({
  en: async () => (await import('./messages/en.ts')).en,
  de: async () => (await import('./messages/de.ts')).de,
  fr: async () => (await import('./messages/fr.ts')).fr,
  es: async () => (await import('./messages/es.ts')).es,
  nl: async () => (await import('./messages/nl.ts')).nl,
  it: async () => (await import('./messages/it.ts')).it,
  pt: async () => (await import('./messages/pt.ts')).pt,
  ja: async () => (await import('./messages/ja.ts')).ja,
  ar: async () => (await import('./messages/ar.ts')).ar,
})
