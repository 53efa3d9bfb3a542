import { useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { currency } from '../place.ts'
import { t as tFrame } from '../texts.ts'
import { Fault, faultOf, faulty } from './parts.tsx'
import { repeats } from './repeat.ts'
import type { Store } from './store.ts'
import { t } from './texts.ts'
import { isBlank, type Ticket, ticketField } from './tickets.ts'

/** A row for a ticket, with an id that none of these has. */
function newTicket(among: readonly Ticket[]): Ticket {
  return { id: Math.min(0, ...among.map(({ id }) => id)) - 1, name: '', price: '', currency: currency.code }
}

/** The prices of an event for several people, a row for each and one for another. */
export function Prices({ store }: { readonly store: Store }) {
  const { tickets, repeat } = store.form.value
  const table = useRef<HTMLTableElement>(null)
  const last = tickets.at(-1)
  const shown = last && isBlank(last) ? tickets : [...tickets, newTicket(tickets)]
  const set = (changed: Ticket) => {
    store.set({ tickets: shown.map((ticket) => (ticket.id === changed.id ? changed : ticket)) })
  }
  const remove = ({ id }: Ticket) => {
    store.set({ tickets: tickets.filter((ticket) => ticket.id !== id) })
    table.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus()
  }
  const field = (ticket: Ticket, at: number, name: 'name' | 'price') => {
    const member = ticketField(ticket, name)
    const says = faultOf(store, member)
    const number = { number: at + 1 }
    return (
      <>
        <input
          id={`e-${member}`}
          type="text"
          dir="auto"
          aria-label={name === 'name' ? t('forWhomNumber', number) : t('priceNumber', number)}
          placeholder={name === 'name' && isBlank(ticket) ? t('anotherPrice') : undefined}
          value={ticket[name]}
          {...faulty(`e-${member}`, says)}
          onInput={({ currentTarget: { value } }) => set({ ...ticket, [name]: value })}
        />
        <Fault id={`e-${member}`} says={says} />
      </>
    )
  }
  return (
    <>
      <table class="prices" ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('forWhom')}</th>
            <th scope="col" class="price">
              {t('price')}
            </th>
            <th scope="col">
              <span class="hidden">{tFrame('remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((ticket, at) => (
            // By its place: its id changes while somebody types in it.
            <tr key={at}>
              <td>{field(ticket, at, 'name')}</td>
              <td class="price">{field(ticket, at, 'price')}</td>
              <td>
                {!isBlank(ticket) && (
                  <button
                    class="quiet square"
                    type="button"
                    aria-label={tFrame('removeOne', {
                      name: ticket.name || t('priceNumber', { number: at + 1 }),
                    })}
                    onClick={() => remove(ticket)}
                  >
                    <Icon name="close" />
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(store.hasSeries() || repeats(repeat)) && <p class="hint">{t('pricesOfDate')}</p>}
    </>
  )
}
