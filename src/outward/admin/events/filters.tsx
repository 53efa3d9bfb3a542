import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Field } from '../parts.tsx'
import { me } from '../session.ts'
import { plain, t as tFrame } from '../texts.ts'
import { Facet, kindText } from './facet.tsx'
import { authors, needAuthors } from './names.ts'
import { comings, idsOf, narrowKinds, type Narrowing } from './filterValues.ts'
import { states } from '../common/statuses.ts'
import { OwnFilters } from './own.tsx'
import { comingText } from './states.ts'
import { stateText } from '../common/stateText.ts'
import { t } from './texts.ts'

/** All that events can be looked for by. */
export function Filters({ first, ...narrowing }: Narrowing & { readonly first?: ComponentChildren }) {
  const { narrowed, onChange } = narrowing
  useEffect(needAuthors, [])
  const mine = me.value?.id ?? 0
  return (
    <div class="stack">
      {first}
      <Field label={tFrame('state')}>
        {(tied) => (
          <select
            {...tied}
            value={narrowed.state}
            onChange={({ currentTarget: { value } }) =>
              onChange({ state: states.find((state) => state === value) ?? '' })
            }
          >
            <option value="">{t('allStates')}</option>
            {states.map((state) => (
              <option key={state} value={state}>
                {stateText(state)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('writtenBy')}>
        {(tied) => (
          <select
            {...tied}
            value={narrowed.author}
            onChange={({ currentTarget: { value } }) => onChange({ author: value })}
          >
            <option value="">{t('everybody')}</option>
            <option value={String(mine)}>{t('onlyMine')}</option>
            {authors.value
              .filter(({ id }) => id !== mine)
              .map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {plain(name)}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label={t('origin')}>
        {(tied) => (
          <select
            {...tied}
            value={narrowed.from}
            onChange={({ currentTarget: { value } }) =>
              onChange({ from: comings.find((from) => from === value) ?? '' })
            }
          >
            <option value="">{t('anyOrigin')}</option>
            {comings.map((from) => (
              <option key={from} value={from}>
                {comingText(from)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <OwnFilters {...narrowing} />
      {narrowKinds.map((kind) => (
        <details class="more" key={kind} open={narrowed[kind] !== ''}>
          <summary>
            {kindText(kind)}
            {narrowed[kind] !== '' && <span class="count">{idsOf(narrowed[kind]).length}</span>}
            <Icon name="down" />
          </summary>
          <Facet {...narrowing} kind={kind} isNamed />
        </details>
      ))}
    </div>
  )
}
