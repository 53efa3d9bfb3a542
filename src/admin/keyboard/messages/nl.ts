import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Dutch. */
export const nl: Translated<typeof en> = {
  title: 'Toetsen',
  everywhere: 'Overal',
  inList: 'In de lijst van evenementen, op de rij',
  inWaiting: 'Bij het beslissen',
  inEvent: 'Bij het schrijven van een evenement',
  nextBefore: 'volgende, vorige',
  these: 'deze toetsen',
  save: 'opslaan',
  switchOff: 'Losse letters doen niets terwijl u schrijft. In uw account kunt u ze uitzetten.',
}
