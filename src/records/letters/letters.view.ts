import type { Site } from '../../http/site.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { isNumber, storedList } from '../../pure/text/stored.ts'
import type { LetterIssue } from './letters.editing.query.ts'
import type { LetterListView, LetterView } from './letters.record.ts'
import type { LetterListRow, LetterRow } from './letters.types.ts'

/** A list of letters as it is shown. */
export function letterListView(row: LetterListRow, site: Site, subscribers: number): LetterListView {
  const { id, name, slug, description } = row
  return {
    id,
    name,
    slug,
    description,
    public: row.public === 1,
    subscribers,
    url: `${site.home}/mail/list/${encodeURIComponent(slug)}`,
  }
}

const none: LetterIssue = { recipients: 0, sent: 0, waiting: 0, refused: 0, late: 0 }

/** A letter as it is shown. */
export function letterView(row: LetterRow, issue: LetterIssue | undefined): LetterView {
  const { recipients, sent, waiting, refused, late } = issue ?? none
  return {
    id: row.id,
    list: row.list_id,
    subject: row.subject,
    intro: row.intro,
    events: [...eventsOf(row)],
    language: row.language,
    expires_hours: row.expires_hours,
    state: row.state,
    send_at: row.send_at === null ? null : moment(row.send_at),
    counts: { recipients, sent, waiting, refused, late },
    author: row.author_id,
    created: moment(row.created_at),
    modified: moment(row.modified_at),
  }
}

/** The ids of the events of a letter, in order. */
export function eventsOf({ events }: Pick<LetterRow, 'events'>): readonly number[] {
  return storedList('events', events, isNumber)
}

function moment(at: EpochSeconds): string {
  return instantOf(at).toString({ smallestUnit: 'second' })
}
