import type { Scope } from './common/deed.ts'

/** The dates of a series that can be meant, one of which is chosen; what each reaches stands below its name. */
export function Scopes(props: {
  /** What is asked, for who does not see the dialog. */
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly names: Readonly<Record<Scope, string>>
  readonly chosen: Scope
  readonly onChoose: (scope: Scope) => void
  readonly hintOf: (scope: Scope) => string
}) {
  const { label, scopes, names, chosen, onChoose, hintOf } = props
  return (
    <div class="scopes" role="radiogroup" aria-label={label}>
      {scopes.map((one) => (
        <label class="scope" key={one}>
          <input type="radio" name="scope" checked={chosen === one} onChange={() => onChoose(one)} />
          <span>
            <b>{names[one]}</b>
            <span class="hint" dir="auto">
              {hintOf(one)}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}
