import { signal } from '@preact/signals'
import { accept, nameOf, readProposal, type Submission } from '../proposals/proposals.ask.ts'
import { withProposed } from './fields.ts'
import type { Form } from './form.ts'

/** A proposed change of an event: filled into its editor, and accepted once it is saved there. */
export function createFilling(id: number) {
  let item: Submission | undefined
  /** Who proposes it, once it is filled in. */
  const from = signal('')
  return {
    from,
    /** The form with what is proposed. Throws what {@link readProposal} throws. */
    fill: async (form: Form): Promise<Form> => {
      item = await readProposal(id)
      if (item.kind !== 'change' || item.state === 'accepted' || item.state === 'withdrawn') {
        item = undefined
        return form
      }
      from.value = nameOf(item)
      return withProposed(form, item.fields)
    },
    /** What was saved is what is accepted, with the picture unless another was chosen. Throws what {@link accept} throws. */
    saved: async (isOtherPicture: boolean): Promise<void> => {
      if (!item) return
      await accept(item, { fields: isOtherPicture ? { image: false } : {} })
      item = undefined
      from.value = ''
    },
  }
}
export type Filling = ReturnType<typeof createFilling>
