/** A choice among a few, drawn as one bar. */
export function Segments<Value extends string>(props: {
  readonly name: string
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}) {
  const { name, label, value, options, onChange } = props
  return (
    <div class="seg" role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </div>
  )
}
