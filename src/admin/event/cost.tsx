import { useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { currency, locale } from '../place.ts'
import { t as tFrame } from '../texts.ts'
import { fieldText } from './describe.ts'
import type { Form } from './form.ts'
import { Fault, faultOf, faulty, Part, Segments } from './parts.tsx'
import { meansFree } from './price.ts'
import { repeats } from './repeat.ts'
import type { Store } from './store.ts'
import { t } from './texts.ts'
import { isBlank, newTicket, type Ticket, ticketField } from './tickets.ts'

type Way = 'free' | 'one' | 'several'

/** How the cost of an event is told. */
function wayOf({ costs, tickets }: Form): Way {
  if (tickets.length > 0) return 'several'
  return costs.length === 1 && meansFree(costs[0] ?? '', '') ? 'free' : 'one'
}

/** What the event costs, and where people book. */
export function Cost({ store }: { readonly store: Store }) {
  const form = store.form.value
  const { website } = form
  const fault = faultOf(store, 'website')
  const chosen = useSignal<Way | undefined>(undefined)
  const told = wayOf(form)
  // What is being entered may still look like another way, or like none.
  const isChosen =
    chosen.value === 'one' ? told === 'free' : chosen.value === 'several' && !form.costs.some(Boolean)
  const way = (isChosen && chosen.value) || told
  /** What was entered for another way comes back with it. */
  const left = useRef<{ one: Form['costs']; several: readonly Ticket[] }>({ one: [], several: [] })
  const choose = (next: Way) => {
    if (way === 'one') left.current.one = form.costs
    if (way === 'several') left.current.several = form.tickets
    chosen.value = next
    if (next === 'free') store.set({ costs: ['0'], tickets: [] })
    else if (next === 'one') store.set({ costs: left.current.one, tickets: [] })
    else store.set({ costs: [], tickets: left.current.several })
  }
  return (
    <Part
      id="p-cost"
      title={tFrame('cost')}
      says={fieldText(way === 'several' ? 'tickets' : 'costs', form) || t('costNotSaid')}
    >
      <Segments
        name="cost"
        label={t('costKind')}
        value={way}
        options={[
          ['free', t('freeChoice')],
          ['one', t('onePrice')],
          ['several', t('severalPrices')],
        ]}
        onChange={choose}
      />
      {way === 'one' && (
        <OnePrice store={store} onFree={() => choose('free')} onEnter={() => (chosen.value = 'one')} />
      )}
      {way === 'several' && <Prices store={store} />}
      <div class="field">
        <label for="e-website">
          {tFrame('whereToBook')} <span class="dim">{tFrame('optional')}</span>
        </label>
        <input
          id="e-website"
          type="url"
          placeholder="https://"
          value={website}
          {...faulty('e-website', fault)}
          onInput={({ currentTarget: { value } }) => store.set({ website: value })}
        />
        <Fault id="e-website" says={fault} />
      </div>
    </Part>
  )
}

/** An example of a price, as the reader writes it. */
const example = /^[A-Z]{3}$/.test(currency.code)
  ? new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency.code,
      maximumFractionDigits: 0,
    }).format(5)
  : '5'

function OnePrice(props: {
  readonly store: Store
  readonly onEnter: () => void
  readonly onFree: () => void
}) {
  const { store, onEnter, onFree } = props
  const fault = faultOf(store, 'cost')
  return (
    <div class="field">
      <label for="e-cost">{t('price')}</label>
      <input
        id="e-cost"
        type="text"
        class="fit"
        dir="auto"
        placeholder={example}
        value={store.form.value.costs.join(', ')}
        {...faulty('e-cost', fault)}
        onInput={({ currentTarget: { value } }) => {
          onEnter()
          store.set({ costs: value === '' ? [] : [value] })
        }}
        onChange={({ currentTarget: { value } }) => {
          if (meansFree(value, t('freeWords'))) onFree()
        }}
      />
      <Fault id="e-cost" says={fault} />
    </div>
  )
}

function Prices({ store }: { readonly store: Store }) {
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
