import { dayIn, isListed } from './listings.days.ts'
import type { CountedLink } from './listings.ts'
import { inserted, type Trigger } from '../trigger.ts'

const links = ['term', 'venue', 'organizer'] as const

/** The statements that count all listed events of some links, which have no counts yet. */
function fillLinked(some: readonly CountedLink[]): string[] {
  const days = some.map(
    (link) => `
      insert into linked_days (link, target_id, day, events)
      select '${link}', target_id, ${dayIn(`${link}_listings`, 'starts_at')}, count(*)
      from ${link}_listings where ${isListed(`${link}_listings`)} group by 2, 3`,
  )
  const totals = some.map(
    (link) => `
      insert into linked_totals (link, target_id, events)
      select link, target_id, sum(events) from linked_days where link = '${link}' group by link, target_id`,
  )
  return [...days, ...totals]
}

/** The statements that count all listings anew, while there are no triggers. */
export const refillLinkedDays: readonly string[] = [
  'delete from linked_days',
  'delete from linked_totals',
  ...fillLinked([...links, 'cost']),
]

/** The triggers that keep the counts of links up to date; costs have triggers of their own. */
export const linkedDaysTriggers: readonly Trigger[] = links.flatMap(triggersOf)

function triggersOf(link: CountedLink): Trigger[] {
  const on = `on ${link}_listings`
  const [isShown, wasShown] = [isListed('new'), isListed('old')]
  // A listing that moves to another day is deleted and inserted.
  const update = `update of status, hide_from_listings ${on}`
  const gain = countLinked(link, 'new', { target: 'new.target_id', by: 1 })
  const lose = countLinked(link, 'old', { target: 'old.target_id', by: -1 })
  const trigger = (name: string, after: string, when: string, statements: string[]) => ({
    name: `linked_days_${link}_${name}`,
    after,
    when,
    statements,
  })
  return [
    {
      ...trigger('gain', `insert ${on}`, isShown, gain),
      together: countAllLinked(link, 'new.target_id'),
    },
    trigger('lose', `delete ${on}`, wasShown, lose),
    trigger('show', update, `${isShown} and not ${wasShown}`, gain),
    trigger('hide', update, `${wasShown} and not ${isShown}`, lose),
  ]
}

/** The statements that add a listed event of a row to the counts of a target, or take it away with a negative number. */
export function countLinked(
  link: CountedLink,
  row: 'new' | 'old',
  { target, by }: { target: string; by: 1 | -1 },
): string[] {
  return [
    addToDays(`select '${link}', ${target}, ${dayIn(row, 'starts_at')}, ${by} where ${isListed(row)}`),
    addToTotals(`select '${link}', ${target}, ${by} where ${isListed(row)}`),
  ]
}

/** The statements that add all inserted rows. */
export function countAllLinked(link: CountedLink, target: string): string[] {
  const listed = `from ${inserted} where ${isListed('new')}`
  return [
    addToDays(`select '${link}', ${target}, ${dayIn('new', 'starts_at')}, count(*) ${listed} group by 2, 3`),
    addToTotals(`select '${link}', ${target}, count(*) ${listed} group by 2`),
  ]
}

function addToDays(numbers: string): string {
  return `
    insert into linked_days (link, target_id, day, events) ${numbers}
    on conflict (link, target_id, day) do update set events = linked_days.events + excluded.events`
}

function addToTotals(numbers: string): string {
  return `
    insert into linked_totals (link, target_id, events) ${numbers}
    on conflict (link, target_id) do update set events = linked_totals.events + excluded.events`
}
