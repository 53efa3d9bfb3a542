import { signal } from '@preact/signals'
import { accept, nameOf, readProposal, type Submission } from '../proposals/proposals.ask.ts'
import { plain } from '../texts.ts'
import { addressText, type Form, type Linked } from './form.ts'

type Fields = Submission['fields']

/** A proposed change of an event: filled into its editor, and accepted once it is saved there. */
export function createFilling(id: number) {
  let item: Submission | undefined
  /** Who proposes it, once it is filled in. */
  const from = signal('')
  return {
    from,
    /** The form with what is proposed. Throws what {@link readProposal} throws. */
    fill: async (form: Form): Promise<Form> => {
      item = await readProposal(id)
      if (item.kind !== 'change' || item.state === 'accepted' || item.state === 'withdrawn') {
        item = undefined
        return form
      }
      from.value = nameOf(item)
      return withProposed(form, item.fields)
    },
    /** What was saved is what is accepted, with the picture unless another was chosen. Throws what {@link accept} throws. */
    saved: async (isOtherPicture: boolean): Promise<void> => {
      if (!item) return
      await accept(item, { fields: isOtherPicture ? { image: false } : {} })
      item = undefined
      from.value = ''
    },
  }
}
export type Filling = ReturnType<typeof createFilling>

/** A form with the fields that a proposal has in the place of its own. */
function withProposed(form: Form, fields: Fields): Form {
  const text = <Else extends string>(name: string, or: Else): Else => {
    const value = fields[name]
    // The service has checked it by the same list of words.
    return typeof value === 'string' ? (value as Else) : or
  }
  const list = (name: string): readonly Fields[] | undefined => {
    const value = fields[name]
    return Array.isArray(value) ? value : undefined
  }
  const terms = (name: string) =>
    list(name)?.map((term) => ({ id: Number(term['id']), name: plain(String(term['name'])) }))
  const { cost } = fields
  return {
    ...form,
    title: text('title', form.title),
    excerpt: text('excerpt', form.excerpt),
    description: text('description', form.description),
    when: whenOf(form.when, fields),
    venues: list('venue')?.map((one) => linkedOf(one, 'venue')) ?? form.venues,
    organizers: list('organizer')?.map((one) => linkedOf(one, 'organizer')) ?? form.organizers,
    attendance: text('attendance_mode', form.attendance),
    onlineUrl: text('online_url', form.onlineUrl),
    costs: Array.isArray(cost) ? cost.map(String) : form.costs,
    website: text('website', form.website),
    categories: terms('categories')?.map((term) => term.id) ?? form.categories,
    tags: terms('tags') ?? form.tags,
    happening: text('event_status', form.happening),
    reason: text('event_status_reason', form.reason),
  }
}

function whenOf(when: Form['when'], fields: Fields): Form['when'] {
  const { start_date: start, end_date: end, all_day, timezone } = fields
  return {
    ...when,
    ...(typeof start === 'string' ? { startDay: start.slice(0, 10), startTime: start.slice(11, 16) } : {}),
    ...(typeof end === 'string' ? { endDay: end.slice(0, 10), endTime: end.slice(11, 16) } : {}),
    ...(typeof all_day === 'boolean' ? { isAllDay: all_day } : {}),
    ...(typeof timezone === 'string' ? { zone: timezone } : {}),
  }
}

/** One that there is by its ID; a new one by its fields. */
function linkedOf(one: Fields, name: 'venue' | 'organizer'): Linked {
  const { id, ...rest } = one
  const fields = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]))
  const linked = { name: plain(fields[name] ?? ''), says: addressText(fields) }
  return typeof id === 'number' ? { id, ...linked } : { id: 0, ...linked, fields }
}
