import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { decode } from '../../http/decodedParameters.ts'
import { type CreateTicket, createTicketParams } from '../../records/tickets/tickets.params.ts'
import { ticketsOf } from '../../records/tickets/tickets.query.ts'
import type { TicketRow } from '../../records/tickets/tickets.record.ts'
import { settleTicket, type Setting } from '../../records/tickets/tickets.settle.ts'
import type { WrittenEvent } from './imports.written.ts'
import type { ImportedEvent } from './imports.record.ts'
import { type ImportReport, remark } from './imports.report.ts'
import { subjectOf } from './imports.subject.ts'

/** A ticket as a source has it, as it is stored. */
type TicketSaid = Omit<TicketRow, 'id' | 'event_id' | 'created_at' | 'modified_at'>

/** The tickets of an event as they would be stored; those that cannot be are told of. */
export function ticketsSaid(
  { tickets = [] }: Pick<ImportedEvent, 'tickets'>,
  setting: Setting,
): { readonly rows: readonly TicketSaid[]; readonly lost: readonly string[] } {
  const lost: string[] = []
  const rows = tickets.flatMap((fields, index): TicketSaid[] => {
    const { values, faults } = decode(createTicketParams, fields)
    const sent = values as Partial<CreateTicket>
    const settled = faults.size > 0 ? undefined : settleTicket(sent, setting)
    if (!settled || 'faults' in settled || sent.name === undefined) {
      const [[name, says] = ['name', 'is missing']] = settled
        ? Object.entries('faults' in settled ? settled.faults : {})
        : [...faults].map(([field, { message }]) => [field, message] as const)
      lost.push(`tickets: that of the number ${index + 1} was left out: its ${name} ${says}`)
      return []
    }
    const { name, description, position } = sent
    return [
      {
        ...settled.columns,
        status: 'publish',
        name,
        description: description ?? '',
        position: position ?? index,
      },
    ]
  })
  return { rows, lost }
}

/**
 * Gives events the tickets that their source says they have: those of the same names are changed, and what it has no more goes to the
 * trash. Only events are touched of which the source says something new about tickets.
 */
export async function writeTickets(
  tx: Writer,
  events: readonly WrittenEvent[],
  { report, ...by }: Omit<Setting, 'event'> & { readonly report: ImportReport },
): Promise<void> {
  const named = events.filter(({ planned }) => planned.record.tickets !== undefined)
  const here = await ticketsOf(
    tx,
    named.flatMap(({ before }) => before?.id ?? []),
  )
  const at = epochSeconds(by.now)
  for (const { planned, after } of named) {
    const { rows, lost } = ticketsSaid(planned.record, { ...by, event: after })
    for (const says of lost) remark(report, 'lost', { ...subjectOf(planned.record), says })
    const left = [...(here.get(after.id) ?? [])]
    for (const row of rows) {
      const index = left.findIndex(({ name }) => name === row.name)
      const [known] = index < 0 ? [] : left.splice(index, 1)
      if (known)
        await tx
          .updateTable('tickets')
          .set({ ...row, modified_at: at })
          .where('id', '=', known.id)
          .execute()
      else
        await tx
          .insertInto('tickets')
          .values({ ...row, event_id: after.id, created_at: at, modified_at: at })
          .execute()
    }
    for (const { id } of left)
      await tx.updateTable('tickets').set({ status: 'trash', modified_at: at }).where('id', '=', id).execute()
  }
}

/** Tickets in a form by which those of a source and those here are compared. */
export function comparedTickets(rows: readonly (TicketSaid | TicketRow)[]): unknown {
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map((row) => [
      row.name,
      row.description,
      row.kind,
      row.price,
      row.currency,
      row.capacity,
      row.sale_start_at,
      row.sale_end_at,
      row.url,
    ])
}

/** The tickets of events here, in that form. */
export async function ticketsHere(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
  const found = await ticketsOf(db, ids)
  return new Map(ids.map((id) => [id, comparedTickets(found.get(id) ?? [])]))
}
