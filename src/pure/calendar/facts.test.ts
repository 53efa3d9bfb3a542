import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDateExpression, resolveDateExpression } from './dateExpression.ts'
import { eventSpan } from './span.ts'
import { utcText } from './text.ts'
import { findZone } from './zone.ts'

/** The recorded facts about dates, held against the calendar alone: no server, no database. */

interface Step {
  readonly json?: Readonly<Record<string, unknown>>
  readonly expect: { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
}

const folder = new URL('../../../test/wire/scenarios/events-dates/', import.meta.url)
const now = Temporal.Instant.from('2026-10-14T13:45:30Z')
const today = now.toZonedDateTimeISO('UTC').toPlainDate()

/** `{{today+1}}` in what is expected is a day from now. */
const dayFromNow = (_: string, days: string) => today.add({ days: Number(days) }).toString()
const dated = (body: Step['expect']['body']) =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      String(value).replace(/\{\{today([+-]\d+)\}\}/, dayFromNow),
    ]),
  )

/** Wire: the texts are as if no zone had been named; null is, too (D51). */
const isSiteZone = (zoneName: unknown) => zoneName === '' || zoneName === '0' || zoneName === null

function resolve(value: unknown, zoneName: unknown) {
  const named = isSiteZone(zoneName) ? 'UTC+0' : zoneName
  if (typeof named !== 'string') return undefined
  const zone = findZone(named)
  const moment =
    typeof value === 'string' || typeof value === 'number' ? parseDateExpression(value) : undefined
  const resolved = zone && moment && resolveDateExpression(moment, zone, now)
  return resolved && { zone, resolved }
}

/** What the record would say, in the words of the wire. */
function recordOf({ start_date, end_date, timezone, all_day }: Readonly<Record<string, unknown>>) {
  const [start, end] = [resolve(start_date, timezone), resolve(end_date, timezone)]
  if (!start || !end) return undefined
  // Days alone are whole ones (D70).
  const isOfDays = all_day === undefined && start.resolved.dateOnly && end.resolved.dateOnly
  const allDay = String(all_day) === 'true' || isOfDays
  const span = eventSpan({ start: start.resolved, end: end.resolved, allDay, zone: start.zone })
  if (span.endsAt < span.startsAt) return undefined
  return {
    start_date: span.startWall,
    end_date: span.endWall,
    utc_start_date: utcText(span.startsAt),
    utc_end_date: utcText(span.endsAt),
    timezone: start.zone.name,
    timezone_abbr: span.abbreviation,
  }
}

/** What of an answer is about dates; it has other members too. */
function datesIn(body: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).filter(([key]) => /^(?:utc_)?(?:start|end)_date$|^timezone/.test(key)),
  )
}

describe.each(readdirSync(folder))('%s', (name) => {
  // The scenario format is fixed by test/wire/README.md.
  const { steps } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { steps: readonly Step[] }
  const creations = steps.flatMap((step) => (step.json ? [{ ...step, json: step.json }] : []))

  test.each(creations.map((step) => [JSON.stringify(step.json), step] as const))('%s', (_, step) => {
    const record = recordOf(step.json)
    if (step.expect.status !== 201) return expect(record).toBeUndefined()
    const expected = datesIn(dated(step.expect.body))
    if (isSiteZone(step.json['timezone'])) delete expected['timezone']
    expect(Object.keys(expected)).not.toHaveLength(0)
    expect(record).toMatchObject(expected)
  })
})
