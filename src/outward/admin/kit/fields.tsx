import { Entered, type FieldOf } from './field.tsx'
import type { Entering, Faults } from './useForm.ts'

/** The fields of a form, in the order in which they stand; those that are not shown are left out. */
export type FieldsOf<Values> = {
  readonly [Name in keyof Values]?: FieldOf<Values[Name]> | undefined
}

/** The fields of a form, those beside one another in a line; above them what is wrong with none that is shown. */
export function Fields<Values extends object>(props: {
  readonly of: FieldsOf<Values>
  readonly form: Entering<Values>
  /** The class of a line of several. */
  readonly line?: 'pair' | 'three'
}) {
  const { of, form } = props
  return (
    <>
      <Above faults={form.faults} fields={of} />
      <FieldsAlone {...props} />
    </>
  )
}

/** The same where what is wrong with none of them stands elsewhere. */
export function FieldsAlone<Values extends object>(props: {
  readonly of: FieldsOf<Values>
  readonly form: Pick<Entering<Values>, 'values' | 'faults' | 'enter'>
  readonly line?: 'pair' | 'three'
}) {
  const { of, form, line = 'pair' } = props
  return (
    <>
      {partsOf(of).map((names) => {
        const entered = names.map((name) => (
          <Entered
            key={name}
            of={of[name]}
            value={form.values[name]}
            fault={form.faults[name]}
            // The name and the value are of the same field.
            onEnter={(value) => form.enter({ [name]: value } as unknown as Partial<Values>)}
          />
        ))
        return names.length === 1 ? (
          entered
        ) : (
          <div class={line} key={names[0]}>
            {entered}
          </div>
        )
      })}
    </>
  )
}

/** The names of fields, with those that stand in one line. */
function partsOf<Values>(fields: FieldsOf<Values>): readonly (readonly (keyof Values & string)[])[] {
  const parts: (keyof Values & string)[][] = []
  // An object has no other keys than those of its type: the forms write them out.
  for (const name of Object.keys(fields) as (keyof Values & string)[]) {
    if (!fields[name]) continue
    if (fields[name].isBeside) parts.at(-1)?.push(name)
    else parts.push([name])
  }
  return parts
}

/** What is wrong with no field in particular, or with one beside which nothing can be said. */
function Above<Values>({ faults, fields }: { readonly faults: Faults; readonly fields: FieldsOf<Values> }) {
  return <FaultAlone says={faultBeside(faults, fields)} />
}

/** What is wrong with none of the fields that are shown. */
export function faultBeside<Values>(faults: Faults, fields: FieldsOf<Values>): string {
  const shown = new Set<string>(partsOf(fields).flat())
  return Object.entries(faults)
    .flatMap(([name, fault]) => (shown.has(name) ? [] : [fault]))
    .join(' ')
}

/** Something that is wrong, beside no field. */
export function FaultAlone({ says }: { readonly says: string }) {
  if (says === '') return null
  return (
    <p class="fault" role="alert" dir="auto">
      {says}
    </p>
  )
}
