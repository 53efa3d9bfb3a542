import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { faultText } from './faults.ts'
import { t } from './texts.ts'
import { settle } from './settle.ts'

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
  return <p role={fault === undefined ? 'status' : 'alert'}>{fault ?? t('loading')}</p>
}
