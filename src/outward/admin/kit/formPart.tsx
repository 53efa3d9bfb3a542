import type { ComponentChildren } from 'preact'
import { Fields, type FieldsOf } from './fields.tsx'
import { type Sending, useForm } from './useForm.ts'

/** A form on a screen: what stands before its fields, they, and what sends it. */
export function FormPart<Values extends object, Done>(
  props: Sending<Values, Done> & {
    readonly class: string
    /** The heading by which it is named, where it has one. */
    readonly heading?: readonly [id: string, text: string]
    readonly intro?: ComponentChildren
    readonly fields: FieldsOf<Values> | ((values: Values) => FieldsOf<Values>)
    readonly line?: 'pair' | 'three'
    readonly foot: ComponentChildren
  },
) {
  const { heading, intro, fields, line = 'pair', foot } = props
  const form = useForm(props)
  return (
    <form
      class={props.class}
      aria-labelledby={heading?.[0]}
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
      }}
    >
      {heading && <h2 id={heading[0]}>{heading[1]}</h2>}
      {intro}
      <Fields of={typeof fields === 'function' ? fields(form.values) : fields} form={form} line={line} />
      {foot}
    </form>
  )
}
