import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { faultText } from './faults.ts'
import { t } from './texts.ts'
import { settle } from './settle.ts'

/** Says that something is on its way: not at once, as most is there before one could read it. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {t('loading')}
    </p>
  )
}

/** Holds the place of a text that is written in: the program for that is large. */
export function RichRoom() {
  return (
    <div class="rich room">
      <Loading />
    </div>
  )
}

/** What is loaded already is there at once: nothing takes its place for a moment. */
const loaded = new WeakMap<object, unknown>()

/** Loads a screen before it is shown: then it is there at once. Throws what hinders it. */
export async function loadAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<void> {
  loaded.set(load, await load())
}

/** A screen whose program is loaded when it is first opened. */
export function Later<Props extends object>(props: {
  readonly load: () => Promise<ComponentType<Props>>
  readonly with: Props
  /** What stands in its place until then: as large as it will be where something stands below it. */
  readonly meanwhile?: ComponentChildren
}) {
  const { load, with: its, meanwhile = <Loading /> } = props
  const [found, setFound] = useState<{ readonly Screen?: ComponentType<Props>; readonly fault?: string }>(
    () => {
      // It is what the same function has loaded.
      const Screen = loaded.get(load) as ComponentType<Props> | undefined
      return Screen ? { Screen } : {}
    },
  )
  useEffect(() => {
    void settle(
      load(),
      (Screen) => {
        loaded.set(load, Screen)
        setFound({ Screen })
      },
      (error: unknown) => setFound({ fault: faultText(error) }),
    )
  }, [load])
  const { Screen, fault } = found
  if (Screen) return <Screen {...its} />
  return fault === undefined ? <>{meanwhile}</> : <p role="alert">{fault}</p>
}
