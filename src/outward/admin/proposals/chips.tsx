import type { Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** What is to be looked at. */
export function Chips({ item }: { readonly item: Submission }) {
  const chips = [
    item.conflicts.length > 0 && <span class="tag warn">{t('changedSince')}</span>,
    item.new_venue && <span class="tag info">{t('newVenue')}</span>,
    item.new_organizer && <span class="tag info">{t('newOrganizer')}</span>,
  ].filter((chip) => chip !== false)
  return chips.length === 0 ? null : <span class="tags">{chips}</span>
}
