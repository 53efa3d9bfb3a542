import { Icon } from '../icons.tsx'
import { t } from '../texts.ts'
import { Fault, faultOf, faulty, Part } from './parts.tsx'
import type { Store } from './store.ts'

/** What the event costs, and where people book. */
export function Cost({ store }: { readonly store: Store }) {
  const { costs, website } = store.form.value
  const [fault, faultOfWebsite] = [faultOf(store, 'cost'), faultOf(store, 'website')]
  const isFree = costs.length === 1 && /^(?:0|free)$/i.test(costs[0] ?? '')
  const shown = isFree ? [] : [...costs, '']
  const set = (at: number, value: string) => {
    const next = shown.map((cost, other) => (other === at ? value : cost))
    store.set({ costs: next.filter((cost, other) => cost !== '' || other < next.length - 1) })
  }
  const without = (at: number) => store.set({ costs: costs.filter((_, other) => other !== at) })
  return (
    <Part id="p-cost" title={t('cost')}>
      <label class="check">
        <input
          type="checkbox"
          checked={isFree}
          onChange={({ currentTarget: { checked } }) => store.set({ costs: checked ? ['0'] : [] })}
        />
        <span>{t('free')}</span>
      </label>
      {!isFree && (
        <div class="stack tight" role="group" aria-label={t('prices')}>
          {shown.map((cost, at) => (
            <div class="line nowrap" key={at}>
              <input
                id={at === 0 ? 'e-cost' : undefined}
                type="text"
                dir="auto"
                aria-label={t('priceNumber', { number: at + 1 })}
                placeholder={at === 0 ? t('priceHint') : t('addAnother')}
                value={cost}
                {...(at === 0 ? faulty('e-cost', fault) : {})}
                onInput={({ currentTarget: { value } }) => set(at, value)}
              />
              {at < costs.length && (
                <button
                  class="quiet square"
                  type="button"
                  aria-label={t('removeOne', { name: cost || t('priceNumber', { number: at + 1 }) })}
                  onClick={() => without(at)}
                >
                  <Icon name="close" />
                </button>
              )}
            </div>
          ))}
        </div>
      )}
      <Fault id="e-cost" says={fault} />
      <div class="field">
        <label for="e-website">
          {t('whereToBook')} <span class="dim">{t('optional')}</span>
        </label>
        <input
          id="e-website"
          type="url"
          placeholder="https://"
          value={website}
          {...faulty('e-website', faultOfWebsite)}
          onInput={({ currentTarget: { value } }) => store.set({ website: value })}
        />
        <Fault id="e-website" says={faultOfWebsite} />
      </div>
    </Part>
  )
}
