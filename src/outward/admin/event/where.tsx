import { tilesBy } from '../place.ts'
import { t } from '../texts.ts'
import { Chosen, ofOrganizers, ofPlaces } from './linkedField.tsx'
import { Fault, faultOf, faulty, Part } from './parts.tsx'
import { Segments } from '../segments.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** Where the event is, and whose it is. */
export function Where({ store }: { readonly store: Store }) {
  const { attendance, onlineUrl, onlineShown, venues, organizers } = store.form.value
  const online = faultOf(store, 'online_url')
  return (
    <Part id="p-where" title={t('where')}>
      <Segments
        name="attendance"
        label={t('howToTakePart')}
        value={attendance}
        options={[
          ['in_person', t('atPlace')],
          ['online', t('online')],
          ['mixed', t('both')],
        ]}
        onChange={(value) => store.set({ attendance: value })}
      />
      {store.isUsual.value && <p class="hint">{te('asLastTime')}</p>}
      {attendance !== 'in_person' && (
        <div class="field">
          <label for="e-online">{t('onlineUrl')}</label>
          <input
            id="e-online"
            type="text"
            inputMode="url"
            placeholder="https://"
            value={onlineUrl}
            {...faulty('e-online', online)}
            onInput={({ currentTarget }) => store.set({ onlineUrl: currentTarget.value })}
          />
          <Fault id="e-online" says={online} />
          <label class="check">
            <input
              type="checkbox"
              checked={onlineShown === 'attendees'}
              onChange={({ currentTarget }) =>
                store.set({ onlineShown: currentTarget.checked ? 'attendees' : 'public' })
              }
            />
            <span>{t('onlineForAttendees')}</span>
          </label>
        </div>
      )}
      {attendance !== 'online' && (
        <Chosen
          {...ofPlaces()}
          id="e-venue"
          name="venue"
          linked={venues}
          fault={faultOf(store, 'venue')}
          newHint={te('publicWithEvent')}
          onChange={(next) => store.set({ venues: next })}
        />
      )}
      {attendance !== 'online' && tilesBy !== '' && venues.some(({ spot }) => spot) && (
        <p class="hint" dir="auto">
          {tilesBy}
        </p>
      )}
      <Chosen
        {...ofOrganizers()}
        id="e-organizer"
        name="organizer"
        linked={organizers}
        fault={faultOf(store, 'organizer')}
        newHint={te('publicWithEvent')}
        onChange={(next) => store.set({ organizers: next })}
      />
    </Part>
  )
}
