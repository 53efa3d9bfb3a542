import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const nl: Translated<typeof en> = {
  merged: 'Iemand anders heeft dit intussen gewijzigd. Beide wijzigingen zijn bewaard.',
  conflictTitle: 'Iemand anders heeft dit intussen gewijzigd',
  saveChosen: 'De keuze bewaren',
  keptBoth: 'Uw andere wijzigingen passen bij die van de ander en blijven: {fields}',
  before: 'ervoor: {text}',
  allMine: 'Alles van mij houden',
  allTheirs: 'Alles van de ander houden',
  savedBy: '{name} heeft het {when} bewaard, terwijl u schreef. Er is niets verloren: kies wat moet gelden.',
  somebody: 'Iemand',
  notCutOff: 'Wat niet afgesneden mag worden',
}
