import { useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { Later } from '../lazyScreen.tsx'
import { currency, locale } from '../place.ts'
import { t as tFrame } from '../texts.ts'
import { fieldText } from './fields.ts'
import type { Form } from './form.ts'
import { Fault, faultOf, faulty, Part } from './parts.tsx'
import { Segments } from '../segments.tsx'
import { meansFree } from './price.ts'
import type { Store } from './store.ts'
import { t } from './texts.ts'
import type { Ticket } from './tickets.ts'

const loadPrices = () => import('./prices.tsx').then(({ Prices }) => Prices)

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
      {way === 'several' && <Later load={loadPrices} with={{ store }} />}
      <div class="field">
        <label for="e-website">
          {tFrame('whereToBook')} <span class="dim">{tFrame('optional')}</span>
        </label>
        <input
          id="e-website"
          type="text"
          inputMode="url"
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
