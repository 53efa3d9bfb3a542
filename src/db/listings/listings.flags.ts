import { countedFlags, dayIn, type Edge, edges, isListed } from './listings.days.ts'
import { inserted, type Trigger } from '../trigger.ts'

const counts = ['events', ...countedFlags] as const
const columns = ['starts_at', 'ends_at', 'status', 'hide_from_listings', ...countedFlags]

/** What a row of listings adds to the counts of the day of one edge; an old row subtracts it. */
const addedBy = (row: 'new' | 'old', edge: Edge, from: string) => {
  const sign = row === 'new' ? '' : '-'
  const added = [`${sign}1 as events`, ...countedFlags.map((flag) => `${sign}${row}.${flag} as ${flag}`)]
  return `select '${edge}' as edge, ${dayIn(row, edge)} as day, ${added.join(', ')} ${from} where ${isListed(row)}`
}

/** Sums up by day before it writes, so that days whose counts do not change are not written. */
const recount = (rows: readonly ('new' | 'old')[], from = '') => `
  insert into listed_days (edge, day, ${counts.join(', ')})
  select edge, day, ${counts.map((name) => `sum(${name})`).join(', ')} from (
    ${rows.flatMap((row) => edges.map((edge) => addedBy(row, edge, from))).join(' union all ')}) as added
  group by edge, day having ${counts.map((name) => `sum(${name}) <> 0`).join(' or ')}
  on conflict (edge, day) do update set
    ${counts.map((name) => `${name} = listed_days.${name} + excluded.${name}`).join(', ')}`

/** The statement that makes the table `listed_days`. */
export const listedDaysTable = (text: string): string => `
  create table listed_days (
    edge ${text} not null, day integer not null, ${counts.map((name) => `${name} integer not null default 0`).join(', ')},
    primary key (edge, day))`

/** The triggers that keep it up to date. */
export const listedDaysTriggers: readonly Trigger[] = [
  {
    name: 'listed_days_gain',
    after: 'insert on listings',
    when: isListed('new'),
    statements: [recount(['new'])],
    together: [recount(['new'], `from ${inserted}`)],
  },
  {
    name: 'listed_days_change',
    after: `update of ${columns.join(', ')} on listings`,
    when: columns.map((name) => `new.${name} <> old.${name}`).join(' or '),
    statements: [recount(['old', 'new'])],
  },
  {
    name: 'listed_days_lose',
    after: 'delete on listings',
    when: isListed('old'),
    statements: [recount(['old'])],
  },
]

/** The statements that count all listings anew, while there are no triggers. */
export const refillListedDays: readonly string[] = [
  'delete from listed_days',
  ...edges.map(
    (edge) => `
      insert into listed_days (edge, day, ${counts.join(', ')})
      select '${edge}', ${dayIn('listings', edge)}, count(*), ${countedFlags.map((flag) => `sum(${flag})`).join(', ')}
      from listings where ${isListed('listings')} group by 1, 2`,
  ),
]
