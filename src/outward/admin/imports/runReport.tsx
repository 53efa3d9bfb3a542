import { useSignal } from '@preact/signals'
import { FromTo } from '../fromTo.tsx'
import { Icon } from '../icons.tsx'
import { recordText } from '../refusals/said.ts'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import type { FieldChange, Import, Remark } from './asks.ts'
import { Coming } from './coming.tsx'
import { eventCounts, switched } from './taken.ts'
import { t, tn } from './texts.ts'
import { fieldText, rowText } from './words.ts'

/** How many changes and faults are listed at first. */
const mostListed = 50

/** What an import would do: how much, which fields change from what to what, and what cannot be read. */
export function Happening(props: {
  readonly tried: Import
  /** The changes that are not taken. */
  readonly left: readonly FieldChange[]
  readonly onLeave: (left: readonly FieldChange[]) => void
  readonly onRefused?: (() => void) | undefined
}) {
  const { tried, left, onLeave, onRefused } = props
  const isWhole = useSignal(false)
  const counts = eventCounts(tried, left)
  const { skipped, differences = [] } = tried.report
  const listed = isWhole.value ? differences : differences.slice(0, mostListed)
  return (
    <>
      <div class="tally">
        {(
          [
            [counts.created, 'tallyNew'],
            [counts.updated, 'tallyChanged'],
            [counts.unchanged, 'tallySame'],
            [counts.skipped, 'tallyLeft'],
          ] as const
        ).map(([count, name]) => (
          <div key={name}>
            <b>{numberText(count)}</b>
            {t(name)}
          </div>
        ))}
      </div>
      <Coming tried={tried} />
      {differences.length > 0 && (
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">{t('event')}</th>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('fromTo')}</th>
              <th scope="col">{t('takeIt')}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((change) => {
              const { kind, id, key, title, at, field, from, to: becomes } = change
              const isTaken = !left.includes(change)
              return (
                <tr key={`${kind} ${key} ${field}`} class={isTaken ? undefined : 'left-out'}>
                  <th scope="row">
                    {kind === 'event' ? (
                      <a href={to(`events/${id}`)} dir="auto">
                        {title}
                      </a>
                    ) : (
                      <bdi>{title}</bdi>
                    )}
                    {at && <span class="hint at">{rowText(at)}</span>}
                  </th>
                  <td data-is={t('field')}>
                    {fieldText(field)} {change.edited && <span class="tag warn">{t('editedHere')}</span>}
                  </td>
                  <td>
                    <FromTo from={from} to={becomes} />
                  </td>
                  <td>
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={isTaken}
                        aria-label={t('takeOf', { field: fieldText(field), title })}
                        onChange={() => onLeave(switched(tried, left, change))}
                      />
                      <span>{t('take')}</span>
                    </label>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {listed.length < differences.length && (
        <p class="acts">
          <button
            class="plain"
            type="button"
            onClick={() => {
              isWhole.value = true
            }}
          >
            {tn('showMore', differences.length - listed.length)}
          </button>
        </p>
      )}
      {skipped.length > 0 && <Refused skipped={skipped} onRefused={onRefused} />}
    </>
  )
}

/** What cannot be read, and why. */
function Refused(props: {
  readonly skipped: readonly Remark[]
  readonly onRefused: (() => void) | undefined
}) {
  const { skipped, onRefused } = props
  return (
    <div class="notice bad">
      <Icon name="warning" />
      <div>
        <p>
          <b>{tn('leftOut', skipped.length)}</b>
        </p>
        <ul>
          {skipped.slice(0, mostListed).map(({ key, at, title, says }) => (
            <li key={`${at ?? ''} ${key}`} dir="auto">
              {[at && rowText(at), title].filter(Boolean).join(', ')}: {recordText(says)}
            </li>
          ))}
        </ul>
        {onRefused && (
          <p class="acts">
            <button class="plain" type="button" onClick={onRefused}>
              <Icon name="download" />
              {t('downloadRows')}
            </button>
            <span class="hint">{t('downloadRowsHint')}</span>
          </p>
        )}
      </div>
    </div>
  )
}
