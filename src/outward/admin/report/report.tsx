import type { ReportRecord, ReportRow } from '../../../records/registration/report.record.ts'
import { ask, queryText } from '../api.ts'
import { monthText, wallNow } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Choice, Day } from '../kit/narrowing.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { rest } from '../place.ts'
import { go, to } from '../route.ts'
import { numberText, t as frame } from '../texts.ts'
import { t } from './texts.ts'

const groups = () => ({
  month: frame('monthView'),
  category: frame('category'),
  tag: t('tag'),
  venue: frame('place'),
  organizer: t('organizer'),
})
type Group = keyof ReturnType<typeof groups>

function groupIn(text: string | null): Group {
  // An object has no other keys than those that are written in it.
  return (Object.keys(groups()) as Group[]).find((one) => one === text) ?? 'month'
}

/** What is asked for, as the address has it. */
interface Asked {
  readonly group: Group
  /** The first and the last day; empty: without an end. */
  readonly from: string
  readonly until: string
}

/** How many came to events of a period: this year, unless another is asked for. */
export function Report({ query }: { readonly query: URLSearchParams }) {
  const asked = askedBy(query)
  const { group, from, until } = asked
  const path = 'registrations/report'
  const sent = { group, start_date: from, end_date: until }
  const read = useRead(
    async (signal) => (await ask<ReportRecord>(path, { query: sent, signal })).body,
    [group, from, until],
  )
  const report = read.value
  return (
    <Screen
      title={frame('report')}
      says={t('says')}
      acts={
        <a class="button plain" href={`${rest}/${path}${queryText({ ...sent, format: 'csv' })}`} download="">
          <Icon name="download" />
          {t('csv')}
        </a>
      }
      read={read}
    >
      <Narrow asked={asked} />
      {report?.rows.length === 0 && <p class="dim">{t('nothing')}</p>}
      {report && report.rows.length > 0 && <Numbers report={report} />}
      {report && report.rows.length > 0 && report.group !== 'month' && <p class="hint">{t('inBoth')}</p>}
    </Screen>
  )
}

function askedBy(query: URLSearchParams): Asked {
  const year = wallNow().slice(0, 4)
  return {
    group: groupIn(query.get('group')),
    from: query.get('from') ?? `${year}-01-01`,
    until: query.get('until') ?? `${year}-12-31`,
  }
}

function Narrow({ asked }: { readonly asked: Asked }) {
  const change = (changed: Partial<Asked>) => {
    const { group, from, until } = { ...asked, ...changed }
    // An empty day is in the address, too: without one it is this year.
    const words = new URLSearchParams({ group, from, until })
    go(`${to('report')}?${words.toString()}`, true)
  }
  const { group, from, until } = asked
  return (
    <div class="tools">
      {/* A day that leaves none between them takes the other with it. */}
      <Day
        label={t('firstDay')}
        value={from}
        onChange={(day) => change({ from: day, ...(until !== '' && day > until ? { until: day } : {}) })}
      />
      <Day
        label={frame('lastDay')}
        value={until}
        onChange={(day) => change({ until: day, ...(day !== '' && day < from ? { from: day } : {}) })}
      />
      <Choice
        label={t('group')}
        value={group}
        options={Object.entries(groups())}
        onChange={(chosen) => change({ group: groupIn(chosen) })}
      />
    </div>
  )
}

const columns = () =>
  [
    ['events', frame('events')],
    ['registered', t('registered')],
    ['people', t('people')],
    ['arrived', t('arrived')],
    ['head_count', t('heads')],
    ['no_shows', t('noShows')],
    ['canceled', t('canceled')],
    ['waited', t('waited')],
  ] as const

function Numbers({ report: { group, rows, total } }: { readonly report: ReportRecord }) {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={frame('report')}>
      <table class="list cards no-pick report" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              {groups()[group]}
            </th>
            {columns().map(([name, says]) => (
              <th key={name} scope="col" role="columnheader" class="c-end">
                {says}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Line key={`${row.id} ${row.name}`} says={nameOf(group, row)} row={row} />
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <Line says={t('total')} row={total} />
        </tfoot>
      </table>
    </div>
  )
}

function Line({ says, row }: { readonly says: string; readonly row: ReportRecord['total'] }) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <bdi>{says}</bdi>
      </th>
      {columns().map(([name, head]) => (
        <td key={name} class="c-end num" role="cell" data-is={head}>
          {row[name] === null ? '–' : numberText(row[name])}
        </td>
      ))}
    </tr>
  )
}

function nameOf(group: Group, { name }: Pick<ReportRow, 'name'>): string {
  if (name === '') return t('none')
  return group === 'month' ? monthText(`${name}-01`) : name
}
