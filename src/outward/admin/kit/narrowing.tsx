/** What may be chosen: its value, and what it is called. */
export type Option = readonly [value: string, text: string]

interface FieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (chosen: string) => void
}

/** A day by which a list is narrowed. */
export function Day({ label, value = '', onChange }: FieldProps) {
  return (
    <label class="day">
      <span>{label}</span>
      <input
        type="date"
        class="fit"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

/** One of several by which a list is narrowed. */
export function Choice({
  label,
  value = '',
  options,
  onChange,
}: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <select
      class="fit"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}
