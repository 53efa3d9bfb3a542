/** The fields in which two forms differ. One that a form lacks is empty there. */
export function changedIn<Form extends object>(one: Form, other: Form): (keyof Form & string)[] {
  const fields = new Set([...Object.keys(other), ...Object.keys(one)]) as Set<keyof Form & string>
  const said = (form: Form, field: keyof Form) => JSON.stringify(form[field] === undefined ? '' : form[field])
  return [...fields].filter((field) => said(one, field) !== said(other, field))
}

/** What two people did to the same version: merged where only one of them changed a field, else to be chosen. */
export function merge<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
  /** Fields that mean something only with one another, such as the two coordinates of a place. */
  together: readonly (keyof Form & string)[] = [],
): { readonly merged: Form; readonly open: readonly (keyof Form & string)[] } {
  const whole = (changed: readonly (keyof Form & string)[]) =>
    changed.some((field) => together.includes(field)) ? [...new Set([...changed, ...together])] : changed
  const byMe = whole(changedIn(base, mine))
  const byThem = whole(changedIn(base, theirs))
  const apart = whole(changedIn(mine, theirs))
  const open = byMe.filter((field) => byThem.includes(field) && apart.includes(field))
  return { merged: withFields(theirs, mine, byMe), open }
}

/** A form with some fields of another one. */
export function withFields<Form extends object>(
  form: Form,
  from: Form,
  fields: readonly (keyof Form & string)[],
): Form {
  return { ...form, ...Object.fromEntries(fields.map((field) => [field, from[field]])) }
}

/** What was typed while it was saved: what that has made of it is as it is stored now, with its id, or it would be made twice. */
export function asMade(typed: unknown, stored: unknown): unknown {
  if (!Array.isArray(typed)) return typed
  const made = stored as readonly Named[]
  return (typed as readonly Named[]).map(
    (one) => (one.id === 0 && made.find(({ name }) => name === one.name)) || one,
  )
}

interface Named {
  readonly id?: number
  readonly name?: string
}
