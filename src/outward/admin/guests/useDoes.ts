import { faultText } from '../faults.ts'
import type { Reading } from '../kit/read.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { decide, type Decision, type Guest, type GuestPage, readGuest } from './asks.ts'
import { isFull } from './editing.tsx'
import type { Does } from './menu.ts'
import type { Open } from './opened.tsx'
import { t } from './texts.ts'

/** What the list does about guests: at once, or once it is asked what is meant. */
export function useDoes(read: Reading<GuestPage>, opens: (open: Open) => void): Does {
  const giveNow = (guest: Guest, deed: 'approve' | 'place') =>
    void settle(
      decide(guest.id, deed),
      ({ state }) => {
        say(t(state === 'waiting' ? 'isInLine' : 'hasPlace', { name: guest.name }))
        read.again()
      },
      (error) => {
        if (isFull(error)) return opens({ is: 'beyond', guest, deed })
        sayFault(faultText(error))
        read.again()
      },
    )
  return {
    edit: ({ id }) =>
      void settle(
        readGuest(id),
        ({ body, etag }) => opens({ is: 'edit', read: { guest: body, etag } }),
        (error) => sayFault(faultText(error)),
      ),
    decide: (guest: Guest, deed: Decision) => {
      if (deed === 'approve' || deed === 'place') giveNow(guest, deed)
      else opens({ is: 'word', guest, deed })
    },
    copy: (guest) =>
      void settle(
        // Over http, browsers let nothing be copied.
        navigator.clipboard?.writeText(guest.url) ?? Promise.reject(new Error('no clipboard')),
        () => say(t('linkCopied')),
        () => opens({ is: 'link', guest }),
      ),
    erase: (guest) => opens({ is: 'erase', guest }),
  }
}
