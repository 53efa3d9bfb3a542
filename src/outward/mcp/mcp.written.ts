import type { EventRecord } from '../../records/events/events.record.ts'
import { goingOnIn, seriesOf } from './mcp.events.tools.ts'
import { toldEvent } from './mcp.events.view.ts'
import type { Assistance, Told } from './mcp.tool.ts'

/** What a change of several dates says of them. */
const outcomes = ['changed', 'created', 'removed', 'kept'] as const
type Applied = Readonly<Record<(typeof outcomes)[number], readonly unknown[]>>

/** How many dates of each kind are named. */
const mostNamed = 50

/** How many dates there are of each kind, and the first of them: of a series there may be hundreds. */
function appliedTo(applied: Applied) {
  const counts = outcomes.map((name) => `${applied[name].length} ${name}`).join(', ')
  const of = <Value>(value: (name: (typeof outcomes)[number]) => Value) =>
    Object.fromEntries(outcomes.map((name) => [name, value(name)]))
  return {
    counts,
    data: { ...of((name) => applied[name].slice(0, mostNamed)), totals: of((name) => applied[name].length) },
  }
}

/** Changes an event, or tells what that would be. */
export async function changed(
  assistance: Assistance,
  event: number,
  params: Readonly<Record<string, unknown>>,
  head: string,
): Promise<Told> {
  const { body } = await assistance.ask({
    method: 'PUT',
    resource: '/events/{id}',
    path: { id: String(event) },
    params,
  })
  const scope = typeof params['scope'] === 'string' ? params['scope'] : undefined
  const scopeText = scope === undefined ? '' : ` Scope: ${scope}.`
  if (params['dry_run'] === true) {
    const { counts, data } = appliedTo(body as Applied)
    return {
      text: `Nothing was written.${scopeText} It would be: ${counts}.`,
      data: { dry_run: true, ...(scope === undefined ? {} : { scope }), applied: data },
    }
  }
  const record = body as EventRecord & { readonly applied?: Applied }
  const areNew = (record.applied?.created.length ?? 0) > 0
  const told = await written(assistance, record, { head, areNew })
  if (!record.applied) return { ...told, data: { ...told.data, ...(scope === undefined ? {} : { scope }) } }
  const { counts, data } = appliedTo(record.applied)
  return {
    text: `${told.text}\n${scopeText.trim()}${scope === undefined ? '' : ' '}Dates: ${counts}.`,
    data: { ...told.data, ...(scope === undefined ? {} : { scope }), applied: data },
  }
}

/** The event that was written, and of a series that got dates, these with their IDs. */
export async function written(
  assistance: Assistance,
  record: EventRecord,
  { head, areNew }: { readonly head: string; readonly areNew: boolean },
): Promise<Told> {
  const told = toldEvent(record, {
    head,
    series: await seriesOf(assistance, [record]),
    declared: assistance.declared,
  })
  if (!areNew || !record.series) return told
  const now = Math.floor(assistance.now.epochMilliseconds / 1000)
  const { body } = await assistance.ask({
    method: 'GET',
    resource: '/events',
    params: {
      ...goingOnIn({ from: now, until: undefined }),
      post_parent: record.series.id,
      per_page: mostNamed,
      ...(record.status === 'publish' ? {} : { status: record.status }),
    },
  })
  const dates = (body as { events: EventRecord[] }).events.map((date) => ({
    id: date.id,
    start: date.start_date,
  }))
  const lines = dates.map(({ id: date, start }) => `${start.slice(0, 16)} (id ${date})`)
  return { text: `${told.text}\nIts dates: ${lines.join(', ')}.`, data: { ...told.data, dates } }
}
