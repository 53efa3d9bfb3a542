import type { Columns } from '../kit/columns.tsx'
import { recordText, sourceText } from '../refusals/said.ts'
import { numberText } from '../texts.ts'
import type { Source } from './asks.ts'
import { RhythmSelect } from './rhythm.tsx'
import { Spark } from './spark.tsx'
import { t, tn } from './texts.ts'
import { lampOf, lastText, rhythmOf } from './words.ts'

/** What a source is, how it did, how often it is imported, and how many events it has. */
export function columnsWith(onRhythm: (source: Source, rhythm: string) => void): Columns<Source> {
  return [
    { head: t('source'), show: (source) => <What source={source} /> },
    { head: t('lastRuns'), show: ({ runs }) => <Spark runs={runs} /> },
    { head: t('last'), show: lastText },
    {
      head: t('repeats'),
      show: (source) =>
        source.url === null ? (
          t('byHand')
        ) : (
          <RhythmSelect
            isQuiet
            label={t('repeatOf', { name: source.name })}
            value={rhythmOf(source)}
            onChange={(rhythm) => onRhythm(source, rhythm)}
          />
        ),
    },
    { head: t('eventsHead'), isNumber: true, named: true, show: ({ events }) => numberText(events) },
  ]
}

const kindNames = {
  site: 'kindSite',
  calendar: 'kindCalendar',
  table: 'kindTable',
  page: 'kindPage',
  unknown: 'kindUnknown',
  agenda: 'kindAgenda',
} as const

/** Where a source is, in brief. */
function placeOf({ url, file }: Source): string {
  return file ?? URL.parse(url ?? '')?.host ?? ''
}

function What({ source }: { readonly source: Source }) {
  const { name, kind, health, message } = source
  return (
    <>
      <p class="what">
        <span class={`lamp ${lampOf(source)}`} /> <span dir="auto">{name}</span>
      </p>
      <p class="under">
        <span>{t(kindNames[kind])}</span> · <span dir="auto">{placeOf(source)}</span>
      </p>
      {health === 'attention' && message !== null && <p class="under">{attentionText(source, message)}</p>}
    </>
  )
}

/** What wants to be looked at: of records that were left out how many, and why the first was. */
function attentionText({ runs }: Source, message: string): string {
  const skipped = runs.find(({ status }) => status !== 'running')?.skipped ?? 0
  return skipped > 0 ? `${tn('countLeft', skipped)}: ${recordText(message)}` : sourceText(message)
}
