import type { RegistrationMode } from '../../../pure/params/guests.ts'
import { nameOf, placeOf } from '../fieldNames.ts'
import { momentText } from '../moments.ts'
import { t as tr } from '../registration/texts.ts'
import { plain, t as frame } from '../texts.ts'
import type { Differences, Names } from './asks.ts'
import { shownValue } from './values.ts'

/** A line of what was changed: what it is called, what it was, and what it became; empty for nothing. */
export interface Line {
  readonly key: string
  readonly called: string
  readonly from: string
  readonly to: string
}

/** What was changed, a line for each field, and for each part of who may come. */
export function linesOf(changes: Differences, names: Names): readonly Line[] {
  return Object.entries(changes)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([field, { from, to }]): readonly Line[] => {
      if (field === 'registration' && from && to) return apart(from, to, field, memberName, memberSays)
      if (field === 'registration')
        return [{ key: field, called: tr('peopleRegister'), from: waySays(from), to: waySays(to) }]
      const [was, becomes] = [from, to].map((value) => shownValue(field, value, names)) as [string, string]
      return [{ key: field, called: nameOf(field), from: was, to: becomes }]
    })
}

type Members = Readonly<Record<string, unknown>>

/** A line for each member in which two differ. */
function apart(
  from: unknown,
  to: unknown,
  field: string,
  called: (name: string) => string,
  says: (name: string, value: unknown) => string,
): readonly Line[] {
  const [was, becomes] = [from ?? {}, to ?? {}] as [Members, Members] // The service keeps objects of both.
  const text = (name: string, value: unknown) =>
    value === undefined || value === null || value === '' ? '' : says(name, value)
  return [...new Set([...Object.keys(was), ...Object.keys(becomes)])]
    .filter((name) => name !== 'keys_made' && JSON.stringify(was[name]) !== JSON.stringify(becomes[name]))
    .map((name) => ({
      key: `${field}.${name}`,
      called: called(name),
      from: text(name, was[name]),
      to: text(name, becomes[name]),
    }))
}

const memberNames = {
  mode: 'peopleRegister',
  url: 'url',
  capacity: 'places',
  waiting_list: 'waitingList',
  party_max: 'partyMax',
  opens: 'opens',
  opens_before: 'opens',
  closes: 'closes',
  closes_before: 'closes',
  offer_hours: 'offerHours',
  questions: 'questions',
  consent: 'consent',
  note: 'note',
  reply_to: 'replyTo',
  reminder: 'reminder',
} as const

const memberName = (name: string) =>
  name in memberNames ? tr(memberNames[name as keyof typeof memberNames]) : name

function memberSays(name: string, value: unknown): string {
  if (name === 'mode') return modeSays(value)
  if (typeof value === 'boolean') return frame(value ? 'yes' : 'no')
  if (Array.isArray(value))
    return value.map(({ label }: { readonly label: string }) => plain(label)).join(', ')
  if (name === 'opens' || name === 'closes') return momentText(new Date(Number(value) * 1000).toISOString())
  if (name.endsWith('_before')) return `${tr('beforeStart')}: ${String(value)} ${tr('minutes')}`
  return plain(String(value))
}

const modes: Readonly<Record<RegistrationMode, () => string>> = {
  open: () => tr('here'),
  approval: () => tr('approval'),
  external: () => tr('elsewhere'),
}
const modeSays = (mode: unknown) => modes[mode as RegistrationMode]?.() ?? ''

/** Whether people register, and how, where that began or ended. */
function waySays(value: unknown): string {
  return value ? modeSays((value as Members)['mode']) : tr('none')
}
