import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import type { Counts, Import } from './asks.ts'
import { t, tn } from './texts.ts'
import { fieldText } from './words.ts'

/** How many changes and faults are listed. */
const mostListed = 50

const none: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, removed: 0 }

/** What an import does with events. */
export function eventCounts({ report }: Import): Counts {
  const events = report.counts['event'] ?? none
  const skipped = Object.values(report.counts).reduce((sum, counts) => sum + counts.skipped, 0)
  return { ...events, skipped }
}

/** What an import would do: how much, which fields change from what to what, and what cannot be read. */
export function Happening({ tried }: { readonly tried: Import }) {
  const counts = eventCounts(tried)
  const { skipped, differences = [] } = tried.report
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
      {differences.length > 0 && (
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">{t('event')}</th>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('fromTo')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.slice(0, mostListed).map(({ id, key, title, at, field, from, to: becomes }) => (
              <tr key={`${key} ${field}`}>
                <th scope="row">
                  <a href={to(`events/${id}`)} dir="auto">
                    {title}
                  </a>
                  {at && <span class="hint at">{at}</span>}
                </th>
                <td data-is={t('field')}>{fieldText(field)}</td>
                <td>
                  <span class="become">
                    {from !== '' && <del dir="auto">{from}</del>}
                    <Icon name="forward" />
                    {becomes !== '' && <ins dir="auto">{becomes}</ins>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {skipped.length > 0 && (
        <div class="notice bad">
          <Icon name="warning" />
          <div>
            <p>
              <b>{tn('leftOut', skipped.length)}</b>
            </p>
            <ul>
              {skipped.slice(0, mostListed).map(({ key, at, title, says }) => (
                <li key={`${at ?? ''} ${key}`} dir="auto">
                  {[at, title].filter(Boolean).join(', ')}: {says}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  )
}
