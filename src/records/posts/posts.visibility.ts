import { type Caller, trashVisible, type Visible, visibleStatuses } from '../../http/auth/rights.ts'
import type { Sight } from '../../storage/index/codes.ts'
import type { Status } from '../../pure/params/words.ts'

/**
 * What a list shows this reader: posts of the statuses that were asked for, or of all except the trash, as far as the reader may see
 * them; of the trash, those that they may edit (D30). `visibleIn` says the same in SQL.
 */
export function sightOf(caller: Caller, wanted?: readonly Status[]): Sight {
  const [visible, trashed] = [visibleStatuses(caller), trashVisible(caller)]
  return {
    reader: caller.id,
    sees: ({ status, before }, isOwn) => {
      if (status !== 'trash') return (wanted?.includes(status) ?? true) && shows(visible, status, isOwn)
      return wanted?.includes('trash') === true && before !== null && shows(trashed, before, isOwn)
    },
  }
}

function shows({ everyone, own }: Visible, status: Status, isOwn: boolean): boolean {
  return everyone.includes(status) || (isOwn && own.includes(status))
}
