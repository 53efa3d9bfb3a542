import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { readCounts } from '../places/counts.ts'
import type { AlikeOne } from '../places/alike.tsx'
import type { Kind } from '../places/kinds.ts'
import { useTyped } from '../record/typed.ts'
import type { Organizer, Venue } from '../records.ts'
import { line, plain, type TextName, t as tFrame } from '../texts.ts'
import { Combo } from '../combo.tsx'
import type { Option } from '../combo.finding.ts'
import { type Linked, linkedVenue } from './form.ts'
import { Fault } from './parts.tsx'
import { Sign } from './sign.tsx'
import { t, tn } from './texts.ts'

/** How many suggestions there are. */
const most = 8

const loadAlike = () => import('../places/alike.tsx')
const loadNew = () => import('./new.tsx').then(({ New }) => New)

const counts: Partial<Record<Kind, Promise<ReadonlyMap<number, number>>>> = {}

/** How many events are coming up at each; asked for once, and not missed where it is not answered. */
function countsOf(kind: Kind): Promise<ReadonlyMap<number, number>> {
  return (counts[kind] ??= readCounts(kind).catch(() => {
    delete counts[kind]
    return new Map()
  }))
}

/** Finds those that there are by what was typed. Throws what {@link ask} throws. */
type Find = (typed: string) => Promise<readonly Linked[]>

/** Who types a name means a name: those with it in their names come before those with it in their texts. */
function byName(search: string) {
  return { search, per_page: most, ...(search === '' ? {} : { orderby: 'relevance' }) }
}

async function findVenues(search: string): Promise<readonly Linked[]> {
  const { body } = await ask<{ venues: readonly Venue[] }>('venues', { query: byName(search) })
  return body.venues.map(linkedVenue)
}

async function findOrganizers(search: string): Promise<readonly Linked[]> {
  const { body } = await ask<{ organizers: readonly Organizer[] }>('organizers', {
    query: byName(search),
  })
  return body.organizers.map(({ id, organizer }) => ({ id, name: plain(organizer), says: '' }))
}

interface Sort {
  readonly kind: Kind
  readonly label: string
  readonly placeholder: string
  readonly find: Find
  readonly newTitle: string
  /** What is said to make a new one of what was typed. */
  readonly newText: (typed: string) => string
  readonly newFields: readonly (readonly [string, TextName])[]
}

/** How places are looked for and made. */
export function ofPlaces(): Sort {
  return {
    kind: 'venues',
    label: tFrame('place'),
    placeholder: tFrame('placeHint'),
    find: findVenues,
    newTitle: tFrame('newPlace'),
    newText: (name) => (name === '' ? t('addNewPlace') : t('addAsPlace', { name })),
    newFields: [
      ['venue', 'name'],
      ['address', 'street'],
      ['zip', 'zip'],
      ['city', 'city'],
    ],
  }
}

/** How organizers are looked for and made. */
export function ofOrganizers(): Sort {
  return {
    kind: 'organizers',
    label: tFrame('organizers'),
    placeholder: tFrame('organizerHint'),
    find: findOrganizers,
    newTitle: tFrame('newOrganizer'),
    newText: (name) => (name === '' ? t('addNewOrganizer') : t('addAsOrganizer', { name })),
    newFields: [
      ['organizer', 'name'],
      ['website', 'website'],
    ],
  }
}

interface Choosing extends Sort {
  readonly id: string
  /** What the service calls them. */
  readonly name: string
  readonly linked: readonly Linked[]
  readonly fault: string
  /** When a new one is made, and for whom. */
  readonly newHint: string
  readonly onChange: (linked: readonly Linked[]) => void
}

/** Which place of those that are chosen is taken by what is found or made: that which is being changed, or one more. */
function useChoosing({ id, kind, name, linked, onChange }: Choosing) {
  const making = useSignal<string | undefined>(undefined)
  /** Which place is being changed: one after the last is one more. */
  const changing = useSignal<number | undefined>(undefined)
  const isOfSeveral = kind === 'organizers'
  const at = linked.length === 0 || isOfSeveral ? linked.length : changing.value
  const focus = () => {
    // Once what comes next is drawn.
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  const open = (place: number) => {
    changing.value = place
    focus()
  }
  const close = () => {
    making.value = undefined
    focus()
  }
  const leave = () => {
    changing.value = undefined
    close()
  }
  const change = (next: readonly Linked[]) => {
    onChange(next)
    leave()
  }
  const take = (one: Linked) => {
    const isThere = one.id !== 0 && linked.some(({ id: other }) => other === one.id)
    change(isThere ? linked : linked.toSpliced(at ?? linked.length, 1, one))
  }
  const drop = (one: Linked) => change(linked.filter((other) => other !== one))
  // The fields of a new one may still be on their way: they are waited for, as they take what stands in them.
  useTyped(`${id}-field`, name, async () => {
    if (making.value === undefined) return undefined
    return (await comes(`${id}-new`)) ? undefined : tFrame('needsNameOfNew')
  })
  const old = isOfSeveral || at === undefined ? undefined : linked[at]
  return { making, isOfSeveral, at, old, open, close, leave, take, drop }
}

type Chooses = ReturnType<typeof useChoosing>

/**
 * Records that are chosen, a field that finds others, and the fields of a new one. A place stands for itself until it is to be changed;
 * of organizers there are often several.
 */
export function Chosen(props: Choosing) {
  const { id, label, linked, fault } = props
  const chooses = useChoosing(props)
  const { making, isOfSeveral, at, old, leave } = chooses
  return (
    <div
      class="field"
      id={`${id}-field`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && old && making.value === undefined) leave()
      }}
    >
      <label for={id}>{label}</label>
      {linked.length > 0 &&
        (isOfSeveral ? (
          <Tokens linked={linked} onDrop={chooses.drop} />
        ) : (
          <ChosenPlaces id={id} linked={linked} at={at} onOpen={chooses.open} />
        ))}
      {at !== undefined && <FindField {...props} chooses={chooses} />}
      <Fault id={id} says={fault} />
      {!isOfSeveral && linked.length > 0 && <PlaceActs chooses={chooses} count={linked.length} />}
      {making.value !== undefined && <NewOne {...props} chooses={chooses} begins={making.value} />}
    </div>
  )
}

function Tokens(props: { readonly linked: readonly Linked[]; readonly onDrop: (one: Linked) => void }) {
  const { linked, onDrop } = props
  return (
    <ul class="tokens">
      {linked.map((one) => (
        <li class="token" key={`${one.id} ${one.name}`}>
          <span dir="auto">{one.name}</span>
          {one.id === 0 && <New />}
          <button
            type="button"
            aria-label={tFrame('removeOne', { name: one.name })}
            onClick={() => onDrop(one)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Nobody else has it yet. */
function New() {
  return <span class="tag">{tFrame('new')}</span>
}

function ChosenPlaces(props: {
  readonly id: string
  readonly linked: readonly Linked[]
  readonly at: number | undefined
  readonly onOpen: (place: number) => void
}) {
  const { id, linked, at, onOpen } = props
  return (
    <ul class="stack tight">
      {linked.map((one, place) => (
        <li class="chosen" key={`${one.id} ${one.name}`} hidden={place === at}>
          <Sign spot={one.spot} />
          <Called of={one} />
          <button
            class="quiet"
            type="button"
            id={at === undefined && place === 0 ? id : undefined}
            aria-label={t('changeOne', { name: one.name })}
            onClick={() => onOpen(place)}
          >
            {t('change')}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Called({ of: { id, name, says } }: { readonly of: Linked }) {
  return (
    <p dir="auto">
      <b>{name}</b>
      {says !== '' && (
        <>
          <br />
          {says}
        </>
      )}
      {id === 0 && (
        <>
          {' '}
          <New />
        </>
      )}
    </p>
  )
}

/** Finds those that there are by their names, also by names that are much like what is typed. */
function FindField(props: Choosing & { readonly chooses: Chooses }) {
  const { id, kind, name, placeholder, linked, fault, find, newText, chooses } = props
  const { making, isOfSeveral, take } = chooses
  const found = useRef<readonly Linked[]>([])
  const findAll = async (typed: string) => {
    const [all, coming] = await Promise.all([find(typed), countsOf(kind)])
    const more = await (await loadAlike()).alikeBeside(kind, typed, all)
    found.current = [...all, ...more]
    return [...all.map((one) => optionOf(one, coming.get(one.id))), ...more.map((one) => optionOf(one))]
  }
  return (
    <Combo
      id={id}
      placeholder={isOfSeveral && linked.length > 0 ? t('addOrName') : placeholder}
      find={findAll}
      describedBy={fault === '' ? undefined : `${id}-fault`}
      name={name}
      onChoose={({ key }) => {
        const one = found.current.find((other) => String(other.id) === key)
        if (one) take(one)
      }}
      newText={newText}
      onNew={(typed) => {
        making.value = typed
      }}
    />
  )
}

/** What can be done with places that are chosen: one more, or another one or none in the place of the one that is changed. */
function PlaceActs({ chooses, count }: { readonly chooses: Chooses; readonly count: number }) {
  const { at, old, open, leave, drop } = chooses
  return (
    <p class="acts">
      {at === undefined && (
        <button class="text small" type="button" onClick={() => open(count)}>
          {t('anotherPlace')}
        </button>
      )}
      {at !== undefined && (
        <button class="quiet" type="button" onClick={leave}>
          {old ? t('keepOne', { name: old.name }) : tFrame('notNow')}
        </button>
      )}
      {old && (
        <button class="quiet danger" type="button" onClick={() => drop(old)}>
          {tFrame('removeOne', { name: old.name })}
        </button>
      )}
    </p>
  )
}

function NewOne(props: Choosing & { readonly chooses: Chooses; readonly begins: string }) {
  const { id, kind, name, newTitle: title, newFields: fields, newHint: hint, begins } = props
  const { close, take } = props.chooses
  const onAdd = (typed: Readonly<Record<string, string>>) => {
    const [called = '', ...more] = fields.map(([member]) => typed[member] ?? '')
    take({ id: 0, name: called, says: more.filter(Boolean).join(', '), fields: typed })
  }
  const onTake = (one: AlikeOne) => take({ id: one.id, name: one.name, says: one.address })
  return (
    <Later
      load={loadNew}
      with={{ id: `${id}-new`, kind, name, title, fields, begins, hint, onClose: close, onTake, onAdd }}
    />
  )
}

/** How long the fields of a new one are waited for, in steps of so many milliseconds. */
const [steps, step_ms] = [100, 20]

/** Whether the fields of a new one are there, or come in time. */
async function comes(id: string): Promise<boolean> {
  for (let step = 0; step < steps; step += 1) {
    if (document.getElementById(id)) return true
    await new Promise((resolve) => setTimeout(resolve, step_ms))
  }
  return false
}

function optionOf({ id, name, says }: Linked, coming = 0): Option {
  const told = coming === 0 ? '' : tn('comingUp', coming)
  return { key: String(id), name, says: line(says, told) }
}
