import { allEventLinks, linkKinds, type LinkKind, type LinkSource, linkSources } from '../eventLinks.ts'
import type { Trigger } from '../trigger.ts'

const columns = 'event_id, kind, position, id'

/** The statements that make the table anew, while there are no triggers. */
export const refillEventLinks: readonly string[] = [
  'delete from event_links',
  `insert into event_links (${columns}) select ${columns} from (${allEventLinks}) order by ${columns}`,
]

/**
 * The statement that makes the table `event_links`: a list reads one page of the file for all links of an event, rather than one
 * for each kind, which takes a quarter of the time.
 */
export const eventLinksTable = `
  create table event_links (
    event_id integer not null, kind integer not null, position integer not null, id integer not null,
    primary key (${columns})) without rowid`

/** The triggers of a kind. Links are only inserted and deleted; tickets can also start and stop being links, and move. */
function triggersOf(kind: LinkKind): Trigger[] {
  const { table, isLink }: LinkSource = linkSources[kind]
  const trigger = (name: string, after: string, statements: string[]) => ({
    name: `event_links_${kind}_${name}`,
    after: `${after} on ${table}`,
    statements,
  })
  const [gain, lose] = [gained(kind), lost(kind)]
  return [
    trigger('insert', 'insert', [gain]),
    trigger('delete', 'delete', [lose]),
    ...(isLink ? [trigger('update', 'update of status, position, event_id', [lose, gain])] : []),
  ]
}

function gained(kind: LinkKind): string {
  const { id, position, isLink } = linkOf(kind, 'new')
  return `insert into event_links (${columns})
    select new.event_id, ${linkKinds.indexOf(kind)}, ${position}, ${id} where ${isLink}`
}

function lost(kind: LinkKind): string {
  const { id, position } = linkOf(kind, 'old')
  return `delete from event_links where event_id = old.event_id and kind = ${linkKinds.indexOf(kind)}
    and position = ${position} and id = ${id}`
}

/** The columns of a link, from a row of the kind’s table. */
function linkOf(kind: LinkKind, row: 'new' | 'old') {
  const { id, position, isLink }: LinkSource = linkSources[kind]
  return {
    id: `${row}.${id}`,
    position: position === '0' ? position : `${row}.${position}`,
    isLink: isLink?.(row) ?? 'true',
  }
}

/** The triggers that keep it up to date. */
export const eventLinksTriggers: readonly Trigger[] = linkKinds.flatMap(triggersOf)
