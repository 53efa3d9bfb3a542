import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { addDays, dayText, timeText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Field } from '../parts.tsx'
import type { EventPage } from '../records.ts'
import { settle } from '../settle.ts'
import { categories, categoryText } from '../terms.ts'
import { plain, t as frame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { type Chosen, isBackwards, listOf, nextDays, comingQuery } from './selection.ts'
import { Several, SeveralPlaced } from './multiChoice.tsx'
import { t, tn } from './texts.ts'

/** How many there are of what is chosen, and when the next one is. */
export interface Found {
  readonly total: number
  readonly next: string | undefined
}

/** Chooses what goes along, and says how much that is. */
export function What(props: {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  readonly onFound: (found: Found | undefined) => void
}) {
  const { chosen, onChange, onFound } = props
  const found = useSignal<Found | undefined>(undefined)
  const isOpen = useSignal(chosen.from !== undefined || chosen.until !== undefined)
  const slugs = listOf(chosen.categories)
  const wrong = isBackwards(chosen)
  useEffect(() => {
    if (wrong) return undefined
    const reading = new AbortController()
    void settle(
      ask<EventPage>('events', {
        query: {
          ...comingQuery(chosen, (day) => addDays(day, 1)),
          per_page: 1,
          status: 'publish',
          _fields: 'total,events.start_date,events.all_day',
        },
        signal: reading.signal,
      }),
      ({ body }) => {
        const [next] = body.events
        const when = next && [dayText(next.start_date), next.all_day ? '' : timeText(next.start_date)]
        found.value = { total: body.total, next: when?.filter(Boolean).join(', ') }
        onFound(found.value)
      },
      (error) => {
        if (!reading.signal.aborted) sayFault(faultText(error))
      },
    )
    return () => reading.abort()
  }, [JSON.stringify(chosen)])
  const set = (words: Chosen) => onChange({ ...chosen, ...words })
  return (
    <form class="part" aria-labelledby="what" onSubmit={(event) => event.preventDefault()}>
      <h2 id="what">{t('what')}</h2>
      <Several
        id="s-categories"
        label={t('categories')}
        placeholder={t('addCategory')}
        chosen={slugs.map((slug) => {
          const term = categoryOf(slug)
          return [slug, term ? plain(term.name) : slug]
        })}
        find={async (typed) =>
          [...categories.value.values()]
            .map((term) => ({ key: term.slug, name: categoryText(term), says: '' }))
            .filter(({ key, name }) => !slugs.includes(key) && includes(name, typed))
            .toSorted((one, other) => one.name.localeCompare(other.name))
        }
        onChange={(keys) => set({ categories: keys.join(',') })}
      />
      <SeveralPlaced
        kind="venues"
        label={t('places')}
        placeholder={t('addPlace')}
        ids={listOf(chosen.venue)}
        onChange={(ids) => set({ venue: ids.join(',') })}
      />
      <SeveralPlaced
        kind="organizers"
        label={frame('organizersPlace')}
        placeholder={t('addOrganizer')}
        ids={listOf(chosen.organizer)}
        onChange={(ids) => set({ organizer: ids.join(',') })}
      />
      <Field label={t('when')}>
        {(tied) => (
          <select
            {...tied}
            value={isOpen.value ? 'between' : (chosen.when ?? '')}
            onChange={({ currentTarget: { value } }) => {
              isOpen.value = value === 'between'
              set({ when: value === nextDays ? value : '', from: '', until: '' })
            }}
          >
            <option value="">{t('fromToday')}</option>
            <option value={nextDays}>{t('next30')}</option>
            <option value="between">{t('between')}</option>
          </select>
        )}
      </Field>
      {isOpen.value && (
        <div class="stack tight">
          <Day label={t('firstDay')} value={chosen.from} onChange={(from) => set({ from })} />
          <Day
            label={t('lastDay')}
            value={chosen.until}
            fault={wrong ? t('backwards') : undefined}
            onChange={(until) => set({ until })}
          />
        </div>
      )}
      <Field label={t('words')}>
        {(tied) => (
          <input
            {...tied}
            dir="auto"
            autocomplete="off"
            value={chosen.search ?? ''}
            onChange={({ currentTarget }) => set({ search: currentTarget.value.trim() })}
          />
        )}
      </Field>
      <div class="stack tight">
        <Only
          label={t('onlyFree')}
          isOn={chosen.free === 'true'}
          onChange={(isOn) => set({ free: isOn ? 'true' : '' })}
        />
        <Only
          label={t('onlyFeatured')}
          isOn={chosen.featured === 'true'}
          onChange={(isOn) => set({ featured: isOn ? 'true' : '' })}
        />
      </div>
      <p class={found.value?.total === 0 ? 'dim' : 'well-done'} role="status">
        {found.value && !wrong && (
          <>
            {found.value.total > 0 && <Icon name="check" />}
            <span>
              {tn('now_', found.value.total)}
              {found.value.next !== undefined && `, ${t('next', { when: found.value.next })}`}
            </span>
          </>
        )}
      </p>
    </form>
  )
}

const categoryOf = (slug: string) => [...categories.value.values()].find((term) => term.slug === slug)

function includes(text: string, typed: string): boolean {
  return text.toLocaleLowerCase().includes(typed.toLocaleLowerCase())
}

function Day(props: {
  readonly label: string
  readonly value: string | undefined
  readonly fault?: string | undefined
  readonly onChange: (day: string) => void
}) {
  const { label, value = '', fault, onChange } = props
  return (
    <Field label={label} fault={fault}>
      {(tied) => (
        <input
          {...tied}
          type="date"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function Only(props: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (on: boolean) => void
}) {
  const { label, isOn, onChange } = props
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
