import type { Saved, Ticket } from './tickets.ts'

/** Makes the tickets of an event those that were entered; see `tickets.write.ts`, which is loaded where they differ. Throws nothing. */
export async function saveTickets(
  event: number,
  before: readonly Ticket[],
  entered: readonly Ticket[],
  isUnasked: boolean,
): Promise<Saved> {
  const same: Saved = { named: (tickets) => tickets, stored: entered, isTouched: false }
  if (JSON.stringify(before) === JSON.stringify(entered)) return same
  try {
    const { writeTickets } = await import('./tickets.write.ts')
    return await writeTickets(event, before, entered, isUnasked)
  } catch (refused) {
    return { ...same, stored: [], refused }
  }
}
