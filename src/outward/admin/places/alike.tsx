import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AlikeRecord } from '../../../records/linked/linked.duplicates.record.ts'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { line, plain } from '../texts.ts'
import { type Kind, kinds } from './kinds.ts'
import { t, tn } from '../common/texts.ts'

/** How long typing rests before it is compared, in milliseconds; and how long a name is at least. */
const [rest_ms, shortest] = [400, 3]

/** One that is there and perhaps the one that is typed. Its texts are plain. */
export type AlikeOne = AlikeRecord['records'][number]

/** What is typed of a new one, by the names of the fields. */
type Typed = Readonly<Record<string, string | undefined>>

/** Those that are perhaps the one that is typed; none where that cannot be asked now: it is a hint. */
export async function readAlike(kind: Kind, typed: Typed): Promise<readonly AlikeOne[]> {
  const name = (typed['venue'] ?? typed['organizer'] ?? '').trim()
  if (name.length < shortest) return []
  const { address, city, geo_lat, geo_lng } = typed
  const isPlaced =
    Number.isFinite(Number.parseFloat(geo_lat ?? '')) && Number.isFinite(Number.parseFloat(geo_lng ?? ''))
  const query = { name, address, city, ...(isPlaced ? { geo_lat, geo_lng } : {}) }
  try {
    const { body } = await ask<AlikeRecord>(`${kind}/similar`, { query })
    return body.records.map(({ id, name: html, address: where, by, distance }) => ({
      id,
      name: plain(html),
      address: where,
      by,
      distance,
    }))
  } catch {
    return []
  }
}

/** Where so few were found by what was typed, those are looked for that are called much like it. */
const few = 3

/** Those that are perhaps meant beside those that were found: “Central Libary”. */
export async function alikeBeside(
  kind: Kind,
  typed: string,
  all: readonly { readonly id: number }[],
): Promise<readonly { readonly id: number; readonly name: string; readonly says: string }[]> {
  if (all.length >= few) return []
  const known = new Set(all.map(({ id }) => id))
  const alike = await readAlike(kind, { [kinds[kind].name]: typed })
  return alike
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, address }) => ({
      id,
      name,
      says: line(t('perhapsMeant'), address),
    }))
}

/** What is known of those that are alike. */
export interface Alikes {
  readonly found: Signal<readonly AlikeOne[]>
  /** What is wrong with making the one that is typed: that there is one of this name, unless somebody has said that it is another. */
  readonly fault: (typed: Typed) => Promise<string | undefined>
  readonly isAnother: Signal<boolean>
}

/** Compares what is typed with those that are there, once typing rests, as long as nobody says that it is another one. */
export function useAlike(kind: Kind, typed: Typed | undefined): Alikes {
  const found = useSignal<readonly AlikeOne[]>([])
  const isAnother = useSignal(false)
  const asked = JSON.stringify(typed)
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      if (!typed || isAnother.peek()) return
      void settle(
        readAlike(kind, typed),
        (alike) => {
          if (!isOld) found.value = alike
        },
        () => {},
      )
    }, rest_ms)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [kind, asked])
  const fault = async (now: Typed) => {
    if (isAnother.peek()) return undefined
    found.value = await readAlike(kind, now)
    return found.value.some(({ by }) => by === 'name') ? t('takeOrAnother') : undefined
  }
  return { found, fault, isAnother }
}

/** Says that there is one already, or perhaps, with the way to take it. */
export function AlikeNotice(props: {
  readonly kind: Kind
  readonly alikes: Alikes
  /** Takes it instead of the one that is typed; where it cannot be taken it can be opened. */
  readonly onTake?: (one: AlikeOne) => void
}) {
  const { kind, alikes, onTake } = props
  const { value: found } = alikes.found
  if (found.length === 0 || alikes.isAnother.value) return <div role="status" />
  return (
    <div class="notice warn" role="status">
      <Icon name="warning" />
      <div>
        <p>
          <b>{t(found.some(({ by }) => by === 'name') ? 'thereAlready' : 'perhapsThere')}</b>
        </p>
        <ul class="stack tight">
          {found.map((one) => (
            <li key={one.id}>
              {onTake ? (
                <button class="plain" type="button" onClick={() => onTake(one)}>
                  <span dir="auto">{t('takeThis', { name: one.name })}</span>
                </button>
              ) : (
                <a class="button plain" href={to(`${kind}/${one.id}`)}>
                  <span dir="auto">{t('openThis', { name: one.name })}</span>
                </a>
              )}{' '}
              <span class="dim" dir="auto">
                {line(one.address, one.distance !== null && tn('metresAway', one.distance))}
              </span>
            </li>
          ))}
        </ul>
        <p class="acts">
          <button
            class="quiet"
            type="button"
            onClick={() => {
              alikes.isAnother.value = true
            }}
          >
            {t('isAnother')}
          </button>
        </p>
      </div>
    </div>
  )
}
