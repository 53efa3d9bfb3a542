import type { ComponentType } from 'preact'
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

/** A screen whose program is loaded when it is first opened. */
export function Later<Props extends object>(props: {
  readonly load: () => Promise<ComponentType<Props>>
  readonly with: Props
}) {
  const { load, with: its } = props
  const [found, setFound] = useState<{ readonly Screen?: ComponentType<Props>; readonly fault?: string }>({})
  useEffect(() => {
    void settle(
      load(),

      (Screen) => setFound({ Screen }),
      (error: unknown) => setFound({ fault: faultText(error) }),
    )
  }, [load])
  const { Screen, fault } = found
  if (Screen) return <Screen {...its} />
  return fault === undefined ? <Loading /> : <p role="alert">{fault}</p>
}
