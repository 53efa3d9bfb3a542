import type { ComponentChildren } from 'preact'
import { timeText, weekdayText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { languageName, languages } from '../languages.ts'
import { Field, type Tied } from '../parts.tsx'
import { linksText } from './describe.ts'
import { ZoneInput } from '../zones.tsx'
import type { OwnLink, SettingName, SettingStore, SettingValues } from './store.ts'
import { t } from './texts.ts'

interface OfStore {
  readonly store: SettingStore
}

/** A setting whose value is a text. */
export type TextSetting = {
  [Name in SettingName]: SettingValues[Name] extends string ? Name : never
}[SettingName]

/** What a control takes from its setting: whether it is fixed, and by what. */
interface Held extends Tied {
  readonly disabled: boolean
}

/** A setting under its label; what fixes it is said. */
export function Setting(props: {
  readonly store: SettingStore
  readonly name: SettingName
  readonly label: string
  readonly hint?: string | undefined
  readonly children: (held: Held) => ComponentChildren
}) {
  const { store, name, label, hint, children } = props
  const lock = store.lockOf(name)
  return (
    <Field label={label} fault={store.faultOf(name)} hint={lock === undefined ? hint : <Lock by={lock} />}>
      {(tied) => children({ ...tied, disabled: lock !== undefined })}
    </Field>
  )
}

/** What fixes a setting. */
export function Lock({ by }: { readonly by: string }) {
  return (
    <span class="locked hint">
      <Icon name="lock" />
      <span>
        {t('fixedBy')} <code>{by}</code>
      </span>
    </span>
  )
}

/** A line of text under its label. */
export function Text(props: {
  readonly store: SettingStore
  readonly name: TextSetting
  readonly label: string
  readonly hint?: string
  readonly isAddress?: boolean
}) {
  const { store, name, label, hint, isAddress = false } = props
  return (
    <Setting store={store} name={name} label={label} hint={hint}>
      {(held) => (
        <input
          {...held}
          dir={isAddress ? 'ltr' : 'auto'}
          inputMode={
            name === 'url' || name === 'map_tiles' || name === 'registration_privacy_url' ? 'url' : 'text'
          }
          value={store.get(name)}
          onInput={({ currentTarget }) => store.set(name, currentTarget.value)}
        />
      )}
    </Setting>
  )
}

/** A text of several lines under its label. */
export function Lines(props: {
  readonly store: SettingStore
  readonly name: TextSetting
  readonly label: string
  readonly hint?: string
  readonly rows: number
}) {
  const { store, name, label, hint, rows } = props
  return (
    <Setting store={store} name={name} label={label} hint={hint}>
      {(held) => (
        <textarea
          {...held}
          rows={rows}
          dir="auto"
          value={store.get(name)}
          onInput={({ currentTarget }) => store.set(name, currentTarget.value)}
        />
      )}
    </Setting>
  )
}

/** A number under its label. */
export function NumberOf(props: {
  readonly store: SettingStore
  readonly name:
    | 'cancelled_days'
    | 'submissions_queue'
    | 'guests_days'
    | 'registration_confirm_minutes'
    | 'letters_per_minute'
    | 'letters_settle'
  readonly label: string
  readonly hint?: string
  readonly min: number
}) {
  const { store, name, label, hint, min } = props
  return (
    <Setting store={store} name={name} label={label} hint={hint}>
      {(held) => (
        <input
          {...held}
          name={name}
          type="number"
          min={min}
          required
          key={store.record.replaced.value[name]}
          defaultValue={store.get(name)}
          onInput={({ currentTarget: { value } }) => {
            // Nothing is no number, and is not taken for nought.
            if (value !== '') store.set(name, Number(value))
          }}
        />
      )}
    </Setting>
  )
}

function Choice(props: {
  readonly store: SettingStore
  readonly name: TextSetting
  readonly label: string
  readonly hint?: string
  readonly options: readonly (readonly [value: string, text: string])[]
}) {
  const { store, name, label, hint, options } = props
  return (
    <Setting store={store} name={name} label={label} hint={hint}>
      {(held) => (
        <select
          {...held}
          value={store.get(name)}
          onChange={({ currentTarget }) => store.set(name, currentTarget.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Setting>
  )
}

/** What the calendar is called. */
export function NamePart({ store }: OfStore) {
  return (
    <section class="part" aria-labelledby="name">
      <h2 id="name">{t('nameAndText')}</h2>
      <Text store={store} name="title" label={t('name')} />
      <Lines store={store} name="description" label={t('sentence')} rows={2} />
      <Text store={store} name="url" label={t('address')} isAddress />
    </section>
  )
}

/** The days that weeks may begin with, by a day that is one. */
const weekBegins = [
  ['monday', '2024-01-01'],
  ['saturday', '2024-01-06'],
  ['sunday', '2024-01-07'],
] as const

/** When nights may end: at any full hour until the morning has begun. */
const turns = Array.from({ length: 9 }, (_, hour) => `0${hour}:00`)

/** Which language it speaks, and by which clock it goes. */
export function LanguagePart({ store }: OfStore) {
  // With the regions that this browser speaks: formats of days and numbers depend on them.
  const spoken = navigator.languages.filter((tag) => languages.some((one) => tag.startsWith(`${one}-`)))
  const tags = new Set([...languages, ...spoken, store.get('language')])
  return (
    <section class="part" aria-labelledby="language">
      <h2 id="language">{t('languageAndClock')}</h2>
      <div class="pair">
        <Choice
          store={store}
          name="language"
          label={t('language')}
          options={[...tags].toSorted().map((tag) => [tag, languageName(tag)] as const)}
        />
        <Setting store={store} name="timezone" label={t('zone')} hint={t('zoneHint')}>
          {(held) => (
            <ZoneInput
              tied={held}
              value={store.get('timezone')}
              onType={(text) => store.set('timezone', text)}
              onSettled={(zone) => store.set('timezone', zone)}
            />
          )}
        </Setting>
        {store.has('week_starts') && (
          <Choice
            store={store}
            name="week_starts"
            label={t('weekStarts')}
            options={[
              ['auto', t('weekAuto')],
              ...weekBegins.map(([value, day]) => [value, weekdayText(day)] as const),
            ]}
          />
        )}
        {store.has('day_turn') && (
          <Choice
            store={store}
            name="day_turn"
            label={t('dayTurn')}
            hint={t('dayTurnHint')}
            options={[...new Set([...turns, store.get('day_turn')])]
              .toSorted()
              .map((clock) => [clock, timeText(`2000-01-01 ${clock}:00`)] as const)}
          />
        )}
      </div>
    </section>
  )
}

function Links(props: OfStore & { readonly name: 'site_links' | 'footer_links'; readonly label: string }) {
  const { store, name, label } = props
  return (
    <Setting store={store} name={name} label={label} hint={t('linksHint')}>
      {(held) => (
        <textarea
          {...held}
          rows={2}
          dir="auto"
          key={store.record.replaced.value[name]}
          defaultValue={linksText(store.get(name))}
          onInput={({ currentTarget }) => store.set(name, linksIn(currentTarget.value))}
        />
      )}
    </Setting>
  )
}

function linksIn(text: string): OwnLink[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=')
      // Without an address it is refused, in words.
      return at < 0
        ? { text: line.trim(), url: '' }
        : { text: line.slice(0, at).trim(), url: line.slice(at + 1).trim() }
    })
}

/** Where its pages lead beside the events. */
export function LinksPart({ store }: OfStore) {
  return (
    <section class="part" aria-labelledby="links">
      <h2 id="links">{t('linksPart')}</h2>
      <Links store={store} name="site_links" label={t('headLinks')} />
      <Links store={store} name="footer_links" label={t('footLinks')} />
    </section>
  )
}

/** What its maps show. */
export function MapPart({ store }: OfStore) {
  return (
    <section class="part" aria-labelledby="map">
      <h2 id="map">{t('map')}</h2>
      <Text store={store} name="map_tiles" label={t('mapTiles')} hint={t('mapTilesHint')} isAddress />
      <div class="pair">
        <Text store={store} name="map_attribution" label={t('mapSource')} />
        <Choice
          store={store}
          name="geo_unit"
          label={t('distances')}
          options={[
            ['km', t('kilometres')],
            ['mi', t('miles')],
          ]}
        />
      </div>
    </section>
  )
}

/** How prices are written, and how long feeds tell of cancelled events. */
export function MoneyPart({ store }: OfStore) {
  return (
    <section class="part" aria-labelledby="money">
      <h2 id="money">{t('money')}</h2>
      <div class="pair">
        <Text store={store} name="currency_symbol" label={t('currencySign')} />
        <Text store={store} name="currency_code" label={t('currencyCode')} isAddress />
        <Choice
          store={store}
          name="currency_position"
          label={t('currencyPlace')}
          options={[
            ['prefix', t('before')],
            ['postfix', t('after')],
          ]}
        />
        <NumberOf store={store} name="cancelled_days" label={t('cancelledDays')} min={0} />
      </div>
    </section>
  )
}
