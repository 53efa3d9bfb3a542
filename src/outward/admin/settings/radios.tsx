import type { ComponentChildren } from 'preact'
import { Lock, type TextSetting } from './controls.tsx'
import type { SettingStore, SettingValues } from './store.ts'
import { t } from './texts.ts'

/** One of a few values, each with what it means. */
export function Radios<Name extends TextSetting, Value extends SettingValues[Name]>(props: {
  readonly store: SettingStore
  readonly name: Name
  readonly label: string
  /** The values, each with the key of its text. */
  readonly options: readonly (readonly [Value, Parameters<typeof t>[0]])[]
  /** What stands below the text of a value. */
  readonly children: (value: Value) => ComponentChildren
}) {
  const { store, name, label, options, children } = props
  const lock = store.lockOf(name)
  const fault = store.faultOf(name)
  return (
    <>
      <fieldset disabled={lock !== undefined}>
        <legend>{label}</legend>
        {options.map(([value, text]) => (
          <label key={value} class="check top">
            <input
              type="radio"
              name={name}
              checked={store.get(name) === value}
              onChange={() => store.set(name, value)}
            />
            <span>
              {t(text)}
              {children(value)}
            </span>
          </label>
        ))}
      </fieldset>
      {lock !== undefined && <Lock by={lock} />}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
