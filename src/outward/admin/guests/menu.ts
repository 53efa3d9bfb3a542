import type { Deed } from '../kit/rowMenu.tsx'
import { t as common } from '../common/texts.ts'
import { t as frame } from '../texts.ts'
import { type Decision, type Guest, live } from './asks.ts'
import { t } from './texts.ts'

/** What the list can do about a guest. */
export interface Does {
  readonly edit: (guest: Guest) => void
  readonly decide: (guest: Guest, deed: Decision) => void
  readonly copy: (guest: Guest) => void
  readonly erase: (guest: Guest) => void
}

/** What may be done about a guest, as they are. */
export function deedsOf(guest: Guest, does: Does): readonly (Deed<Guest> | false)[] {
  const { state } = guest
  const mayPlace = state === 'waiting' || state === 'offered'
  return [
    { icon: 'edit', says: frame('edit'), does: does.edit, key: 'E' },
    state === 'requested' && {
      icon: 'check',
      says: t('approve'),
      does: (one) => does.decide(one, 'approve'),
    },
    state === 'requested' && { icon: 'off', says: t('refuse'), does: (one) => does.decide(one, 'refuse') },
    mayPlace && { icon: 'check', says: t('place'), does: (one) => does.decide(one, 'place') },
    live.includes(state) &&
      state !== 'requested' && {
        icon: 'off',
        says: t('cancelPlace'),
        does: (one) => does.decide(one, 'cancel'),
      },
    { icon: 'link', says: common('copyLink'), does: does.copy },
    { icon: 'trash', says: t('erase'), does: does.erase, is: 'danger' },
  ]
}
