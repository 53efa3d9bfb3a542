import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../texts.ts'

// One rule for every field in which something can stand that the record does not have yet: a name that is typed and not chosen, the
// fields of a new place without “Add it”, a tag without Enter, half a date. When one saves it is taken where there is but one thing
// that it can mean; else the field is at fault, and nothing is saved.

/** What a field says when one saves: nothing where all that stands in it was taken, else what is wrong. */
type Take = () => string | undefined | Promise<string | undefined>

/** Fields that may hold more than was taken, by their ids, with the names of what they belong to. */
const fields = new Map<string, { readonly current: { readonly name: string; readonly take: Take } }>()

/** Lets what is typed in a field be taken, or be named as a fault of `name`, when one saves: from the moment at which the field stands there. */
export function useTyped(id: string, name: string, take: Take): void {
  const field = useRef({ name, take })
  field.current = { name, take }
  useLayoutEffect(() => {
    fields.set(id, field)
    return () => {
      if (fields.get(id) === field) fields.delete(id)
    }
  }, [id])
}

/** Whether there are fields within `root` in which something may stand that was not taken. */
export function hasTyped(root: ParentNode): boolean {
  return [...fields.keys()].some((id) => root.querySelector(`#${CSS.escape(id)}`))
}

/** Takes what stands in the fields within `root`; answers what is wrong with those of which it cannot be taken, by their names. */
export async function takeTyped(
  root: ParentNode,
  nameOf: (id: string) => string = (id) => id,
): Promise<Readonly<Record<string, string>>> {
  const faults: Record<string, string> = {}
  // A field that comes meanwhile is asked too.
  for (const [id, field] of fields) {
    if (!root.querySelector(`#${CSS.escape(id)}`)) continue
    const { name, take } = field.current
    const fault = await take()
    if (fault !== undefined) faults[name] ??= fault
  }
  // What a browser cannot read as a date or a number is no value for it: “12 March” without a year.
  for (const input of root.querySelectorAll('input'))
    if (input.validity.badInput || (input.type === 'number' && input.validity.valueMissing))
      faults[nameOf(input.id)] ??= t('notWhole')
  return faults
}
