import { useSignal } from '@preact/signals'
import { ask } from '../api.ts'
import { addDays, dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { Field } from '../parts.tsx'
import type { EventPage } from '../records.ts'
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

/** Reads how much is chosen. Throws what {@link ask} throws. */
async function readFound(chosen: Chosen, signal: AbortSignal): Promise<Found> {
  const query = {
    ...comingQuery(chosen, (day) => addDays(day, 1)),
    per_page: 1,
    status: 'publish',
    _fields: 'total,events.start_date,events.all_day',
  }
  const { body } = await ask<EventPage>('events', { query, signal })
  const [next] = body.events
  const when = next && [dayText(next.start_date), next.all_day ? '' : timeText(next.start_date)]
  return { total: body.total, next: when?.filter(Boolean).join(', ') }
}

interface Choosing {
  readonly chosen: Chosen
  readonly onSet: (words: Chosen) => void
}

/** Chooses what goes along, and says how much that is. */
export function What(props: {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  readonly onFound: (found: Found | undefined) => void
}) {
  const { chosen, onChange, onFound } = props
  const wrong = isBackwards(chosen)
  const found = useSignal<Found | undefined>(undefined)
  useRead(
    async (signal) => {
      if (wrong) return
      found.value = await readFound(chosen, signal)
      onFound(found.value)
    },
    [JSON.stringify(chosen)],
    sayFault,
  )
  const choosing = { chosen, onSet: (words: Chosen) => onChange({ ...chosen, ...words }) }
  return (
    <form class="part" aria-labelledby="what" onSubmit={(event) => event.preventDefault()}>
      <h2 id="what">{t('what')}</h2>
      <OfWhich {...choosing} />
      <Dates {...choosing} wrong={wrong} />
      <Words {...choosing} />
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

/** Of which categories, at which places and by whom. */
function OfWhich({ chosen, onSet }: Choosing) {
  const slugs = listOf(chosen.categories)
  return (
    <>
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
        onChange={(keys) => onSet({ categories: keys.join(',') })}
      />
      <SeveralPlaced
        kind="venues"
        label={t('places')}
        placeholder={t('addPlace')}
        ids={listOf(chosen.venue)}
        onChange={(ids) => onSet({ venue: ids.join(',') })}
      />
      <SeveralPlaced
        kind="organizers"
        label={frame('organizersPlace')}
        placeholder={t('addOrganizer')}
        ids={listOf(chosen.organizer)}
        onChange={(ids) => onSet({ organizer: ids.join(',') })}
      />
    </>
  )
}

function Dates({ chosen, onSet, wrong }: Choosing & { readonly wrong: boolean }) {
  const isOpen = useSignal(chosen.from !== undefined || chosen.until !== undefined)
  return (
    <>
      <Field label={t('when')}>
        {(tied) => (
          <select
            {...tied}
            value={isOpen.value ? 'between' : (chosen.when ?? '')}
            onChange={({ currentTarget: { value } }) => {
              isOpen.value = value === 'between'
              onSet({ when: value === nextDays ? value : '', from: '', until: '' })
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
          <Day label={t('firstDay')} value={chosen.from} onChange={(from) => onSet({ from })} />
          <Day
            label={t('lastDay')}
            value={chosen.until}
            fault={wrong ? t('backwards') : undefined}
            onChange={(until) => onSet({ until })}
          />
        </div>
      )}
    </>
  )
}

/** With which words, and whether only what is free or featured. */
function Words({ chosen, onSet }: Choosing) {
  return (
    <>
      <Field label={t('words')}>
        {(tied) => (
          <input
            {...tied}
            dir="auto"
            autocomplete="off"
            value={chosen.search ?? ''}
            onChange={({ currentTarget }) => onSet({ search: currentTarget.value.trim() })}
          />
        )}
      </Field>
      <div class="stack tight">
        <Only
          label={t('onlyFree')}
          isOn={chosen.free === 'true'}
          onChange={(isOn) => onSet({ free: isOn ? 'true' : '' })}
        />
        <Only
          label={t('onlyFeatured')}
          isOn={chosen.featured === 'true'}
          onChange={(isOn) => onSet({ featured: isOn ? 'true' : '' })}
        />
      </div>
    </>
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
